// The card provider slow, failing or dropping its answers: nothing is promised, nothing is taken twice.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { begin, book, claim, freshBike, keptMoney, type Order, type Person, refusalOf } from '#tests/support/buying.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { bikes } from '#market/bikes/table.ts'
import { payments } from './table.ts'

let shop: TestShop
let karim: Person
let order: Order

beforeEach(async () => {
  shop = await openTestShop({ keep: true })
  karim = await shop.as('karim')
  order = await book(karim, await freshBike(shop))
})
afterEach(() => shop.close())

const sandbox = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${shop.sandboxPort}/sandbox/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}`, 'content-type': 'application/json' },
  })
/** The next `times` calls of this operation fail in this way; the SDK tries thrice by itself. */
const fault = async (operation: string, how: string, more: object = {}) => {
  const answer = await sandbox('faults', {
    method: 'POST',
    body: JSON.stringify({ operation, fault: how, times: 3, ...more }),
  })
  expect(answer.ok).toBe(true)
}
const rows = () => shop.db.select().from(payments).where(eq(payments.bikeId, order.bike.id))

describe('beginning to pay while the provider', () => {
  test.each([
    ['answers 500', 'status', { status: 500 }],
    ['answers 429', 'status', { status: 429 }],
    ['drops the connection before it did anything', 'drop_before', {}],
    ['drops the connection after it made the intent', 'drop_after', {}],
    ['answers garbage', 'garbage', {}],
    ['answers a page of HTML', 'html', {}],
  ])('%s is refused with "try again", and the same try later gets one intent', async (_, how, more) => {
    await fault('create', how, more)
    const refused = await refusalOf(begin(karim, order))
    expect(refused).toMatchObject({ status: 503, code: 'cards_unavailable' })
    await sandbox('faults', { method: 'DELETE' })
    const intent = await begin(karim, order)
    expect((await rows()).map((row) => [row.state, row.intentId])).toEqual([['open', intent]])
    const made: string[] = []
    for await (const one of shop.cards.all()) if (one.status !== 'succeeded') made.push(one.id)
    expect(made).toEqual([intent])
  })
})

describe('settling while the provider', () => {
  test.each([
    ['answers 500', 'status', { status: 500 }],
    ['answers garbage', 'garbage', {}],
  ])('%s says nothing about success; later the payment is recorded', async (_, how, more) => {
    const intent = await begin(karim, order)
    await shop.payFor(intent)
    await fault('retrieve', how, more)
    const body = claim(karim, order, intent)
    // The card was charged, so the sentence may not promise the buyer that it was not.
    const message = expect.not.stringMatching(/no money/i)
    const refused = await refusalOf(karim('POST /payments', { body }))
    expect(refused).toMatchObject({ status: 503, code: 'cards_unavailable', message })
    expect((await rows()).map((row) => row.state)).toEqual(['open'])
    await sandbox('faults', { method: 'DELETE' })
    await expect(karim('POST /payments', { body })).resolves.toMatchObject({ acknowledged: true })
  })

  test('does not send the money back at once leaves it due, and the sweeper sends it once', async () => {
    const intent = await begin(karim, order)
    await shop.db.update(bikes).set({ withdrawnAt: new Date(), advertisedAt: null }).where(eq(bikes.id, order.bike.id))
    await shop.payFor(intent)
    await fault('refund', 'drop_after')
    const refused = await refusalOf(karim('POST /payments', { body: claim(karim, order, intent) }))
    expect(refused).toMatchObject({ code: 'payment_refunded' })
    expect((await rows()).map((row) => row.state)).toEqual(['refund_due'])
    await sandbox('faults', { method: 'DELETE' })
    await shop.db
      .update(payments)
      .set({ createdAt: new Date(Date.now() - 60_000) })
      .where(eq(payments.intentId, intent))
    await shop.sweep()
    expect((await rows()).map((row) => row.state)).toEqual(['refunded'])
    expect([...(await keptMoney(shop)).keys()]).toEqual([])
  })
})
