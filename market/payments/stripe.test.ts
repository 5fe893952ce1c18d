// A slow or failing card provider, or lost responses: no false promise and no double charge.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import {
  startPayment,
  book,
  createPaymentBody,
  findUnwantedBike,
  getCollectedTaka,
  type Order,
  type BuyerClient,
  catchError,
} from '#tests/support/buying.ts'
import { addMs } from '#contract/time/durations.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { createEventJson, sendWebhook } from '#tests/support/card-events.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { refunds } from '#market/schema/money/refunds.ts'
import { payments } from '#market/schema/money/payments.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let karim: BuyerClient
let order: Order

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  karim = await testApp.signInAs('karim')
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})
beforeEach(async () => {
  order = await book(karim, await findUnwantedBike(testApp))
})
afterEach(() => callSandbox('faults', { method: 'DELETE' }))

const callSandbox = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${testApp.sandboxPort}/sandbox/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}`, 'content-type': 'application/json' },
  })
/** Lets the next `times` calls of an operation fail; the SDK tries three times by itself. */
const injectFault = async (operation: string, kind: string, more: object = {}) => {
  const answer = await callSandbox('faults', {
    method: 'POST',
    body: JSON.stringify({ operation, fault: kind, times: 3, ...more }),
  })
  expect(answer.ok).toBe(true)
}
const listUnpaidIntentIds = async (): Promise<string[]> => {
  const ids: string[] = []
  for await (const one of testApp.paymentProvider.listIntents()) if (one.status !== 'succeeded') ids.push(one.id)
  return ids
}
const listPayments = () => testApp.db.select().from(payments).where(eq(payments.bikeId, order.bike.id))

describe('beginning to pay while the provider', () => {
  test.each([
    ['answers 500', 'status', { status: 500 }],
    ['answers 429', 'status', { status: 429 }],
    ['drops the connection before it did anything', 'drop_before', {}],
    ['drops the connection after it made the intent', 'drop_after', {}],
    ['answers garbage', 'garbage', {}],
    ['answers a page of HTML', 'html', {}],
  ])('%s is refused with "try again", and the same try later gets one intent', async (_, kind, more) => {
    const idsBefore = await listUnpaidIntentIds()
    await injectFault('create', kind, more)
    const apiError = await catchError(startPayment(karim, order))
    expect(apiError).toMatchObject({ status: 503, code: 'cards_unavailable' })
    await callSandbox('faults', { method: 'DELETE' })
    const intent = await startPayment(karim, order)
    expect((await listPayments()).map((row) => [row.state, row.intentId])).toEqual([['open', intent]])
    expect((await listUnpaidIntentIds()).filter((id) => !idsBefore.includes(id))).toEqual([intent])
  })
})

test('two calls in a row that fail are not noticed by who begins to pay', async () => {
  await injectFault('create', 'drop_before', { times: 2 })
  const intent = await startPayment(karim, order)
  expect((await listPayments()).map((row) => [row.state, row.intentId])).toEqual([['open', intent]])
})

describe('settling while the provider', () => {
  test.each([
    ['answers 500', 'status', { status: 500 }],
    ['answers garbage', 'garbage', {}],
    // Only "there is none" ends a payment; a request that Stripe refuses for another reason does not.
    ['refuses the request', 'status', { status: 400 }],
  ])('%s says nothing about success; later the payment is recorded', async (_, kind, more) => {
    const intent = await startPayment(karim, order)
    await testApp.payIntent(intent)
    await injectFault('retrieve', kind, more)
    const body = createPaymentBody(karim, order, intent)
    // The card was charged, so the message must not say that it was not.
    const message = expect.not.stringMatching(/no money/i)
    const apiError = await catchError(karim('POST /payments', { body }))
    expect(apiError).toMatchObject({ status: 503, code: 'cards_unavailable', message })
    expect((await listPayments()).map((row) => row.state)).toEqual(['open'])
    await callSandbox('faults', { method: 'DELETE' })
    await expect(karim('POST /payments', { body })).resolves.toMatchObject({ acknowledged: true })
  })

  test('does not send the money back at once leaves it due, and the sweeper sends it once', async () => {
    const intent = await startPayment(karim, order)
    await testApp.db
      .update(bikes)
      .set({ withdrawnAt: new Date(), advertisedAt: null })
      .where(eq(bikes.id, order.bike.id))
    await testApp.payIntent(intent)
    await injectFault('refund', 'drop_after')
    const apiError = await catchError(karim('POST /payments', { body: createPaymentBody(karim, order, intent) }))
    expect(apiError).toMatchObject({ code: 'payment_refunded' })
    expect((await listPayments()).map((row) => row.state)).toEqual(['refund_due'])
    await callSandbox('faults', { method: 'DELETE' })
    // The next try is half a minute later.
    await testApp.db.update(refunds).set({ nextTryAt: new Date() }).where(eq(refunds.state, 'due'))
    await testApp.sweep()
    expect((await listPayments()).map((row) => row.state)).toEqual(['refunded'])
    expect([...(await getCollectedTaka(testApp)).keys()]).not.toContain(intent)
  })
})

test('an intent that Stripe does not know is not found', async () => {
  const told = await sites.callLater(() => testApp.paymentProvider.retrieve('pi_of_other_keys'))
  expect(told).toMatchObject({ code: 'not_found' })
})

describe('an event', () => {
  const event = createEventJson({ type: 'charge.refunded', object: { object: 'charge', payment_intent: 'pi_1' } })

  test('is refused with an old signature, without what an event has, and of the other mode', async () => {
    expect(await sendWebhook(testApp, event, addMs(new Date(), -301_000))).toBe(400)
    expect(await sendWebhook(testApp, '{"object":"event"}')).toBe(400)
    expect(await sendWebhook(testApp, event.replace('"livemode":false', '"livemode":true'))).toBe(400)
    expect(testApp.logLines.join('')).toContain('is of live mode')
    expect(await sendWebhook(testApp, event)).toBe(200)
  })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payments/stripe.ts'])).toEqual([])
})
