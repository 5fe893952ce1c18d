// What the calls about payments refuse: what is not there, what is too much, and what no provider has signed. Who may pay when
// is in market/deals/may-pay.test.ts, what a hold refuses in holds.test.ts.
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payments } from '#market/schema/money/payments.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError, createPaymentBody, startPayment } from '#tests/support/buying.ts'
import { createEventJson, sendWebhook } from '#tests/support/card-events.ts'
import { beginDeal, payDeal, type Purpose, type TestDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

type Way = 'card' | 'bkash' | 'sslcommerz'

/** Begins to pay; returns what is refused. */
const begin = ({ buyer, order }: TestDeal, { purpose = 'full', way = 'card' }: { purpose?: Purpose; way?: Way }) =>
  catchError(
    buyer('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId, purpose, way } }),
  )

/** Tries a call while the keys of the card provider are not set. */
const withoutCards = async (call: () => Promise<unknown>): Promise<unknown> => {
  const { paymentProviders } = testApp.paymentsDeps
  const { cards } = paymentProviders
  delete paymentProviders.cards
  try {
    return await call()
  } finally {
    if (cards) paymentProviders.cards = cards
  }
}

describe('a payment does not begin', () => {
  test('of an order that is not there, or is another’s', async () => {
    const [deal, other] = [await beginDeal(testApp), await beginDeal(testApp)]
    expect(await begin({ ...deal, order: { ...deal.order, bookingId: v7() } }, {})).toMatchObject({ code: 'not_found' })
    expect(await begin({ ...other, order: deal.order }, {})).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('by card or wallet for more than it takes at once; a deposit does', async () => {
    const deal = await beginDeal(testApp, { price: 1_000_000 })
    expect(await begin(deal, {})).toMatchObject({ status: 409, code: 'too_much_for_card' })
    expect(await begin(deal, { purpose: 'deposit' })).toEqual({})
    const cheaper = await beginDeal(testApp, { price: 500_001 })
    expect(await begin(cheaper, { way: 'sslcommerz' })).toMatchObject({ status: 409, code: 'too_much_for_wallet' })
    expect(await begin(cheaper, {})).toEqual({})
  })

  test('of a deposit that the seller does not take', async () => {
    const deal = await beginDeal(testApp)
    await deal.seller('PUT /money/settings', { body: { takesDeposits: false } })
    expect(await begin(deal, { purpose: 'deposit' })).toMatchObject({ code: 'no_deposit' })
  })

  test('of the rest before anything is paid, nor after everything is', async () => {
    const deal = await beginDeal(testApp)
    expect(await begin(deal, { purpose: 'rest' })).toMatchObject({ code: 'pay_deposit_first' })
    await payDeal(testApp, deal)
    expect(await begin(deal, { purpose: 'rest' })).toMatchObject({ code: 'already_paid' })
  })

  test('in a way whose keys are not set', async () => {
    const deal = await beginDeal(testApp)
    expect(await withoutCards(() => begin(deal, {}))).toMatchObject({ code: 'way_not_offered' })
  })
})

describe('a payment is not recorded', () => {
  const record = ({ buyer, order }: TestDeal, intentId: string) =>
    catchError(buyer('POST /payments', { body: createPaymentBody(buyer, order, intentId) }))

  test('that is not there, is for another bike, or whose provider does not know it', async () => {
    const [deal, other] = [await beginDeal(testApp), await beginDeal(testApp)]
    const intentId = await startPayment(deal.buyer, deal.order)
    expect(await record(deal, 'pi_none')).toMatchObject({ code: 'not_found' })
    expect(await record({ ...deal, order: other.order }, intentId)).toMatchObject({ code: 'payment_mismatch' })
    await testApp.db.update(payments).set({ intentId: 'pi_of_other_keys' }).where(eq(payments.intentId, intentId))
    expect(await record(deal, 'pi_of_other_keys')).toMatchObject({ status: 409, code: 'payment_unfinished' })
  })

  test('nor is one told about that is another’s', async () => {
    const { buyer } = await beginDeal(testApp)
    const returned = buyer('POST /payments/return', { body: { way: 'bkash', reference: 'TR_of_another' } })
    expect(await catchError(returned)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('what a provider posts is refused', () => {
  const post = async (url: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { statusCode } = await testApp.fastify.inject({ method: 'POST', url, headers, payload: 'tran_id=abc' })
    return statusCode
  }

  test('without a signature, and from a provider that posts nothing', async () => {
    expect(await post('/api/payments/ipn/sslcommerz')).toBe(400)
    expect(await post('/api/payments/ipn/bkash')).toBe(400)
    expect(await post('/api/payments/back/bkash')).toBe(400)
  })

  test('about cards while no card is taken', async () => {
    const event = createEventJson({ type: 'charge.refunded', object: { object: 'charge', payment_intent: 'pi_1' } })
    expect(await withoutCards(() => sendWebhook(testApp, event))).toBe(400)
    expect(await sendWebhook(testApp, event)).toBe(200)
  })
})

test('every line that refuses something has a case above', () => {
  const files = [
    'market/payments/routes.ts',
    'market/payments/providers.ts',
    'market/payments/provider-notifications.ts',
    'market/payments/return-from-provider.ts',
  ]
  expect(sites.listMissing(files)).toEqual([])
})
