import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeSale, startPayment, book, createPaymentBody, catchError } from '#tests/support/buying.ts'
import {
  registerMember,
  createListing,
  insertUploadedPicture,
  createProductBody,
  type MemberClient,
} from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let seller: MemberClient
let other: MemberClient
let karim: MemberClient
const absent = '019a0000-0000-7000-8000-000000000000'

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock: { now: new Date('2026-11-20T10:00:00+06:00') } })
  seller = await registerMember(testApp, 'Seller')
  other = await registerMember(testApp, 'Seller', 'Babul Mia')
  karim = await testApp.signInAs('karim')
})
afterAll(() => testApp.close())

const listBike = async (changes: object, as = seller) =>
  as('POST /allbikes', { body: { ...createProductBody(await insertUploadedPicture(testApp, as)), ...changes } })
const getCreateError = (changes: object) => catchError(listBike(changes))
const findOnSale = async (id: string) => {
  const list = await testApp.visitor('GET /allbikes')
  return list.find((bike) => bike._id === id)
}
const findOwn = async (id: string, as = seller) => {
  const list = await as('GET /allbikes/myproduct', { query: { email: as.email } })
  return list.find((bike) => bike._id === id)
}
/** A bike of the seller that Karim has paid for. */
const createSoldBike = async () => {
  const bike = await createListing(testApp, seller)
  const order = await book(karim, bike)
  const intent = await startPayment(karim, order)
  await testApp.payIntent(intent)
  await karim('POST /payments', { body: createPaymentBody(karim, order, intent) })
  await completeSale(testApp, order.bookingId)
  return bike
}

describe('POST /allbikes', () => {
  test('lists the bike: it is in the shop and in My Products with every field as typed', async () => {
    const { insertedId } = await listBike({ email: seller.email, date: '1/1/2099', time: '0:00', status: 'sold' })
    const saved = await findOwn(insertedId)
    expect(saved).toMatchObject({
      ...createProductBody(await insertUploadedPicture(testApp, seller)),
      email: seller.email,
      status: 'available',
      advertise: 'off',
      paid: false,
      verification: false,
      date: '20/11/2026',
      time: '10:00 AM',
    })
    expect(await findOnSale(insertedId)).toMatchObject({
      productName: 'Suzuki Gixxer 155',
      contactNumber: '01700-••••••',
    })
  })

  test('is for sellers', async () => {
    expect(await catchError(listBike({}, karim))).toMatchObject({ status: 403, code: 'role_not_allowed' })
    const body = createProductBody('/pictures/x.webp')
    expect(await catchError(testApp.visitor('POST /allbikes', { body }))).toMatchObject({ status: 401 })
  })

  test('in another’s name is refused', async () => {
    expect(await getCreateError({ email: other.email })).toMatchObject({ status: 403, code: 'not_your_email' })
  })

  test.each([
    ['salePrice', 999, 'The lowest price is 1,000 Taka.'],
    ['salePrice', 10_000_000, 'The highest price is 99,99,999 Taka.'],
    ['salePrice', 1_500.5, 'Enter the price in whole Taka.'],
    ['salePrice', '178000', 'Enter the price in whole Taka.'],
    ['originalPrice', 10_000_000, 'The highest original price is 99,99,999 Taka.'],
    ['purchaseTime', 1949, 'Enter a year of purchase from 1950 on.'],
    ['purchaseTime', 2027, 'The year of purchase is in the future.'],
    ['usedTime', -1, 'The years of use cannot be less than 0.'],
    ['usedTime', 7, 'A bike bought in 2021 was used for at most 6 years.'],
    ['condition', 'Mint', 'Choose Excellent, Good or Fair.'],
    ['name', 'yamaha', 'Choose Yamaha, Suzuki, TVS or another brand.'],
    ['name', '', 'Choose Yamaha, Suzuki, TVS or another brand.'],
    ['productName', ' \u200B ', 'Enter a product name.'],
    ['productName', 'ab\u202Ecd', 'Use visible characters for a product name.'],
    ['productName', 'x'.repeat(10_000), 'Use at most 120 characters for a product name.'],
    ['sellerName', '', 'Enter a seller name.'],
    ['contactNumber', '123', 'Enter a contact number with 6 to 15 digits, such as 01712-345678.'],
    ['location', null, 'Enter a location.'],
    ['image', '', 'Choose a picture first.'],
  ])('%s %j is refused with a sentence', async (field, value, message) => {
    expect(await getCreateError({ [field]: value })).toMatchObject({ status: 400, message, body: { field } })
  })

  test('the lowest and the highest price, and an original price below the resale price, are taken', async () => {
    for (const changes of [
      { salePrice: 1_000, originalPrice: 1_000 },
      { salePrice: 9_999_999, originalPrice: 250_000 },
      { purchaseTime: 2026, usedTime: 1 },
    ]) {
      expect(await listBike(changes)).toMatchObject({ acknowledged: true })
    }
  })

  test('unknown fields are refused, none of them is kept', async () => {
    for (const field of ['paid', 'advertise', 'verification', 'seller_id', '_id']) {
      expect(await getCreateError({ [field]: true })).toMatchObject({ status: 400, body: { field } })
    }
  })

  test('a picture that somebody else uploaded, or nobody, is refused', async () => {
    const { rows } = await testApp.db.$client.query<{ url: string }>(
      'select url from pictures order by url desc limit 1',
    )
    for (const image of [rows[0]?.url, '/pictures/none.webp', 'https://a.example/x.jpg', 'javascript:alert(1)']) {
      expect(await getCreateError({ image })).toMatchObject({
        status: 400,
        code: 'picture_not_uploaded',
        body: { field: 'image' },
      })
    }
  })

  test('a shop may go by another name than its owner, but not by the name of another seller or of the admin', async () => {
    const saveWithName = async (sellerName: string) =>
      (await findOwn((await listBike({ sellerName })).insertedId))?.sellerName
    expect(await saveWithName('নাদিয়া মোটরস')).toBe('নাদিয়া মোটরস')
    expect(await saveWithName('Karim Sheikh')).toBe('Karim Sheikh')
    expect(await saveWithName('RAHIM  uddin.')).toBe('Nadia Haque')
    expect(await saveWithName('Ayesha Siddiqua')).toBe('Nadia Haque')
    expect(await saveWithName('Nadia Haque')).toBe('Nadia Haque')
  })
})

describe('GET /allbikes/myproduct', () => {
  test('gives the own bikes only, newest first, page by page', async () => {
    const ids = [
      await createListing(testApp, other),
      await createListing(testApp, other),
      await createListing(testApp, other),
    ].map(({ id }) => id)
    const first = await other.page('GET /allbikes/myproduct', { query: { limit: '2' } })
    const second = await other.page('GET /allbikes/myproduct', { query: { limit: '2', cursor: first.next ?? '' } })
    expect([...first.items, ...second.items].map((bike) => bike._id)).toEqual(ids.toReversed())
    expect(second.next).toBeNull()
  })

  test('of another address is refused', async () => {
    const request = seller('GET /allbikes/myproduct', { query: { email: other.email } })
    expect(await catchError(request)).toMatchObject({ status: 403, code: 'not_your_email' })
  })
})

describe('PUT /allbikes/{id}', () => {
  const advertise = (as: MemberClient, id: string) =>
    as('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })

  test('advertises the bike; a second time changes nothing', async () => {
    const { id } = await createListing(testApp, seller)
    expect(await advertise(seller, id)).toEqual({ modifiedCount: 1 })
    expect(await findOnSale(id)).toMatchObject({ advertise: 'on', contactNumber: '01700-000101' })
    expect(await advertise(seller, id)).toEqual({ modifiedCount: 0 })
  })

  test('a bike of another seller and one that does not exist are the same 404, and nothing is created', async () => {
    const { id } = await createListing(testApp, other)
    const before = (await testApp.visitor('GET /allbikes')).length
    for (const target of [id, absent]) {
      expect(await catchError(advertise(seller, target))).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect((await findOnSale(id))?.advertise).toBe('off')
    expect((await testApp.visitor('GET /allbikes')).length).toBe(before)
  })

  test('takes the advertisement back; the bike stays for sale, and a second time changes nothing', async () => {
    const { id } = await createListing(testApp, seller)
    const stop = (as: MemberClient) => as('PUT /allbikes/:id', { params: { id }, body: { advertise: 'off' } })
    await advertise(seller, id)
    expect(await catchError(stop(other))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await stop(seller)).toEqual({ modifiedCount: 1 })
    expect(await findOnSale(id)).toMatchObject({ advertise: 'off', status: 'available' })
    expect(
      (await testApp.visitor('GET /allbikes', { query: { advertise: 'on' } })).map(({ _id }) => _id),
    ).not.toContain(id)
    expect(await stop(seller)).toEqual({ modifiedCount: 0 })
    expect(await advertise(seller, id)).toEqual({ modifiedCount: 1 })
    await seller('DELETE /allbikes/:id', { params: { id } })
    expect(await catchError(stop(seller))).toMatchObject({ status: 409, code: 'bike_withdrawn' })
  })

  test('a sold bike and a withdrawn one are refused', async () => {
    expect(await catchError(advertise(seller, (await createSoldBike()).id))).toMatchObject({
      status: 409,
      code: 'bike_sold',
    })
    const { id } = await createListing(testApp, seller)
    await seller('DELETE /allbikes/:id', { params: { id } })
    expect(await catchError(advertise(seller, id))).toMatchObject({ status: 409, code: 'bike_withdrawn' })
  })

  test.each([{}, { advertise: 'never' }, { advertise: true }, { advertise: 'on', paid: true }])(
    'the body %j is refused',
    async (body) => {
      const { id } = await createListing(testApp, seller)
      const answer = await testApp.fastify.inject({
        method: 'PUT',
        url: `/api/allbikes/${id}`,
        headers: { authorization: `Bearer ${seller.token}` },
        payload: body,
      })
      expect(answer.statusCode).toBe(400)
    },
  )
})

describe('DELETE /allbikes/{id}', () => {
  const withdraw = (as: MemberClient, id: string) => as('DELETE /allbikes/:id', { params: { id } })

  test('takes the bike off every list at once; a second time it is not there', async () => {
    const { id } = await createListing(testApp, seller)
    await seller('PUT /allbikes/:id', { params: { id }, body: { advertise: 'on' } })
    expect(await withdraw(seller, id)).toEqual({ deletedCount: 1 })
    expect([await findOnSale(id), await findOwn(id)]).toEqual([undefined, undefined])
    const suzukis = await karim('GET /categoryDetails/:name', { params: { name: 'Suzuki' } })
    expect(suzukis.some((bike) => bike._id === id)).toBe(false)
    expect(await catchError(withdraw(seller, id))).toMatchObject({ status: 404 })
  })

  test('a bike of another seller and one that does not exist are the same 404', async () => {
    const { id } = await createListing(testApp, other)
    for (const target of [id, absent]) {
      expect(await catchError(withdraw(seller, target))).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await findOnSale(id)).toBeDefined()
  })

  test('a sold bike stays: in My Products it is sold', async () => {
    const { id } = await createSoldBike()
    expect(await catchError(withdraw(seller, id))).toMatchObject({ status: 409, code: 'bike_sold' })
    expect(await findOwn(id)).toMatchObject({ status: 'sold', paid: true })
  })

  test('who has booked the bike sees in My Orders that it is withdrawn, and cannot pay for it', async () => {
    const bike = await createListing(testApp, seller)
    const order = await book(karim, bike)
    await withdraw(seller, bike.id)
    const [newest] = await karim('GET /bookings')
    expect(newest).toMatchObject({ _id: order.bookingId, status: 'withdrawn', paid: false })
    expect(await catchError(startPayment(karim, order))).toMatchObject({ status: 409, code: 'bike_withdrawn' })
  })
})
