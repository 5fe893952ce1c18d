import { eq } from 'drizzle-orm'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startPayment,
  book,
  findUnwantedBike,
  getCollectedTaka,
  type Order,
  type BuyerClient,
} from '#tests/support/buying.ts'
import { createEventJson, refundAtProvider, createSucceededEvent, sendWebhook } from '#tests/support/card-events.ts'
import { connectAsOwner, queryAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { payments, restores, webhookEvents } from '#market/schema/money/payments.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'

let testApp: TestApp
let karim: BuyerClient
let order: Order
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  karim = await testApp.signInAs('karim')
})
beforeEach(async () => {
  clock.now = new Date()
  await testApp.db.delete(webhookEvents)
  testApp.logLines.splice(0)
  order = await book(karim, await findUnwantedBike(testApp))
})
afterAll(() => testApp.close())

const listEvents = () => testApp.db.select().from(webhookEvents)
const findState = async (intentId: string) => {
  const [row] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row?.state
}
/** The app itself never changes when a payment began. */
const setCreatedAt = (intentId: string, at: Date) =>
  queryAsOwner(testApp, 'update payments set created_at = $2 where intent_id = $1', [intentId, at])
const payIntent = async (): Promise<string> => {
  const intentId = await startPayment(karim, order)
  await testApp.payIntent(intentId)
  return intentId
}
const breakProvider = (fault: object) =>
  fetch(`http://127.0.0.1:${testApp.sandboxPort}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: JSON.stringify(fault),
  })

describe('a webhook event', () => {
  test('is stored once and has one effect, delivered five times at once', async () => {
    const intentId = await payIntent()
    const body = createSucceededEvent(intentId, 'evt_five')
    expect(await Promise.all(Array.from({ length: 5 }, () => sendWebhook(testApp, body)))).toEqual([
      200, 200, 200, 200, 200,
    ])
    expect(await listEvents()).toMatchObject([{ id: 'evt_five', type: 'payment_intent.succeeded', intentId }])
    expect((await listEvents())[0]?.processedAt).not.toBeNull()
    expect(await findState(intentId)).toBe('succeeded')
  })

  test('is stored if processing fails, gets a 200, and is processed by the job', async () => {
    const intentId = await payIntent()
    await setCreatedAt(intentId, new Date(clock.now.getTime() + 86_400_000))
    await breakProvider({ operation: 'retrieve', fault: 'status', status: 500, times: 3 })
    expect(await sendWebhook(testApp, createSucceededEvent(intentId))).toBe(200)
    expect(await listEvents()).toMatchObject([{ processedAt: null }])
    expect(testApp.logLines.join('')).toContain('Processing Stripe event')
    clock.now = new Date(clock.now.getTime() + 11_000)
    await testApp.sweep()
    expect(await findState(intentId)).toBe('succeeded')
    expect((await listEvents())[0]?.processedAt).not.toBeNull()
  })

  test('does not get a 200 if it could not be stored', async () => {
    const intentId = await payIntent()
    // A trigger that rejects the insert, as a full disk would.
    const owner = await connectAsOwner(testApp)
    await owner.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$;
      create trigger full_disk before insert on webhook_events execute function full_disk()`)
    expect(await sendWebhook(testApp, createSucceededEvent(intentId))).toBe(500)
    await owner.query('drop trigger full_disk on webhook_events')
    await owner.end()
    expect(await findState(intentId)).toBe('open')
  })

  test('is rejected with a valid signature of ten minutes ago, and accepted with one of four', async () => {
    const intentId = await payIntent()
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    expect(await sendWebhook(testApp, createSucceededEvent(intentId), minutesAgo(10))).toBe(400)
    expect(await listEvents()).toEqual([])
    expect(await sendWebhook(testApp, createSucceededEvent(intentId), minutesAgo(4))).toBe(200)
  })

  test.each([
    ['an unknown type', createEventJson({ type: 'moon.risen', object: { id: 'mo_1', object: 'moon' } })],
    ['an intent of nobody', createSucceededEvent('pi_of_nobody')],
    [
      'a refund without an intent',
      createEventJson({ type: 'refund.created', object: { id: 're_1', object: 'refund' } }),
    ],
    [
      'a charge of an intent that is no text',
      createEventJson({ type: 'charge.refunded', object: { object: 'charge', payment_intent: { id: 1 } } }),
    ],
  ])('about %s is kept, answered 200, and changes nothing', async (_what, body) => {
    expect(await sendWebhook(testApp, body)).toBe(200)
    const [event] = await listEvents()
    expect(event?.processedAt).not.toBeNull()
    expect(await testApp.db.select().from(payments).where(eq(payments.bikeId, order.bike.id))).toEqual([])
  })

  test.each([
    ['no event at all', '{"hello": "world"}'],
    ['null', 'null'],
    ['no JSON', 'hello'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['two megabytes', Buffer.alloc(2 * 1024 * 1024, 0x20)],
  ])('that is %s is refused, signed or not, and the shop goes on', async (_what, body) => {
    expect([400, 413]).toContain(await sendWebhook(testApp, body))
    expect(await listEvents()).toEqual([])
    expect((await testApp.visitor('GET /allbikes')).length).toBeGreaterThan(0)
  })

  test('gives no access to a cookie or token sent with it', async () => {
    const answer = await testApp.fastify.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: { authorization: `Bearer ${karim.token}`, 'content-type': 'application/json' },
      payload: createSucceededEvent(await payIntent()),
    })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_signature'])
  })

  test('of a payment that was not requested sells nothing, refunds it and raises an alert', async () => {
    const intentId = await startPayment(karim, order)
    await queryAsOwner(testApp, 'update payments set amount_taka = $2 where intent_id = $1', [
      intentId,
      order.price - 1,
    ])
    await testApp.payIntent(intentId)
    expect(await sendWebhook(testApp, createSucceededEvent(intentId))).toBe(200)
    const [row] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
    expect(row).toMatchObject({ state: 'refunded', refundReason: 'mismatch' })
    expect(testApp.logLines.filter((line) => line.includes('is not what was asked for'))).toHaveLength(1)
    const [bike] = await testApp.db.select().from(bikes).where(eq(bikes.id, order.bike.id))
    expect(bike?.soldAt).toBeNull()
  })
})

describe('intents of another system at the same account', () => {
  /** An intent with metadata of its own, paid with a card that works. */
  const payForeignIntent = async (metadata: Record<string, string>): Promise<string> => {
    const stripe = new Stripe(sandboxKeys.stripe.secretKey, {
      host: '127.0.0.1',
      port: testApp.sandboxPort,
      protocol: 'http',
    })
    const { id } = await stripe.paymentIntents.create({ amount: 100_000, currency: 'bdt', metadata })
    await testApp.payIntent(id)
    return id
  }

  test('whose metadata has a paymentId that is no id of ours are taken once, and their money stays where it is', async () => {
    const intentId = await payForeignIntent({ paymentId: 'order-1000', bikeId: 'bike-7', buyerId: 'Rahim' })
    expect(await sendWebhook(testApp, createSucceededEvent(intentId, 'evt_foreign'))).toBe(200)
    const [event] = (await listEvents()).filter(({ id }) => id === 'evt_foreign')
    expect(event?.processedAt).not.toBeNull()
    expect(testApp.logLines.join('')).toContain('belongs to no payment of this shop')
    expect((await getCollectedTaka(testApp)).get(intentId)).toBe(1_000)
  })

  test('are left alone after a restore, and the shop’s own payments are recovered behind them', async () => {
    const foreignId = await payForeignIntent({ paymentId: 'order-1001' })
    const halfOurs = await payForeignIntent({ paymentId: '0199f3a0-0000-7000-8000-000000000000' })
    const ownId = await payIntent()
    await testApp.db.insert(restores).values({ restoredAt: clock.now, backupMadeAt: clock.now })
    await testApp.sweep()
    expect(await findState(ownId)).toBe('succeeded')
    const [restore] = await testApp.db.select().from(restores)
    expect(restore?.recoveredAt).not.toBeNull()
    const collected = await getCollectedTaka(testApp)
    expect([collected.get(foreignId), collected.get(halfOurs)]).toEqual([1_000, 1_000])
  })
})

describe('a lost webhook event', () => {
  test('is listed from the newest known event on, and stored once', async () => {
    const intentId = await payIntent()
    await refundAtProvider(testApp, intentId)
    await testApp.sweep()
    const listIntentEvents = async () => (await listEvents()).filter((event) => event.intentId === intentId)
    const first = await listIntentEvents()
    expect(first.map(({ type }) => type).toSorted()).toEqual([
      'charge.refunded',
      'payment_intent.succeeded',
      'refund.created',
    ])
    expect(first.every(({ listedAt, processedAt }) => listedAt && processedAt)).toBe(true)
    await testApp.sweep()
    expect(await listIntentEvents()).toEqual(first)
  })

  test('of a payment that was canceled here and paid all the same is learned, and the money goes back', async () => {
    const intentId = await startPayment(karim, order)
    const isPayment = eq(payments.intentId, intentId)
    await testApp.db.update(payments).set({ state: 'canceled' }).where(isPayment)
    await testApp.payIntent(intentId)
    await testApp.sweep()
    const [payment] = await testApp.db.select().from(payments).where(isPayment)
    expect(payment).toMatchObject({ state: 'refunded', refundReason: 'hold_released' })
    expect((await getCollectedTaka(testApp)).has(intentId)).toBe(false)
    const [bike] = await testApp.db.select().from(bikes).where(eq(bikes.id, order.bike.id))
    expect(bike).toMatchObject({ soldAt: null, reservedAt: null })
  })

  test('stays missing while the provider is down; the job logs it and goes on', async () => {
    await breakProvider({ operation: 'list_events', fault: 'status', status: 500, times: 3 })
    const intentId = await payIntent()
    await setCreatedAt(intentId, new Date(clock.now.getTime() - 60_000))
    await testApp.sweep()
    expect(await findState(intentId)).toBe('succeeded')
    expect(testApp.logLines.join('')).toContain('Listing Stripe events failed')
  })

  test('is deleted after three months', async () => {
    const old = new Date(clock.now.getTime() - 91 * 86_400_000)
    const row = { type: 'charge.refunded', occurredAt: old, receivedAt: old }
    await testApp.db.insert(webhookEvents).values([
      { id: 'evt_old', processedAt: old, ...row },
      { id: 'evt_waits', intentId: 'pi_of_nobody', ...row },
    ])
    // More faults than the sweep has calls: it also looks at payments that earlier tests left open.
    await breakProvider({ operation: 'retrieve', fault: 'status', status: 500, times: 100 })
    await testApp.sweep()
    const ids = (await listEvents()).map(({ id }) => id)
    expect(ids).toContain('evt_waits')
    expect(ids).not.toContain('evt_old')
  })
})

test('a hundred events that fail for ever hold back no other', async () => {
  const brokenId = 'pi_broken'
  const shop = await createTestApp({
    clock,
    wrapPaymentProvider: (provider) => ({
      ...provider,
      retrieve: (id) => (id === brokenId ? Promise.reject(new ApiError('cards_unavailable')) : provider.retrieve(id)),
      // Only the stored events tell of the refund.
      listEventsSince: async function* () {},
    }),
  })
  const buyer = await shop.signInAs('karim')
  const intentId = await startPayment(buyer, await book(buyer, await findUnwantedBike(shop)))
  await shop.payIntent(intentId)
  await shop.sweep()
  await refundAtProvider(shop, intentId)
  const toRow = (id: string, minutesAgo: number, of: string) => {
    const at = new Date(clock.now.getTime() - minutesAgo * 60_000)
    return { id, intentId: of, type: 'charge.refunded', occurredAt: at, receivedAt: at }
  }
  const failing = Array.from({ length: 105 }, (_, number) => toRow(`evt_fails_${number}`, 2, brokenId))
  await shop.db.insert(webhookEvents).values([...failing, toRow('evt_refund', 1, intentId)])
  await shop.sweep()
  await shop.sweep()
  const [payment] = await shop.db.select().from(payments).where(eq(payments.intentId, intentId))
  expect(payment?.state).toBe('refunded')
})
