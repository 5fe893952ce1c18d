// Clients only claim payments: the state at the provider decides about sale or refund.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startPayment,
  book as bookBike,
  createPaymentBody,
  findUnwantedBike,
  getCollectedTaka,
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

describe('a payment is recorded by its state at the provider, never by the client’s claim', () => {
  test('an intent that is not paid is not a payment', async () => {
    const order = await book(karim)
    const transactionId = await startPayment(karim, order)
    const apiError = await catchError(karim('POST /payments', { body: createPaymentBody(karim, order, transactionId) }))
    expect(apiError).toMatchObject({ status: 409, code: 'payment_unfinished' })
  })

  test('an older, cheaper payment of one’s own does not pay for another bike', async () => {
    const [older, wanted] = [await book(karim), await book(karim)]
    const transactionId = await startPayment(karim, older)
    await testApp.payIntent(transactionId)
    await karim('POST /payments', { body: createPaymentBody(karim, older, transactionId) })
    for (const endpoint of ['POST /payments', 'POST /payments/product', 'POST /payments/wishlist/product'] as const) {
      const apiError = await catchError(karim(endpoint, { body: createPaymentBody(karim, wanted, transactionId) }))
      expect(apiError).toMatchObject({ status: 409, code: 'payment_mismatch' })
    }
    expect(await karim('GET /bookings/:id', { params: { id: wanted.bookingId } })).toMatchObject({ paid: false })
  })

  test('another buyer’s intent and one that does not exist are not found', async () => {
    const order = await book(karim)
    const transactionId = await startPayment(karim, order)
    const body = { ...createPaymentBody(sadia, order, transactionId), email: sadia.email }
    expect(await catchError(sadia('POST /payments', { body }))).toMatchObject({ status: 404 })
    expect(
      await catchError(karim('POST /payments', { body: createPaymentBody(karim, order, 'pi_none') })),
    ).toMatchObject({
      status: 404,
    })
  })

  test('a claim in another’s name is refused', async () => {
    const order = await book(karim)
    const transactionId = await startPayment(karim, order)
    const body = { ...createPaymentBody(karim, order, transactionId), email: sadia.email }
    expect(await catchError(karim('POST /payments', { body }))).toMatchObject({ status: 403, code: 'not_your_email' })
  })
})

describe('money that cannot buy the bike is sent back', () => {
  test('when the seller took the bike off the shop meanwhile, and the buyer reads why', async () => {
    const order = await book(karim)
    const transactionId = await startPayment(karim, order)
    await testApp.db
      .update(bikes)
      .set({ withdrawnAt: new Date(), advertisedAt: null })
      .where(eq(bikes.id, order.bike.id))
    await testApp.payIntent(transactionId)
    const apiError = await catchError(karim('POST /payments', { body: createPaymentBody(karim, order, transactionId) }))
    expect(apiError).toMatchObject({
      status: 409,
      code: 'payment_refunded',
      message: expect.stringContaining('withdrew this bike'),
    })
    expect(await findState(transactionId)).toBe('refunded')
    expect((await getCollectedTaka(testApp)).has(transactionId)).toBe(false)
    expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({
      paid: false,
      refunded: true,
    })
  })
})

describe('the webhook', () => {
  const post = (payload: string, headers: Record<string, string>) =>
    testApp.fastify.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    })

  test.each([
    ['no signature', {}],
    ['a forged signature', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
    ['garbage', { 'stripe-signature': 'x' }],
  ])('with %s is refused', async (_, headers) => {
    const answer = await post('{"type":"payment_intent.succeeded"}', headers)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_signature'])
  })
})

test('the shop’s own books and the provider’s agree: each bike sold once, each charge recorded or sent back', async () => {
  const sold = await testApp.db.select().from(payments).where(eq(payments.state, 'succeeded'))
  const recorded = new Map(sold.map((payment) => [payment.intentId, payment.amountTaka]))
  expect(recorded.size).toBeGreaterThan(0)
  expect(await getCollectedTaka(testApp)).toEqual(recorded)
})
