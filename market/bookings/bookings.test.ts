import { eq, sql } from 'drizzle-orm'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { fixtures } from '#seed/fixtures.ts'
import { book, findUnwantedBike, type BuyerClient, catchError } from '#tests/support/buying.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { bookings } from '#market/schema/deals/bookings.ts'

let testApp: TestApp
let karim: BuyerClient
let sadia: BuyerClient

beforeAll(async () => {
  // Fifty requests wait for one row, which takes longer on a busy machine.
  testApp = await createTestApp({ manualClose: true })
  ;[karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
})
afterAll(() => testApp.close())

const order = (bike: { id: string; salePriceTaka: number }) => ({
  contactNumber: '01712345678',
  meetingLocation: 'Farmgate',
  salePrice: bike.salePriceTaka,
  producId: bike.id,
})

describe('POST /bookings', () => {
  test('books the bike: "Booking confirmed", and it is in My Orders', async () => {
    const bike = await findUnwantedBike(testApp)
    const answer = await karim('POST /bookings', {
      body: { ...order(bike), productName: bike.name, email: karim.email, image: bike.picture },
    })
    expect(answer).toMatchObject({ acknowledged: true, message: 'Booking confirmed' })
    const [newest] = await karim('GET /bookings', { query: { email: karim.email } })
    expect(newest).toEqual({
      _id: answer.insertedId,
      productName: bike.name,
      email: karim.email,
      contactNumber: '+8801712345678',
      meetingLocation: 'Farmgate',
      image: bike.picture,
      salePrice: bike.salePriceTaka,
      producId: bike.id,
      paid: false,
      status: 'available',
      transactionId: null,
      payments: [],
      rest: 0,
      refunded: false,
      payObstacle: null,
      dealId: answer.insertedId,
      deal: { state: 'requested', closeReason: null, meetAt: null, turnUntil: null, purpose: null },
    })
  })

  test('fifty clicks at once on the same bike make one booking; the others get an error', async () => {
    const bike = await findUnwantedBike(testApp)
    const clicks = await Promise.all(
      Array.from({ length: 50 }, () => catchError(karim('POST /bookings', { body: order(bike) }))),
    )
    const conflicts = clicks.filter(
      (one) => typeof one === 'object' && one !== null && 'code' in one && one.code === 'already_booked',
    )
    expect(conflicts).toHaveLength(49)
    expect(await testApp.db.select().from(bookings).where(eq(bookings.bikeId, bike.id))).toHaveLength(1)
  })

  test('does not keep the bike from other buyers', async () => {
    const bike = await findUnwantedBike(testApp)
    await book(karim, bike)
    await expect(book(sadia, bike)).resolves.toBeTruthy()
  })

  test('a seller cannot book their own bike', async () => {
    const rahim = await testApp.signInAs('rahim')
    const [seller] = await testApp.db.select().from(members).where(eq(members.email, fixtures.rahim.email))
    const [own] = await testApp.db
      .select()
      .from(bikes)
      .where(eq(bikes.sellerId, seller?.id ?? ''))
    assert(own, 'needs a bike of Rahim')
    expect(await catchError(rahim('POST /bookings', { body: order(own) }))).toMatchObject({
      status: 409,
      code: 'own_bike',
    })
  })

  test('a price that the buyer did not see is refused with the price as it is', async () => {
    const bike = await findUnwantedBike(testApp)
    const body = { ...order(bike), salePrice: bike.salePriceTaka - 1 }
    expect(await catchError(karim('POST /bookings', { body }))).toMatchObject({
      code: 'price_changed',
      body: { salePrice: bike.salePriceTaka },
    })
  })

  test('a bike that was withdrawn or never existed is not found', async () => {
    const bike = await findUnwantedBike(testApp)
    await testApp.db.update(bikes).set({ withdrawnAt: new Date(), advertisedAt: null }).where(eq(bikes.id, bike.id))
    const gone = { ...order(bike), producId: '019a0000-0000-7000-8000-000000000000' }
    for (const body of [order(bike), gone]) {
      expect(await catchError(karim('POST /bookings', { body }))).toMatchObject({ status: 404 })
    }
  })

  test('in another’s name is refused, and a name, picture or title of the client’s own is not kept', async () => {
    const bike = await findUnwantedBike(testApp)
    const otherEmailBody = { ...order(bike), email: sadia.email }
    expect(await catchError(karim('POST /bookings', { body: otherEmailBody }))).toMatchObject({
      status: 403,
      code: 'not_your_email',
    })
    await karim('POST /bookings', {
      body: { ...order(bike), productName: 'Free bike', image: 'https://evil.example/x.png' },
    })
    const [newest] = await karim('GET /bookings')
    expect(newest).toMatchObject({ productName: bike.name, image: bike.picture })
  })

  test.each([
    ['contactNumber', 'abc', /contact number/],
    ['contactNumber', '123', /6 to 15 digits/],
    ['contactNumber', '1'.repeat(40), /6 to 15 digits/],
    ['contactNumber', '<script>', /contact number/],
    ['contactNumber', '', /contact number/],
    ['meetingLocation', '   ', /meeting location/],
    ['meetingLocation', '\u200b\u200b', /Enter a meeting location/],
    ['meetingLocation', 'a\u202eb', /visible characters/],
    ['meetingLocation', 'a\u0000b', /visible characters/],
    ['meetingLocation', 'x'.repeat(121), /at most 120/],
  ])('a %s of %j is refused, by its name and in a sentence', async (field, value, sentence) => {
    const bike = await findUnwantedBike(testApp)
    const apiError = await catchError(karim('POST /bookings', { body: { ...order(bike), [field]: value } }))
    expect(apiError).toMatchObject({ status: 400, body: { field, message: expect.stringMatching(sentence) } })
  })

  test.each([
    '০১৭১২৩৪৫৬৭৮',
    '+880 1712-345678',
    '8801712345678',
    '(01712) 345678',
    '1712345678',
    // As other programs write it.
    '\u202A01712\u2011345678\u202C',
    'tel:+8801712345678',
    '\uFF10\uFF11\uFF17\uFF11\uFF12\uFF13\uFF14\uFF15\uFF16\uFF17\uFF18',
  ])('a contact number typed as %s is kept as one number', async (contactNumber) => {
    const bike = await findUnwantedBike(testApp)
    const { insertedId } = await karim('POST /bookings', { body: { ...order(bike), contactNumber } })
    const saved = await karim('GET /bookings/:id', { params: { id: insertedId } })
    expect(saved.contactNumber).toBe('+8801712345678')
  })
})

describe('GET /bookings', () => {
  test('of another person is refused, and one order of another is not there', async () => {
    const { bookingId } = await book(sadia, await findUnwantedBike(testApp))
    expect(await catchError(karim('GET /bookings', { query: { email: sadia.email } }))).toMatchObject({ status: 403 })
    expect(await catchError(karim('GET /bookings/:id', { params: { id: bookingId } }))).toMatchObject({ status: 404 })
  })

  test('comes in pages, the newest first', async () => {
    const whole = await karim('GET /bookings')
    const first = await karim.page('GET /bookings', { query: { limit: '3' } })
    const second = await karim.page('GET /bookings', { query: { limit: '3', cursor: first.next ?? '' } })
    expect([...first.items, ...second.items]).toEqual(whole.slice(0, 6))
  })
})

describe('a buyer with many bookings', () => {
  test('has twenty orders that wait to be paid and no more, also when all are made at once', async () => {
    const other = await createTestApp({
      limits: { ...createLimits(1_000), maxLiveBookings: createLimits().maxLiveBookings },
    })
    const greedy = await other.signInAs('sadia')
    const onSale = await other.visitor('GET /allbikes', { query: { limit: '100' } })
    const before = (await greedy('GET /bookings')).filter(({ paid, status }) => !paid && status === 'available').length
    const results = await Promise.allSettled(
      onSale
        .slice(0, 40)
        .map((bike) => greedy('POST /bookings', { body: order({ id: bike._id, salePriceTaka: bike.salePrice }) })),
    )
    const madeCount = results.filter(({ status }) => status === 'fulfilled').length
    assert(onSale.length >= 35, 'needs more bikes than may be booked')
    expect(before + madeCount).toBe(20)
    const [first] = await greedy('GET /bookings')
    const apiError = await catchError(book(greedy, await findUnwantedBike(other)))
    expect(apiError).toMatchObject({ status: 409, code: 'too_many_bookings' })
    // Bookings of sold or withdrawn bikes do not count.
    await other.db
      .update(bikes)
      .set({ withdrawnAt: new Date(), advertisedAt: null })
      .where(eq(bikes.id, first?.producId ?? ''))
    await book(greedy, await findUnwantedBike(other))
    expect(await catchError(book(greedy, await findUnwantedBike(other)))).toMatchObject({ code: 'too_many_bookings' })
  })
})

describe('the buttons of a page', () => {
  test('know the own bikes on sale and the live deals of the member, and nobody else’s', async () => {
    const rahim = await testApp.signInAs('rahim')
    const bike = await findUnwantedBike(testApp)
    const { insertedId: dealId } = await karim('POST /bookings', { body: order(bike) })
    const booked = { productId: bike.id, dealId }
    expect((await karim('GET /bookings/products')).booked[0]).toEqual(booked)
    expect((await sadia('GET /bookings/products')).booked).not.toContainEqual(booked)
    expect((await karim('GET /bookings/products')).own).toEqual([])

    const [own] = await rahim('GET /allbikes/myproduct')
    assert(own?.status === 'available', 'needs a bike of Rahim on sale')
    expect((await rahim('GET /bookings/products')).own).toContain(own._id)
    await testApp.db.update(bikes).set({ withdrawnAt: new Date(), advertisedAt: null }).where(eq(bikes.id, own._id))
    expect((await rahim('GET /bookings/products')).own).not.toContain(own._id)

    await karim('DELETE /bookings/:id', { params: { id: dealId } })
    expect((await karim('GET /bookings/products')).booked).not.toContainEqual(booked)
  })

  test('ask for at most 500 bikes of each kind', async () => {
    const rahim = await testApp.signInAs('rahim')
    await testApp.db.execute(sql`insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka,
        bought_in_year, years_used, condition, seller_name, contact_number, location, picture, created_at)
      select gen_random_uuid(), seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used,
        condition, seller_name, contact_number, location, picture, created_at
      from (select * from bikes where seller_id = (select id from members where email = ${fixtures.rahim.email})
        and category = 'Yamaha' limit 1) as one, generate_series(1, 501)`)
    expect((await rahim('GET /bookings/products')).own).toHaveLength(500)
  })
})
