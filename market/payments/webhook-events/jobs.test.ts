import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { begin, book, freshBike, type Order, type Person } from '#tests/support/buying.ts'
import { eventText, refundByHand, succeeded, tell } from '#tests/support/card-events.ts'
import { openOwner } from '#tests/support/owner-connection.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { bikes } from '#market/bikes/table.ts'
import { payments, webhookEvents } from '#market/payments/table.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'

let shop: TestShop
let karim: Person
let order: Order
const clock = { now: new Date() }
beforeAll(async () => {
  shop = await openTestShop({ keep: true, clock })
  karim = await shop.as('karim')
})
beforeEach(async () => {
  clock.now = new Date()
  await shop.db.delete(webhookEvents)
  shop.logged.splice(0)
  order = await book(karim, await freshBike(shop))
})
afterAll(() => shop.close())

const kept = () => shop.db.select().from(webhookEvents)
const stateOf = async (intentId: string) => {
  const [row] = await shop.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row?.state
}
const paid = async (): Promise<string> => {
  const intentId = await begin(karim, order)
  await shop.payFor(intentId)
  return intentId
}
const breakProvider = (fault: object) =>
  fetch(`http://127.0.0.1:${shop.sandboxPort}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
    body: JSON.stringify(fault),
  })

describe('what the card provider tells', () => {
  test('is kept once and has one effect, told five times at once', async () => {
    const intentId = await paid()
    const body = succeeded(intentId, 'evt_five')
    expect(await Promise.all(Array.from({ length: 5 }, () => tell(shop, body)))).toEqual([200, 200, 200, 200, 200])
    expect(await kept()).toMatchObject([{ id: 'evt_five', type: 'payment_intent.succeeded', intentId }])
    expect((await kept())[0]?.processedAt).not.toBeNull()
    expect(await stateOf(intentId)).toBe('succeeded')
  })

  test('is kept when it cannot be dealt with, is answered 200, and is dealt with by the sweeper', async () => {
    const intentId = await paid()
    await shop.db
      .update(payments)
      .set({ createdAt: new Date(clock.now.getTime() + 86_400_000) })
      .where(eq(payments.intentId, intentId))
    await breakProvider({ operation: 'retrieve', fault: 'status', status: 500, times: 3 })
    expect(await tell(shop, succeeded(intentId))).toBe(200)
    expect(await kept()).toMatchObject([{ processedAt: null }])
    expect(shop.logged.join('')).toContain('could not be dealt with yet')
    clock.now = new Date(clock.now.getTime() + 11_000)
    await shop.sweep()
    expect(await stateOf(intentId)).toBe('succeeded')
    expect((await kept())[0]?.processedAt).not.toBeNull()
  })

  test('is not answered 200 when it could not be kept', async () => {
    const intentId = await paid()
    // The trigger of a full disk, so to say: what the shop writes there is refused.
    const owner = await openOwner(shop)
    await owner.query(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$;
      create trigger full_disk before insert on webhook_events execute function full_disk()`)
    expect(await tell(shop, succeeded(intentId))).toBe(500)
    await owner.query('drop trigger full_disk on webhook_events')
    await owner.end()
    expect(await stateOf(intentId)).toBe('open')
  })

  test('is refused with a right signature of ten minutes ago, and taken with one of four', async () => {
    const intentId = await paid()
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    expect(await tell(shop, succeeded(intentId), minutesAgo(10))).toBe(400)
    expect(await kept()).toEqual([])
    expect(await tell(shop, succeeded(intentId), minutesAgo(4))).toBe(200)
  })

  test.each([
    ['an unknown type', eventText({ type: 'moon.risen', object: { id: 'mo_1', object: 'moon' } })],
    ['an intent of nobody', succeeded('pi_of_nobody')],
    ['a refund without an intent', eventText({ type: 'refund.created', object: { id: 're_1', object: 'refund' } })],
    [
      'a charge of an intent that is no text',
      eventText({ type: 'charge.refunded', object: { object: 'charge', payment_intent: { id: 1 } } }),
    ],
  ])('about %s is kept, answered 200, and changes nothing', async (_what, body) => {
    expect(await tell(shop, body)).toBe(200)
    const [event] = await kept()
    expect(event?.processedAt).not.toBeNull()
    expect(await shop.db.select().from(payments).where(eq(payments.bikeId, order.bike.id))).toEqual([])
  })

  test.each([
    ['no event at all', '{"hello": "world"}'],
    ['null', 'null'],
    ['no JSON', 'hello'],
    ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['two megabytes', Buffer.alloc(2 * 1024 * 1024, 0x20)],
  ])('that is %s is refused, signed or not, and the shop goes on', async (_what, body) => {
    expect([400, 413]).toContain(await tell(shop, body))
    expect(await kept()).toEqual([])
    expect((await shop.visitor('GET /allbikes')).length).toBeGreaterThan(0)
  })

  test('gives no rights to a cookie or a token that comes with it', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: { authorization: `Bearer ${karim.token}`, 'content-type': 'application/json' },
      payload: succeeded(await paid()),
    })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'bad_signature'])
  })

  test('of money that was not asked for sells nothing, sends it back and raises an alert', async () => {
    const intentId = await begin(karim, order)
    await shop.db
      .update(payments)
      .set({ amountTaka: order.price - 1 })
      .where(eq(payments.intentId, intentId))
    await shop.payFor(intentId)
    expect(await tell(shop, succeeded(intentId))).toBe(200)
    const [row] = await shop.db.select().from(payments).where(eq(payments.intentId, intentId))
    expect(row).toMatchObject({ state: 'refunded', refundReason: 'mismatch' })
    expect(shop.logged.filter((line) => line.includes('is not what was asked for'))).toHaveLength(1)
    const [bike] = await shop.db.select().from(bikes).where(eq(bikes.id, order.bike.id))
    expect(bike?.soldAt).toBeNull()
  })
})

describe('what nobody heard', () => {
  test('is asked for from the newest on that was listed before, and kept once', async () => {
    const intentId = await paid()
    await refundByHand(shop, intentId)
    await shop.sweep()
    const ofIntent = async () => (await kept()).filter((event) => event.intentId === intentId)
    const first = await ofIntent()
    expect(first.map(({ type }) => type).toSorted()).toEqual(['charge.refunded', 'refund.created'])
    expect(first.every(({ listedAt, processedAt }) => listedAt && processedAt)).toBe(true)
    await shop.sweep()
    expect(await ofIntent()).toEqual(first)
  })

  test('stays unheard while the provider is away, and the sweeper says so and goes on', async () => {
    await breakProvider({ operation: 'list_events', fault: 'status', status: 500, times: 3 })
    const intentId = await paid()
    await shop.db
      .update(payments)
      .set({ createdAt: new Date(clock.now.getTime() - 60_000) })
      .where(eq(payments.intentId, intentId))
    await shop.sweep()
    expect(await stateOf(intentId)).toBe('succeeded')
    expect(shop.logged.join('')).toContain('did not tell what it did')
  })

  test('and what is three months past is forgotten', async () => {
    const old = new Date(clock.now.getTime() - 91 * 86_400_000)
    const row = { type: 'charge.refunded', madeAt: old, receivedAt: old }
    await shop.db.insert(webhookEvents).values([
      { id: 'evt_old', processedAt: old, ...row },
      { id: 'evt_waits', intentId: 'pi_of_nobody', ...row },
    ])
    await breakProvider({ operation: 'retrieve', fault: 'status', status: 500, times: 3 })
    await shop.sweep()
    const ids = (await kept()).map(({ id }) => id)
    expect(ids).toContain('evt_waits')
    expect(ids).not.toContain('evt_old')
  })
})
