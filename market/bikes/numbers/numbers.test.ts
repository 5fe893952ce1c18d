import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { book, catchError, completeSale, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createListing, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let seller: MemberClient
let slugs: string[]

/** A member whose e-mail address is not proven. */
const registerUnproven = async (): Promise<MemberClient> => {
  const member = await registerMember(testApp, 'Buyer')
  await testApp.db.$client.query('update members set email_verified = false where email = $1', [member.email])
  return member
}
const getNumber = (as: TestApp['visitor'], slug = '') => as('GET /bikes/:slug/number', { params: { slug } })
const getSlug = async (id: string): Promise<string> => {
  const { rows } = await testApp.db.$client.query<{ slug: string }>('select slug from bikes where id = $1', [id])
  return rows[0]?.slug ?? ''
}
const listAll = async (as: TestApp['visitor']) => [
  ...(await as('GET /allbikes', { query: { limit: '100' } })),
  ...(await as('GET /categoryDetails/:name', { params: { name: 'Yamaha' }, query: { limit: '100' } })),
  ...(await as('GET /bikes', { query: { limit: '48' } })).bikes,
]

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  seller = await registerMember(testApp, 'Seller')
  const { rows } = await testApp.db.$client.query<{ slug: string }>(
    `select slug from bikes join members on members.id = seller_id
     where advertised_at is null and sold_at is null and reserved_at is null and withdrawn_at is null
     order by bikes.id limit 30`,
  )
  slugs = rows.map(({ slug }) => slug)
  assert(slugs.length === 30, 'needs bikes')
})
afterAll(() => testApp.close())

describe('harvesting', () => {
  test('a new account gets the numbers of advertised bikes and no e-mail address from all lists', async () => {
    const harvester = await registerUnproven()
    const found = await listAll(harvester)
    expect(found.length).toBeGreaterThan(100)
    expect(found.some(({ advertise }) => advertise === 'on')).toBe(true)
    for (const bike of found) {
      expect(bike).not.toHaveProperty('email')
      expect(bike.contactNumber).toMatch(bike.advertise === 'on' ? /^\d{5}-\d{6}$/ : /^\d{5}-•{6}$/)
    }
    const pages = await Promise.all(slugs.map((slug) => harvester('GET /bikes/:slug', { params: { slug } })))
    for (const { contactNumber } of pages) expect(contactNumber).toMatch(/•{6}$/)
  })

  test('it gets five numbers a day by asking, also all at once, and twenty after it proved its address', async () => {
    const harvester = await registerUnproven()
    // Which bikes come first of those asked for at once is not known.
    const countShown = async (refusal: object = {}) => {
      const answers = await Promise.allSettled(slugs.map((slug) => getNumber(harvester, slug)))
      for (const answer of answers)
        if (answer.status === 'rejected')
          expect(answer.reason).toMatchObject({ status: 429, code: 'too_many_numbers', ...refusal })
      return answers.filter(({ status }) => status === 'fulfilled').length
    }
    const shown = await countShown({
      message: 'You have seen 5 numbers today. Confirm your e-mail address in My Account, and you can see 20 a day.',
    })
    expect(shown).toBe(5)
    await testApp.db.$client.query('update members set email_verified = true where email = $1', [harvester.email])
    expect(await countShown()).toBe(20)
    expect(await countShown({ message: 'You have seen 20 numbers today. You can see more tomorrow.' })).toBe(20)
  })

  test('the next day, counted in Dhaka, it gets twenty more, and those of the day before without counting', async () => {
    const member = await registerMember(testApp, 'Buyer')
    for (const slug of slugs.slice(0, 20)) await getNumber(member, slug)
    expect(await catchError(getNumber(member, slugs[20]))).toMatchObject({ code: 'too_many_numbers' })
    const today = clock.now
    clock.now = new Date('2026-11-21T00:00:01+06:00')
    const next = await testApp.signInAs(member)
    for (const slug of slugs) await getNumber(next, slug)
    clock.now = today
  })

  test('the database refuses a 21st number of a day', async () => {
    const insert = testApp.db.$client.query(
      `insert into bike_number_views (bike_id, member_id, day, place, shown_at)
       select (select id from bikes limit 1), (select id from members limit 1), '2026-11-20', 21, now()`,
    )
    await expect(insert).rejects.toMatchObject({ constraint: 'bike_number_views_place_check' })
  })
})

describe('the number on request', () => {
  test('is for members; the seller sees how many have asked, booked and saved the bike', async () => {
    const listing = await createListing(testApp, seller)
    const { id } = listing
    const slug = await getSlug(id)
    expect(await catchError(getNumber(testApp.visitor, slug))).toMatchObject({ status: 401 })
    const [karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
    expect(await getNumber(karim, slug)).toEqual({ contactNumber: '01700-000101' })
    await getNumber(karim, slug)
    await getNumber(sadia, slug)
    await getNumber(seller, slug)
    await karim('POST /wishlist', { body: { productId: id } })
    await sadia('POST /wishlist', { body: { productId: id } })
    await book(sadia, listing)
    const ended = await book(karim, listing)
    await karim('DELETE /bookings/:id', { params: { id: ended.bookingId } })
    const own = await seller('GET /allbikes/myproduct')
    expect(own.find((bike) => bike._id === id)).toMatchObject({
      numberRequests: 2,
      liveDeals: 1,
      saves: 2,
      contactNumber: '01700-000101',
    })
  })

  test('costs nothing for an advertised bike, for the admin, and for a buyer whose request was accepted', async () => {
    const buyer = await registerUnproven()
    for (const slug of slugs.slice(0, 5)) await getNumber(buyer, slug)
    const [open, agreed, shown] = [
      await createListing(testApp, seller),
      await createListing(testApp, seller),
      await createListing(testApp, seller),
    ]
    await seller('PUT /allbikes/:id', { params: { id: shown.id }, body: { advertise: 'on' } })
    const { bookingId } = await book(buyer, agreed)
    expect(await catchError(getNumber(buyer, await getSlug(agreed.id)))).toMatchObject({ code: 'too_many_numbers' })
    await seller('PUT /deals/:id/answer', { params: { id: bookingId }, body: { answer: 'yes' } })
    for (const { id } of [agreed, shown])
      expect((await getNumber(buyer, await getSlug(id))).contactNumber).toMatch(/101$/)
    expect(await catchError(getNumber(buyer, await getSlug(open.id)))).toMatchObject({ code: 'too_many_numbers' })
    const admin = await testApp.signInAs('ayesha')
    for (const slug of slugs) await getNumber(admin, slug)
  })

  test('the seller and the admin read number and address in every list; other sellers do not', async () => {
    const { id } = await createListing(testApp, seller)
    const slug = await getSlug(id)
    const expected = { contactNumber: '01700-000101', email: seller.email }
    for (const reader of [seller, await testApp.signInAs('ayesha')]) {
      const [bike] = (await reader('GET /allbikes', { query: { limit: '100' } })).filter(({ _id }) => _id === id)
      expect(bike).toMatchObject(expected)
      const { bikes } = await reader('GET /bikes', { query: { limit: '48', sort: 'newest' } })
      expect(bikes.find(({ _id }) => _id === id)).toMatchObject(expected)
      expect(await reader('GET /bikes/:slug', { params: { slug } })).toMatchObject({ contactNumber: '01700-000101' })
    }
    const other = await registerMember(testApp, 'Seller')
    const [bike] = (await other('GET /allbikes', { query: { limit: '100' } })).filter(({ _id }) => _id === id)
    expect(bike).toMatchObject({ contactNumber: '01700-••••••' })
    expect(bike).not.toHaveProperty('email')
  })

  test('of a withdrawn, a sold and a reserved bike is refused', async () => {
    const karim = await testApp.signInAs('karim')
    const [withdrawn, reserved] = [await createListing(testApp, seller), await createListing(testApp, seller)]
    await seller('DELETE /allbikes/:id', { params: { id: withdrawn.id } })
    const order = await book(karim, reserved)
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
    const getError = async (id: string) => catchError(getNumber(karim, await getSlug(id)))
    expect(await getError(withdrawn.id)).toMatchObject({ code: 'not_found' })
    expect(await getError(reserved.id)).toMatchObject({ code: 'number_hidden' })
    await completeSale(testApp, order.bookingId)
    expect(await getError(reserved.id)).toMatchObject({ code: 'bike_sold' })
  })
})
