import { eq } from 'drizzle-orm'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { openLimits } from '#platform/http/rate-limiter.ts'
import { cast } from '#seed/fixtures.ts'
import { book, freshBike, type Person, refusalOf } from '#tests/support/buying.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'
import { bookings } from './table.ts'

let shop: TestShop
let karim: Person
let sadia: Person

beforeAll(async () => {
  shop = await openTestShop({ keep: true })
  ;[karim, sadia] = [await shop.as('karim'), await shop.as('sadia')]
})
afterAll(() => shop.close())

const order = (bike: { id: string; salePriceTaka: number }) => ({
  contactNumber: '01712345678',
  meetingLocation: 'Farmgate',
  salePrice: bike.salePriceTaka,
  producId: bike.id,
})

describe('POST /bookings', () => {
  test('books the bike: "Booking confirmed", and it stands in My Orders', async () => {
    const bike = await freshBike(shop)
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
      refunded: false,
    })
  })

  test('fifty clicks at once on the same bike make one booking; the others are told so', async () => {
    const bike = await freshBike(shop)
    const clicks = await Promise.all(
      Array.from({ length: 50 }, () => refusalOf(karim('POST /bookings', { body: order(bike) }))),
    )
    const told = clicks.filter(
      (one) => typeof one === 'object' && one !== null && 'code' in one && one.code === 'already_booked',
    )
    expect(told).toHaveLength(49)
    expect(await shop.db.select().from(bookings).where(eq(bookings.bikeId, bike.id))).toHaveLength(1)
  })

  test('does not keep the bike from other buyers', async () => {
    const bike = await freshBike(shop)
    await book(karim, bike)
    await expect(book(sadia, bike)).resolves.toBeTruthy()
  })

  test('a seller cannot book their own bike', async () => {
    const rahim = await shop.as('rahim')
    const [seller] = await shop.db.select().from(members).where(eq(members.email, cast.rahim.email))
    const [own] = await shop.db
      .select()
      .from(bikes)
      .where(eq(bikes.sellerId, seller?.id ?? ''))
    assert(own, 'needs a bike of Rahim')
    expect(await refusalOf(rahim('POST /bookings', { body: order(own) }))).toMatchObject({
      status: 409,
      code: 'own_bike',
    })
  })

  test('a price that the buyer did not see is refused with the price as it is', async () => {
    const bike = await freshBike(shop)
    const body = { ...order(bike), salePrice: bike.salePriceTaka - 1 }
    expect(await refusalOf(karim('POST /bookings', { body }))).toMatchObject({
      code: 'price_changed',
      body: { salePrice: bike.salePriceTaka },
    })
  })

  test('a bike that was taken off the shop, or never was, is not there', async () => {
    const bike = await freshBike(shop)
    await shop.db.update(bikes).set({ withdrawnAt: new Date(), advertisedAt: null }).where(eq(bikes.id, bike.id))
    const gone = { ...order(bike), producId: '019a0000-0000-7000-8000-000000000000' }
    for (const body of [order(bike), gone]) {
      expect(await refusalOf(karim('POST /bookings', { body }))).toMatchObject({ status: 404 })
    }
  })

  test('in another’s name is refused, and a name, picture or title of the client’s own is not kept', async () => {
    const bike = await freshBike(shop)
    const foreign = { ...order(bike), email: sadia.email }
    expect(await refusalOf(karim('POST /bookings', { body: foreign }))).toMatchObject({
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
    ['meetingLocation', '\u200b\u200b', /visible characters/],
    ['meetingLocation', 'a\u202eb', /visible characters/],
    ['meetingLocation', 'a\u0000b', /visible characters/],
    ['meetingLocation', 'x'.repeat(121), /at most 120/],
  ])('a %s of %j is refused, by its name and in a sentence', async (field, value, sentence) => {
    const bike = await freshBike(shop)
    const refused = await refusalOf(karim('POST /bookings', { body: { ...order(bike), [field]: value } }))
    expect(refused).toMatchObject({ status: 400, body: { field, message: expect.stringMatching(sentence) } })
  })

  test.each(['০১৭১২৩৪৫৬৭৮', '+880 1712-345678', '8801712345678', '(01712) 345678', '1712345678'])(
    'a contact number typed as %s is kept as one number',
    async (contactNumber) => {
      const bike = await freshBike(shop)
      const { insertedId } = await karim('POST /bookings', { body: { ...order(bike), contactNumber } })
      const kept = await karim('GET /bookings/:id', { params: { id: insertedId } })
      expect(kept.contactNumber).toBe('+8801712345678')
    },
  )
})

describe('GET /bookings', () => {
  test('of another person is refused, and one order of another is not there', async () => {
    const { bookingId } = await book(sadia, await freshBike(shop))
    expect(await refusalOf(karim('GET /bookings', { query: { email: sadia.email } }))).toMatchObject({ status: 403 })
    expect(await refusalOf(karim('GET /bookings/:id', { params: { id: bookingId } }))).toMatchObject({ status: 404 })
  })

  test('comes in pages, the newest first', async () => {
    const whole = await karim('GET /bookings')
    const first = await karim.page('GET /bookings', { query: { limit: '3' } })
    const second = await karim.page('GET /bookings', { query: { limit: '3', cursor: first.next ?? '' } })
    expect([...first.items, ...second.items]).toEqual(whole.slice(0, 6))
  })
})

describe('a buyer who books up the market', () => {
  test('has twenty orders that wait to be paid and no more, also when all are made at once', async () => {
    const other = await openTestShop({
      limits: { ...openLimits(1_000), liveBookingsMost: openLimits().liveBookingsMost },
    })
    const greedy = await other.as('sadia')
    const onSale = await other.visitor('GET /allbikes', { query: { limit: '100' } })
    const before = (await greedy('GET /bookings')).filter(({ paid, status }) => !paid && status === 'available').length
    const tried = await Promise.allSettled(
      onSale
        .slice(0, 40)
        .map((bike) => greedy('POST /bookings', { body: order({ id: bike._id, salePriceTaka: bike.salePrice }) })),
    )
    const made = tried.filter(({ status }) => status === 'fulfilled').length
    assert(onSale.length >= 35, 'needs more bikes than may be booked')
    expect(before + made).toBe(20)
    const [first] = await greedy('GET /bookings')
    const refused = await refusalOf(book(greedy, await freshBike(other)))
    expect(refused).toMatchObject({ status: 409, code: 'too_many_bookings' })
    // What is sold to another buyer, or taken off, waits no more.
    await other.db
      .update(bikes)
      .set({ withdrawnAt: new Date(), advertisedAt: null })
      .where(eq(bikes.id, first?.producId ?? ''))
    await book(greedy, await freshBike(other))
    expect(await refusalOf(book(greedy, await freshBike(other)))).toMatchObject({ code: 'too_many_bookings' })
  })
})
