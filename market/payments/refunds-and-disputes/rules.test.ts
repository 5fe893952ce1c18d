import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { begin, book, claim, freshBike, type Order, type Person, refusalOf } from '#tests/support/buying.ts'
import { dispute, eventText, refundByHand, succeeded, tell } from '#tests/support/card-events.ts'
import { findBroken, gather } from '#scripts/invariants.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'
import { payments } from '#market/payments/table.ts'

let shop: TestShop
let karim: Person
let ayesha: Person
beforeAll(async () => {
  // Nobody listens at the shop's port: every webhook of the sandbox is lost, and only what a test tells is heard.
  shop = await openTestShop({ keep: true })
  ;[karim, ayesha] = [await shop.as('karim'), await shop.as('ayesha')]
})
afterAll(() => shop.close())

const paymentOf = async (intentId: string) => {
  const [row] = await shop.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row
}
const sellerOf = async ({ bike }: Order): Promise<Person> => {
  const [row] = await shop.db
    .select({ email: members.email })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(eq(bikes.id, bike.id))
  return shop.as({ email: row?.email ?? '', password: 'motohaat-demo' })
}

/** A bike that Karim bought. */
const buy = async () => {
  const order = await book(karim, await freshBike(shop))
  const intentId = await begin(karim, order)
  await shop.payFor(intentId)
  await karim('POST /payments', { body: claim(karim, order, intentId) })
  return { order, intentId }
}

/** The provider tells what it did with the charge of an intent. */
const tellOf = (type: string, intentId: string) =>
  tell(shop, eventText({ type, object: { id: 'ch_1', object: 'charge', payment_intent: intentId } }))

const holdAll = async () =>
  expect((await findBroken(shop.db.$client, await gather(shop.cards.all()))).broken).toEqual([])

/** How the shop may hear of it: by the provider's message, or, when that was lost, by the sweeper alone. */
const ways = [
  ['told by the webhook', (intentId: string) => tellOf('charge.refunded', intentId)],
  ['found by the sweeper when the webhook was lost', () => shop.sweep()],
] as const

describe('money that went back at the provider’s dashboard', () => {
  test.each(ways)(
    'is a refund here too, %s; the bike is with its seller and on no list of the shop',
    async (_, hear) => {
      const { order, intentId } = await buy()
      await refundByHand(shop, intentId)
      await hear(intentId)
      expect(await paymentOf(intentId)).toMatchObject({ state: 'refunded', refundReason: 'at_provider' })

      const orders = await karim('GET /bookings')
      expect(orders.find(({ _id }) => _id === order.bookingId)).toMatchObject({
        paid: false,
        refunded: true,
        status: 'withdrawn',
        transactionId: null,
      })
      const onSale = await shop.visitor('GET /allbikes')
      expect(onSale.map(({ _id }) => _id)).not.toContain(order.bike.id)
      const again = karim('POST /create-payment-intent', { body: { price: order.price, bookingId: order.bookingId } })
      expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'bike_withdrawn' })
      await holdAll()
    },
  )

  test('shows in the seller’s list until the seller takes the bike out of it', async () => {
    const { order, intentId } = await buy()
    await refundByHand(shop, intentId)
    await tellOf('charge.refunded', intentId)
    const seller = await sellerOf(order)
    const mine = async () => (await seller('GET /allbikes/myproduct')).find(({ _id }) => _id === order.bike.id)
    expect(await mine()).toMatchObject({ status: 'withdrawn', paid: false, advertise: 'off' })
    expect(await seller('DELETE /allbikes/:id', { params: { id: order.bike.id } })).toEqual({ deletedCount: 1 })
    expect(await mine()).toBeUndefined()
  })

  test('in part is written down, and the sale stands; the rest of it undoes the sale', async () => {
    const { order, intentId } = await buy()
    await refundByHand(shop, intentId, 1_000)
    await tellOf('charge.refunded', intentId)
    expect(await paymentOf(intentId)).toMatchObject({ state: 'succeeded', sentBackTaka: 1_000 })
    expect(await karim('GET /bookings/:id', { params: { id: order.bookingId } })).toMatchObject({ paid: true })
    await holdAll()
    await refundByHand(shop, intentId)
    await tellOf('charge.refunded', intentId)
    expect(await paymentOf(intentId)).toMatchObject({ state: 'refunded', sentBackTaka: order.price })
    await holdAll()
  })

  test('before the shop heard of the payment sells nothing', async () => {
    const order = await book(karim, await freshBike(shop))
    const intentId = await begin(karim, order)
    await shop.payFor(intentId)
    await refundByHand(shop, intentId)
    await tellOf('charge.refunded', intentId)
    await tell(shop, succeeded(intentId))
    expect(await paymentOf(intentId)).toMatchObject({ state: 'refunded', refundReason: 'at_provider', settledAt: null })
    const refused = await refusalOf(karim('POST /payments', { body: claim(karim, order, intentId) }))
    expect(refused).toMatchObject({ status: 409, code: 'payment_refunded' })
    const onSale = await shop.visitor('GET /allbikes')
    expect(onSale.map(({ _id }) => _id)).toContain(order.bike.id)
  })

  test('is not undone by an older message that comes late, ten at once', async () => {
    const { intentId } = await buy()
    await refundByHand(shop, intentId)
    const types = ['charge.refunded', 'payment_intent.succeeded', 'payment_intent.payment_failed', 'refund.created']
    const told = [...types, ...types, 'payment_intent.canceled', 'payment_intent.processing'].map((type) =>
      type.startsWith('payment_intent')
        ? tell(shop, eventText({ type, object: { id: intentId, object: 'payment_intent' } }))
        : tellOf(type, intentId),
    )
    expect(new Set(await Promise.all(told))).toEqual(new Set([200]))
    expect(await paymentOf(intentId)).toMatchObject({ state: 'refunded' })
    await holdAll()
  })
})

describe('a dispute with the buyer’s bank', () => {
  const attention = async (intentId: string) =>
    (await ayesha('GET /payments/attention')).find(({ transactionId }) => transactionId === intentId)

  test('leaves the sale as it is, and the admin is shown it; lost, it is a refund and the bike is its seller’s', async () => {
    const { order, intentId } = await buy()
    await dispute(shop, intentId)
    await tellOf('charge.dispute.created', intentId)
    expect(await paymentOf(intentId)).toMatchObject({ state: 'succeeded', disputeOutcome: null })
    expect(await attention(intentId)).toMatchObject({ dispute: 'open', state: 'succeeded', productId: order.bike.id })
    expect(shop.logged.join('')).toContain('is disputed with the buyer')
    await holdAll()

    await dispute(shop, intentId, 'lost')
    await shop.sweep()
    expect(await paymentOf(intentId)).toMatchObject({ state: 'refunded', refundReason: 'dispute_lost' })
    expect(await attention(intentId)).toMatchObject({ dispute: 'lost', state: 'refunded' })
    const [bike] = await shop.db.select().from(bikes).where(eq(bikes.id, order.bike.id))
    expect(bike).toMatchObject({ soldAt: null, advertisedAt: null })
    expect(bike?.withdrawnAt).not.toBeNull()
    await holdAll()
  })

  test('won, it leaves the sale as it was', async () => {
    const { intentId } = await buy()
    await dispute(shop, intentId)
    await tellOf('charge.dispute.created', intentId)
    await dispute(shop, intentId, 'won')
    await tellOf('charge.dispute.closed', intentId)
    expect(await paymentOf(intentId)).toMatchObject({ state: 'succeeded', disputeOutcome: 'won' })
    await holdAll()
  })
})

test('the payments that a person should look at are the admin’s alone', async () => {
  expect(await refusalOf(karim('GET /payments/attention'))).toMatchObject({ status: 403 })
  const [first, second] = [
    await ayesha('GET /payments/attention', { query: { limit: '1' } }),
    await ayesha('GET /payments/attention'),
  ]
  expect(first).toEqual(second.slice(0, 1))
})
