import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startPayment,
  book,
  createPaymentBody,
  findUnwantedBike,
  type Order,
  type BuyerClient,
  catchError,
} from '#tests/support/buying.ts'
import {
  disputeAtProvider,
  createEventJson,
  refundAtProvider,
  createSucceededEvent,
  sendWebhook,
} from '#tests/support/card-events.ts'
import { findViolations, collect } from '#scripts/invariants.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { payments } from '#market/schema/money/payments.ts'

let testApp: TestApp
let karim: BuyerClient
let ayesha: BuyerClient
beforeAll(async () => {
  // No server listens, so webhooks of the sandbox are lost; tests deliver events themselves.
  testApp = await createTestApp({ manualClose: true })
  ;[karim, ayesha] = [await testApp.signInAs('karim'), await testApp.signInAs('ayesha')]
})
afterAll(() => testApp.close())

const findPayment = async (intentId: string) => {
  const [row] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row
}
const signInSeller = async ({ bike }: Order): Promise<BuyerClient> => {
  const [row] = await testApp.db
    .select({ email: members.email })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(eq(bikes.id, bike.id))
  return testApp.signInAs({ email: row?.email ?? '' })
}

/** A bike that Karim bought. */
const buy = async () => {
  const order = await book(karim, await findUnwantedBike(testApp))
  const intentId = await startPayment(karim, order)
  await testApp.payIntent(intentId)
  await karim('POST /payments', { body: createPaymentBody(karim, order, intentId) })
  return { order, intentId }
}

/** Delivers an event about the charge of an intent. */
const sendChargeEvent = (type: string, intentId: string) =>
  sendWebhook(testApp, createEventJson({ type, object: { id: 'ch_1', object: 'charge', payment_intent: intentId } }))

const expectInvariants = async () =>
  expect(
    (await findViolations(testApp.db.$client, await collect(testApp.paymentProvider.listIntents()))).violations,
  ).toEqual([])

/** How the shop learns of it: by webhook or, if that was lost, by the job. */
const deliveries = [
  ['told by the webhook', (intentId: string) => sendChargeEvent('charge.refunded', intentId)],
  ['found by the sweeper when the webhook was lost', () => testApp.sweep()],
] as const

describe('money refunded in the provider’s dashboard', () => {
  test.each(deliveries)(
    'is a refund here too, %s; the bike returns to its seller and is on no public list',
    async (_, deliver) => {
      const { order, intentId } = await buy()
      await refundAtProvider(testApp, intentId)
      await deliver(intentId)
      expect(await findPayment(intentId)).toMatchObject({ state: 'refunded', refundReason: 'at_provider' })

      const orders = await karim('GET /bookings')
      expect(orders.find(({ _id }) => _id === order.bookingId)).toMatchObject({
        paid: false,
        refunded: true,
        status: 'withdrawn',
        transactionId: null,
      })
      const onSale = await testApp.visitor('GET /allbikes')
      expect(onSale.map(({ _id }) => _id)).not.toContain(order.bike.id)
      const again = karim('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId } })
      expect(await catchError(again)).toMatchObject({ status: 409, code: 'bike_withdrawn' })
      await expectInvariants()
    },
  )

  test('shows in the seller’s list until the seller takes the bike out of it', async () => {
    const { order, intentId } = await buy()
    await refundAtProvider(testApp, intentId)
    await sendChargeEvent('charge.refunded', intentId)
    const seller = await signInSeller(order)
    const mine = async () => (await seller('GET /allbikes/myproduct')).find(({ _id }) => _id === order.bike.id)
    expect(await mine()).toMatchObject({ status: 'withdrawn', paid: false, advertise: 'off' })
    expect(await seller('DELETE /allbikes/:id', { params: { id: order.bike.id } })).toEqual({ deletedCount: 1 })
    expect(await mine()).toBeUndefined()
  })

  test('in part is recorded, and the sale stays valid; refunding the rest undoes the sale', async () => {
    const { order, intentId } = await buy()
    await refundAtProvider(testApp, intentId, 1_000)
    await sendChargeEvent('charge.refunded', intentId)
    expect(await findPayment(intentId)).toMatchObject({ state: 'succeeded', refundedTaka: 1_000 })
    expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({ paid: true })
    await expectInvariants()
    await refundAtProvider(testApp, intentId)
    await sendChargeEvent('charge.refunded', intentId)
    expect(await findPayment(intentId)).toMatchObject({ state: 'refunded', refundedTaka: order.price })
    await expectInvariants()
  })

  test('before the payment was recorded sells nothing', async () => {
    const order = await book(karim, await findUnwantedBike(testApp))
    const intentId = await startPayment(karim, order)
    await testApp.payIntent(intentId)
    await refundAtProvider(testApp, intentId)
    await sendChargeEvent('charge.refunded', intentId)
    await sendWebhook(testApp, createSucceededEvent(intentId))
    expect(await findPayment(intentId)).toMatchObject({
      state: 'refunded',
      refundReason: 'at_provider',
      settledAt: null,
    })
    const apiError = await catchError(karim('POST /payments', { body: createPaymentBody(karim, order, intentId) }))
    expect(apiError).toMatchObject({ status: 409, code: 'payment_refunded' })
    const onSale = await testApp.visitor('GET /allbikes')
    expect(onSale.map(({ _id }) => _id)).toContain(order.bike.id)
  })

  test('is not undone by ten older events that arrive late at once', async () => {
    const { intentId } = await buy()
    await refundAtProvider(testApp, intentId)
    const types = ['charge.refunded', 'payment_intent.succeeded', 'payment_intent.payment_failed', 'refund.created']
    const statuses = [...types, ...types, 'payment_intent.canceled', 'payment_intent.processing'].map((type) =>
      type.startsWith('payment_intent')
        ? sendWebhook(testApp, createEventJson({ type, object: { id: intentId, object: 'payment_intent' } }))
        : sendChargeEvent(type, intentId),
    )
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
    expect(await findPayment(intentId)).toMatchObject({ state: 'refunded' })
    await expectInvariants()
  })
})

describe('a dispute with the buyer’s bank', () => {
  const findAttention = async (intentId: string) =>
    (await ayesha('GET /payments/attention')).find(({ transactionId }) => transactionId === intentId)

  test('does not change the sale and is shown to the admin; if lost, it is a refund and the bike returns to its seller', async () => {
    const { order, intentId } = await buy()
    await disputeAtProvider(testApp, intentId)
    await sendChargeEvent('charge.dispute.created', intentId)
    expect(await findPayment(intentId)).toMatchObject({ state: 'succeeded', disputeOutcome: null })
    expect(await findAttention(intentId)).toMatchObject({
      dispute: 'open',
      state: 'succeeded',
      productId: order.bike.id,
    })
    expect(testApp.logLines.join('')).toContain('is disputed with the buyer')
    await expectInvariants()

    await disputeAtProvider(testApp, intentId, 'lost')
    await testApp.sweep()
    expect(await findPayment(intentId)).toMatchObject({ state: 'refunded', refundReason: 'dispute_lost' })
    expect(await findAttention(intentId)).toMatchObject({ dispute: 'lost', state: 'refunded' })
    const [bike] = await testApp.db.select().from(bikes).where(eq(bikes.id, order.bike.id))
    expect(bike).toMatchObject({ soldAt: null, advertisedAt: null })
    expect(bike?.withdrawnAt).not.toBeNull()
    await expectInvariants()
  })

  test('if won, does not change the sale', async () => {
    const { intentId } = await buy()
    await disputeAtProvider(testApp, intentId)
    await sendChargeEvent('charge.dispute.created', intentId)
    await disputeAtProvider(testApp, intentId, 'won')
    await sendChargeEvent('charge.dispute.closed', intentId)
    expect(await findPayment(intentId)).toMatchObject({ state: 'succeeded', disputeOutcome: 'won' })
    await expectInvariants()
  })
})

test('only the admin sees the payments that need attention', async () => {
  expect(await catchError(karim('GET /payments/attention'))).toMatchObject({ status: 403 })
  const [first, second] = [
    await ayesha('GET /payments/attention', { query: { limit: '1' } }),
    await ayesha('GET /payments/attention'),
  ]
  expect(first).toEqual(second.slice(0, 1))
})
