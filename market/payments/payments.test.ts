import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  completeSale,
  startPayment,
  book as bookBike,
  createPaymentBody,
  findUnwantedBike,
  parseIntentId,
  type BuyerClient,
  catchError,
} from '#tests/support/buying.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { payments } from '#market/schema/money/payments.ts'

let testApp: TestApp
let karim: BuyerClient
let sadia: BuyerClient

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  ;[karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
})
afterAll(() => testApp.close())

/** A booking of a bike that nobody else wants. */
const book = async (as: BuyerClient) => bookBike(as, await findUnwantedBike(testApp))

const findState = async (intentId: string) => {
  const [row] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row?.state
}

test('the card of the specification is the first way to pay, before the wallets', async () => {
  const ways = await karim('GET /payments/ways')
  expect(ways.map(({ way }) => way)).toEqual(['card', 'bkash', 'sslcommerz'])
})

describe('a buyer pays for an order', () => {
  test('with an intent, a card and the two calls of the specification; the order says Paid and the bike is gone', async () => {
    const order = await book(karim)
    const transactionId = await startPayment(karim, order)
    await testApp.payIntent(transactionId)
    const first = await karim('POST /payments', { body: createPaymentBody(karim, order, transactionId) })
    const second = await karim('POST /payments/product', { body: createPaymentBody(karim, order, transactionId) })
    expect(second.insertedId).toBe(first.insertedId)

    const orders = await karim('GET /bookings')
    expect(orders.find((one) => one._id === order.bookingId)).toMatchObject({
      paid: true,
      status: 'reserved',
      transactionId,
    })
    const onSale = await testApp.visitor('GET /allbikes')
    expect(onSale.some((bike) => bike._id === order.bike.id)).toBe(false)
    const category = await sadia('GET /categoryDetails/:name', { params: { name: order.bike.category } })
    expect(category.some((bike) => bike._id === order.bike.id)).toBe(false)
  })

  test('from the wishlist, and the order for the same bike is paid with it', async () => {
    const order = await book(karim)
    const { insertedId: wishlistId } = await karim('POST /wishlist', { body: { productId: order.bike.id } })
    const transactionId = parseIntentId(
      await karim('POST /create-payment-intent', { body: { price: order.price, wishlistId } }),
    )
    await testApp.payIntent(transactionId)
    const body = { ...createPaymentBody(karim, order, transactionId), bookingId: wishlistId }
    const first = await karim('POST /payments/wishlist', { body })
    const second = await karim('POST /payments/wishlist/product', { body })
    expect(second.insertedId).toBe(first.insertedId)
    expect(await karim('GET /wishlists/:id', { params: { id: wishlistId } })).toMatchObject({
      paid: true,
      transactionId,
    })
    expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({
      paid: true,
      transactionId,
    })
  })

  test('from the wishlist without an order: a deal begins that is held, and asks for number and place', async () => {
    const bike = await findUnwantedBike(testApp)
    const { insertedId: wishlistId } = await sadia('POST /wishlist', { body: { productId: bike.id } })
    const price = bike.salePriceTaka
    const transactionId = parseIntentId(await sadia('POST /create-payment-intent', { body: { price, wishlistId } }))
    await testApp.payIntent(transactionId)
    const body = createPaymentBody(sadia, { bookingId: wishlistId, bike, price }, transactionId)
    expect(await sadia('POST /payments/wishlist', { body })).toMatchObject({ acknowledged: true })
    expect(await sadia('GET /wishlists/:id', { params: { id: wishlistId } })).toMatchObject({ paid: true })
    const deals = await sadia('GET /deals', { query: { side: 'buyer' } })
    const mine = deals.filter(({ productId }) => productId === bike.id)
    expect(mine).toMatchObject([{ state: 'held', price }])
    expect(await sadia('GET /deals/:id', { params: { id: mine[0]?._id ?? '' } })).toMatchObject({ needsContact: true })
  })

  test('and gets the same intent again, from the order and from the wishlist alike', async () => {
    const order = await book(karim)
    const { insertedId: wishlistId } = await karim('POST /wishlist', { body: { productId: order.bike.id } })
    const items = [
      ...Array.from({ length: 10 }, () => ({ bookingId: order.bookingId })),
      ...Array.from({ length: 10 }, () => ({ wishlistId })),
    ]
    const secrets = await Promise.all(
      items.map((item) => karim('POST /create-payment-intent', { body: { price: order.price, ...item } })),
    )
    expect(new Set(secrets.map((one) => one.clientSecret)).size).toBe(1)
    const rows = await testApp.db.select().from(payments).where(eq(payments.bikeId, order.bike.id))
    expect(rows).toHaveLength(1)
  })

  test('even if the page never reports it: the signed webhook alone settles it', async () => {
    const order = await book(karim)
    const transactionId = await startPayment(karim, order)
    await testApp.fastify.listen({ port: testApp.port, host: '127.0.0.1' })
    await testApp.payIntent(transactionId)
    await expect.poll(() => findState(transactionId)).toBe('succeeded')
  })
})

describe('nobody pays a price they did not see', () => {
  test('a price that differs is refused with the price as it is', async () => {
    const order = await book(karim)
    const body = { price: order.price - 1_000, bookingId: order.bookingId }
    const apiError = await catchError(karim('POST /create-payment-intent', { body }))
    expect(apiError).toMatchObject({ status: 409, code: 'price_changed', body: { salePrice: order.price } })
  })

  test.each([-5, 0, 0.1, '1', null, 1e308, 99_999_999_999, [5], true])('a price of %j is refused', async (price) => {
    const answer = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      headers: { authorization: `Bearer ${karim.token}` },
      payload: { price, bookingId: '019a0000-0000-7000-8000-000000000000' },
    })
    expect([answer.statusCode, answer.json<{ field: string }>().field]).toEqual([400, 'price'])
  })

  test('a booking keeps the price at which it was made', async () => {
    const order = await book(karim)
    await testApp.db
      .update(bikes)
      .set({ salePriceTaka: order.price + 5_000 })
      .where(eq(bikes.id, order.bike.id))
    const transactionId = await startPayment(karim, order)
    expect((await testApp.paymentProvider.retrieve(transactionId)).amountTaka).toBe(order.price)
  })
})

describe('one bike is sold to one buyer', () => {
  test('while one buyer pays, another gets an error', async () => {
    const order = await book(karim)
    await startPayment(karim, order)
    const body = {
      contactNumber: '01812345678',
      meetingLocation: 'Uttara',
      salePrice: order.price,
      producId: order.bike.id,
    }
    const { insertedId: bookingId } = await sadia('POST /bookings', { body })
    const apiError = await catchError(sadia('POST /create-payment-intent', { body: { price: order.price, bookingId } }))
    expect(apiError).toMatchObject({
      status: 409,
      code: 'another_buyer_paying',
      message: 'Another buyer is paying for this bike right now.',
    })
  })

  test('a paid bike takes no more money: not from another, not twice from the same', async () => {
    const order = await book(karim)
    const body = {
      contactNumber: '01812345678',
      meetingLocation: 'Uttara',
      salePrice: order.price,
      producId: order.bike.id,
    }
    const { insertedId: bookingId } = await sadia('POST /bookings', { body })
    const transactionId = await startPayment(karim, order)
    await testApp.payIntent(transactionId)
    await karim('POST /payments', { body: createPaymentBody(karim, order, transactionId) })
    expect(await catchError(startPayment(sadia, { bookingId, price: order.price }))).toMatchObject({
      code: 'promised_to_another',
    })
    expect(await catchError(startPayment(karim, order))).toMatchObject({ code: 'already_paid' })
    await completeSale(testApp, order.bookingId)
    expect(await catchError(startPayment(sadia, { bookingId, price: order.price }))).toMatchObject({
      code: 'bike_sold',
    })
    expect(await catchError(sadia('POST /bookings', { body }))).toMatchObject({ code: 'bike_sold' })
    expect(await sadia('GET /bookings/:id', { params: { id: bookingId } })).toMatchObject({
      paid: false,
      status: 'sold',
    })
  })

  test('fifty concurrent settlements record one payment, and all return the same', async () => {
    const order = await book(karim)
    const transactionId = await startPayment(karim, order)
    await testApp.payIntent(transactionId)
    const body = createPaymentBody(karim, order, transactionId)
    const answers = await Promise.all(Array.from({ length: 50 }, () => karim('POST /payments', { body })))
    expect(new Set(answers.map((one) => one.insertedId)).size).toBe(1)
  })
})
