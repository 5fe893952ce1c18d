import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, finishDeal, payDeal } from '#tests/support/money.ts'
import { getMemberId, registerMember, createListing, type MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let ayesha: MemberClient
const unknownId = '019a0000-0000-7000-8000-000000000000'

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ayesha = await testApp.signInAs('ayesha')
})
afterAll(() => testApp.close())

const filterFixturesByRole = (role: string) => Object.values(fixtures).filter((one) => one.role === role)
const verify = (client: MemberClient, id: string) =>
  client('PUT /users/:id', { params: { id }, body: { verify: true } })

describe('GET /sellers and GET /buyers', () => {
  test('give everybody of the role, with the length of the whole list: buyers newest first', async () => {
    for (const [name, role] of [
      ['GET /sellers', 'Seller'],
      ['GET /buyers', 'Buyer'],
    ] as const) {
      const { items, total } = await ayesha.page(name)
      expect(items.map(({ email }) => email).toSorted()).toEqual(
        filterFixturesByRole(role)
          .map(({ email }) => email)
          .toSorted(),
      )
      expect(items.every((one) => one.role === role)).toBe(true)
      const ids = items.map(({ _id }) => _id)
      if (role === 'Buyer') expect(ids).toEqual(ids.toSorted().toReversed())
      expect(total).toBe(items.length)
    }
  })

  test('give sellers without a badge first, whoever waits longest on top, then the verified ones, newest first', async () => {
    for (const name of ['Queue One', 'Queue Two', 'Queue Three', 'Queue Four']) {
      const { email } = await registerMember(testApp, 'Seller', name)
      if (name === 'Queue One' || name === 'Queue Three') await verify(ayesha, await getMemberId(testApp, { email }))
    }
    const order = ['Queue Two', 'Queue Four', 'Queue Three', 'Queue One']
    for (const limit of ['1', '2', '3', '100']) {
      const names: string[] = []
      for (let cursor: string | null | undefined; cursor !== null;) {
        const query = { search: 'queue', limit, ...(cursor && { cursor }) }
        const page = await ayesha.page('GET /sellers', { query })
        names.push(...page.items.map(({ name }) => name))
        expect(page.total).toBe(order.length)
        cursor = page.next
      }
      expect(names, `pages of ${limit}`).toEqual(order)
    }
    const everybody = await ayesha('GET /sellers')
    const states = everybody.map(({ status }) => status)
    expect(states).toEqual(states.toSorted((a, b) => Number(a) - Number(b)))
    for (const cursor of ['verified-', 'verified-1', 'verified-no'])
      expect(await catchError(ayesha('GET /sellers', { query: { cursor } }))).toMatchObject({ code: 'bad_request' })
  })

  test('say who is verified, and of sellers what an admin looks at before', async () => {
    const sellers = await ayesha('GET /sellers')
    const rahim = sellers.find(({ email }) => email === fixtures.rahim.email)
    expect(rahim).toEqual({
      _id: await getMemberId(testApp, fixtures.rahim),
      name: 'Rahim Uddin',
      email: fixtures.rahim.email,
      role: 'Seller',
      status: true,
      badgeUntil: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      badgeEvidence: 'shop_visited',
      badgeNote: null,
      photoURL: null,
      registeredOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      phone: expect.stringMatching(/\d{6}/),
      isPhoneProven: false,
      isEmailProven: true,
      place: 'মিরপুর ১, ঢাকা',
      bikesOnSale: expect.any(Number),
      bikesSold: expect.any(Number),
      reports: 0,
      question: null,
    })
    const [buyer] = await ayesha('GET /buyers')
    expect(Object.keys(buyer ?? {}).toSorted()).toEqual([
      '_id',
      'badgeEvidence',
      'badgeNote',
      'badgeUntil',
      'email',
      'name',
      'role',
      'status',
    ])
    expect(sellers.find(({ email }) => email === fixtures.mizanur.email)?.status).toBe(false)
  })

  test('count the bikes and the reports of a seller, and name the proven number before that of an advertisement', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const find = async () => (await ayesha('GET /sellers', { query: { search: seller.email } }))[0]
    expect(await find()).toMatchObject({
      photoURL: 'https://photos.motohaat.test/me.jpg',
      phone: null,
      isPhoneProven: false,
      bikesOnSale: 0,
      bikesSold: 0,
      reports: 0,
    })

    const bike = await createListing(testApp, seller)
    await createListing(testApp, seller)
    const withdrawn = await createListing(testApp, seller)
    await seller('DELETE /allbikes/:id', { params: { id: withdrawn.id } })
    const karim = await testApp.signInAs('karim')
    await karim('POST /reports', { body: { productId: bike.id, reason: 'sold' } })
    const [{ contactNumber } = { contactNumber: '' }] = (await seller('GET /allbikes/myproduct')).slice(-1)
    expect(await find()).toMatchObject({ phone: contactNumber, isPhoneProven: false, bikesOnSale: 2, reports: 1 })

    const memberId = await getMemberId(testApp, seller)
    const { $client } = testApp.db
    await $client.query('insert into phone_proofs values ($1, $2, now())', [memberId, '+8801711000042'])
    await finishDeal(testApp, seller)
    expect(await find()).toMatchObject({
      phone: '01711-000042',
      isPhoneProven: true,
      bikesOnSale: 2,
      bikesSold: 1,
      reports: 1,
    })
    // Another bike, which is reserved, and one of both that is hidden.
    await payDeal(testApp, await beginDeal(testApp, { seller }), { purpose: 'deposit' })
    expect(await find()).toMatchObject({ bikesOnSale: 2, bikesSold: 1 })
    await $client.query(`update bikes set hidden_at = now(), hidden_by = 'reports' where id = $1`, [bike.id])
    expect(await find()).toMatchObject({ bikesOnSale: 1, bikesSold: 1 })
  })

  test('go on where a page ends, with the same total', async () => {
    const allSellers = await ayesha('GET /sellers')
    const pagedIds: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ayesha.page('GET /sellers', { query: { limit: '3', ...(cursor && { cursor }) } })
      expect([page.items.length <= 3, page.total]).toEqual([true, allSellers.length])
      pagedIds.push(...page.items.map(({ _id }) => _id))
      cursor = page.next
    }
    expect(pagedIds).toEqual(allSellers.map(({ _id }) => _id))
  })

  test.each([
    ['a part of a name, whatever its case', 'MIZAN', ['mizanur@motohaat.test']],
    ['a part of an address', 'farhana@', ['farhana@motohaat.test']],
    ['a percent sign, which means itself', '%', []],
    ['an underscore, which means itself', '_', []],
    ['quotes', `' or 1=1--`, []],
  ])('find sellers by %s', async (_what, search, emails) => {
    const { items, total } = await ayesha.page('GET /sellers', { query: { search } })
    expect(items.map(({ email }) => email)).toEqual(emails)
    expect(total).toBe(emails.length)
  })

  test('find sellers by the number of their advertisement or the one they confirmed, however it is typed', async () => {
    const find = async (search: string) => {
      const { items, total } = await ayesha.page('GET /sellers', { query: { search } })
      expect(total).toBe(items.length)
      return items.map(({ email }) => email)
    }
    const { email, telephone } = fixtures.farhana
    const local = telephone.slice('+88'.length)
    expect(local).toBe('01800000102')
    for (const typed of [telephone, local, `${local.slice(0, 5)}-${local.slice(5)}`, local.slice(-4), '০১৮০০-০০০১০২'])
      expect(await find(typed), typed).toContain(email)
    // Three digits are in too many numbers; other members may have them in their addresses.
    expect(await find(local.slice(-3))).not.toContain(email)
    await testApp.db.$client.query(
      `insert into phone_proofs (member_id, number, proven_at)
        values ((select id from members where email = $1), '+8801998877665', now())`,
      [fixtures.mizanur.email],
    )
    expect(await find('01998877665')).toEqual([fixtures.mizanur.email])
  })

  test('list sellers without a badge alone, found by their names too', async () => {
    const seller = await registerMember(testApp, 'Seller', 'Nobody Yet')
    const query = { verified: 'no', limit: '100' } as const
    const { items, total } = await ayesha.page('GET /sellers', { query })
    expect(items.map(({ email }) => email)).toContain(seller.email)
    expect(items.filter(({ status }) => status)).toEqual([])
    expect(total).toBe(items.length)
    const ids = items.map(({ _id }) => _id)
    expect(ids, 'whoever waits longest stands first').toEqual(ids.toSorted())
    const first = await ayesha.page('GET /sellers', { query: { verified: 'no', limit: '1' } })
    const second = await ayesha.page('GET /sellers', {
      query: { verified: 'no', limit: '1', ...(first.next !== null && { cursor: first.next }) },
    })
    expect([...first.items, ...second.items].map(({ _id }) => _id)).toEqual(ids.slice(0, 2))
    const found = await ayesha.page('GET /sellers', { query: { ...query, search: 'nobody yet' } })
    expect(found).toMatchObject({ items: [{ email: seller.email }], total: 1 })
    await verify(ayesha, await getMemberId(testApp, seller))
    expect((await ayesha.page('GET /sellers', { query })).total).toBe(total - 1)
  })

  test('find somebody by a name in Bangla', async () => {
    await registerMember(testApp, 'Buyer', 'রহিমা খাতুন')
    expect(await ayesha('GET /buyers', { query: { search: 'খাতুন' } })).toMatchObject([{ name: 'রহিমা খাতুন' }])
    expect((await ayesha('GET /buyers', { query: { search: '  ' } })).length).toBeGreaterThan(3)
  })
})

describe('verifying', () => {
  test('gives the badge to all bikes of the seller, old and new, and the second call counts them', async () => {
    const seller = await registerMember(testApp, 'Seller')
    const bikes = [await createListing(testApp, seller), await createListing(testApp, seller)]
    expect(await verify(ayesha, await getMemberId(testApp, seller))).toEqual({ modifiedCount: 1 })
    expect(await ayesha('PUT /users/update', { query: { email: seller.email } })).toEqual({ modifiedCount: 2 })
    bikes.push(await createListing(testApp, seller))
    const list = await testApp.visitor('GET /allbikes')
    const badges = bikes.map(({ id }) => list.find((bike) => bike._id === id)?.verification)
    expect(badges).toEqual([true, true, true])
  })

  test('a second time changes nothing', async () => {
    expect(await verify(ayesha, await getMemberId(testApp, fixtures.rahim))).toEqual({ modifiedCount: 0 })
  })

  test('a buyer, an admin and nobody cannot be verified', async () => {
    for (const one of [fixtures.karim, fixtures.ayesha]) {
      const request = verify(ayesha, await getMemberId(testApp, one))
      expect(await catchError(request)).toMatchObject({ status: 409, code: 'only_sellers' })
    }
    expect(await catchError(verify(ayesha, unknownId))).toMatchObject({ status: 404 })
  })

  test('the second call does not find unknown members, and needs exactly one address', async () => {
    const updateUser = async (query: string) => {
      const headers = { authorization: `Bearer ${ayesha.token}` }
      const answer = await testApp.fastify.inject({ method: 'PUT', url: `/api/users/update${query}`, headers })
      return [answer.statusCode, answer.json<{ field?: string }>().field]
    }
    expect(await updateUser('?email=nobody@motohaat.test')).toEqual([404, undefined])
    for (const query of ['', '?email=%25', `?email=${ayesha.email}&email=${fixtures.rahim.email}`]) {
      expect(await updateUser(query)).toEqual([400, 'email'])
    }
    expect(await ayesha('PUT /users/update', { query: { email: fixtures.mizanur.email } })).toEqual({
      modifiedCount: 0,
    })
  })
})

describe('who is not the admin', () => {
  test('can neither list, verify nor delete anybody, not even themselves', async () => {
    const target = await getMemberId(testApp, fixtures.mizanur)
    const params = { id: target }
    for (const [name, status] of [
      ['visitor', 401],
      ['karim', 403],
      ['rahim', 403],
      ['mizanur', 403],
    ] as const) {
      const client = await testApp.signInAs(name)
      const requests = [
        client('GET /sellers'),
        client('GET /buyers'),
        client('GET /messages'),
        client('PUT /users/update', { query: { email: fixtures.mizanur.email } }),
        verify(client, target),
        client('DELETE /users/:id', { params }),
      ]
      for (const error of await Promise.all(requests.map(catchError))) expect(error).toMatchObject({ status })
    }
    const sellers = await ayesha('GET /sellers')
    expect(sellers.find(({ _id }) => _id === target)).toMatchObject({
      status: false,
      badgeUntil: null,
      badgeEvidence: null,
      name: 'Mizanur Rahman',
    })
  })
})
