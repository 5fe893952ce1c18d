import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#seed/fixtures.ts'
import { refusalOf } from '#tests/support/buying.ts'
import { memberId, newMember, offer, type Seller } from '#tests/support/selling.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
let ayesha: Seller
const absent = '019a0000-0000-7000-8000-000000000000'

beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  ayesha = await shop.as('ayesha')
})
afterAll(() => shop.close())

const castOf = (role: string) => Object.values(cast).filter((one) => one.role === role)
const verify = (as: Seller, id: string) => as('PUT /users/:id', { params: { id }, body: { verify: true } })

describe('GET /sellers and GET /buyers', () => {
  test('give everybody of the role, newest first, with the length of the whole list', async () => {
    for (const [name, role] of [
      ['GET /sellers', 'Seller'],
      ['GET /buyers', 'Buyer'],
    ] as const) {
      const { items, total } = await ayesha.page(name)
      expect(items.map(({ email }) => email).toSorted()).toEqual(
        castOf(role)
          .map(({ email }) => email)
          .toSorted(),
      )
      expect(items.every((one) => one.role === role)).toBe(true)
      expect(items.map(({ _id }) => _id)).toEqual(
        items
          .map(({ _id }) => _id)
          .toSorted()
          .toReversed(),
      )
      expect(total).toBe(items.length)
    }
  })

  test('say who is verified, and nothing else of a person', async () => {
    const sellers = await ayesha('GET /sellers')
    expect(sellers.find(({ email }) => email === cast.rahim.email)).toEqual({
      _id: await memberId(shop, cast.rahim),
      name: 'Rahim Uddin',
      email: cast.rahim.email,
      role: 'Seller',
      status: true,
    })
    expect(sellers.find(({ email }) => email === cast.mizanur.email)?.status).toBe(false)
  })

  test('go on where a page ends, with the same total', async () => {
    const whole = await ayesha('GET /sellers')
    const walked: string[] = []
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ayesha.page('GET /sellers', { query: { limit: '3', ...(cursor && { cursor }) } })
      expect([page.items.length <= 3, page.total]).toEqual([true, whole.length])
      walked.push(...page.items.map(({ _id }) => _id))
      cursor = page.next
    }
    expect(walked).toEqual(whole.map(({ _id }) => _id))
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

  test('find somebody by a name in Bangla', async () => {
    await newMember(shop, 'Buyer', 'রহিমা খাতুন')
    expect(await ayesha('GET /buyers', { query: { search: 'খাতুন' } })).toMatchObject([{ name: 'রহিমা খাতুন' }])
    expect((await ayesha('GET /buyers', { query: { search: '  ' } })).length).toBeGreaterThan(3)
  })
})

describe('verifying', () => {
  test('gives the badge to all bikes of the seller, old and new, and the second call counts them', async () => {
    const seller = await newMember(shop, 'Seller')
    const bikes = [await offer(shop, seller), await offer(shop, seller)]
    expect(await verify(ayesha, await memberId(shop, seller))).toEqual({ modifiedCount: 1 })
    expect(await ayesha('PUT /users/update', { query: { email: seller.email } })).toEqual({ modifiedCount: 2 })
    bikes.push(await offer(shop, seller))
    const list = await shop.visitor('GET /allbikes')
    const badges = bikes.map(({ id }) => list.find((bike) => bike._id === id)?.verification)
    expect(badges).toEqual([true, true, true])
  })

  test('a second time changes nothing', async () => {
    expect(await verify(ayesha, await memberId(shop, cast.rahim))).toEqual({ modifiedCount: 0 })
  })

  test('a buyer, an admin and nobody cannot be verified', async () => {
    for (const one of [cast.karim, cast.ayesha]) {
      const asked = verify(ayesha, await memberId(shop, one))
      expect(await refusalOf(asked)).toMatchObject({ status: 409, code: 'only_sellers' })
    }
    expect(await refusalOf(verify(ayesha, absent))).toMatchObject({ status: 404 })
  })

  test('the second call tells of nobody who is not here, and needs exactly one address', async () => {
    const asked = async (query: string) => {
      const headers = { authorization: `Bearer ${ayesha.token}` }
      const answer = await shop.app.inject({ method: 'PUT', url: `/api/users/update${query}`, headers })
      return [answer.statusCode, answer.json<{ field?: string }>().field]
    }
    expect(await asked('?email=nobody@motohaat.test')).toEqual([404, undefined])
    for (const query of ['', '?email=%25', `?email=${ayesha.email}&email=${cast.rahim.email}`]) {
      expect(await asked(query)).toEqual([400, 'email'])
    }
    expect(await ayesha('PUT /users/update', { query: { email: cast.mizanur.email } })).toEqual({ modifiedCount: 0 })
  })
})

describe('who is not the admin', () => {
  test('can neither list, verify nor delete anybody, not even themselves', async () => {
    const target = await memberId(shop, cast.mizanur)
    const params = { id: target }
    for (const [name, status] of [
      ['visitor', 401],
      ['karim', 403],
      ['rahim', 403],
      ['mizanur', 403],
    ] as const) {
      const as = await shop.as(name)
      const asked = [
        as('GET /sellers'),
        as('GET /buyers'),
        as('GET /messages'),
        as('PUT /users/update', { query: { email: cast.mizanur.email } }),
        verify(as, target),
        as('DELETE /users/:id', { params }),
      ]
      for (const refused of await Promise.all(asked.map(refusalOf))) expect(refused).toMatchObject({ status })
    }
    const sellers = await ayesha('GET /sellers')
    expect(sellers.find(({ _id }) => _id === target)).toMatchObject({ status: false, name: 'Mizanur Rahman' })
  })
})
