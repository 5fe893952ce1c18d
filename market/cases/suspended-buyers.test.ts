// What a suspended buyer does not begin, and what goes on.
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { payments } from '#market/schema/money/payments.ts'
import { caseInvariants } from '#scripts/invariants/cases.ts'
import { book, catchError, parseIntentId, startPayment } from '#tests/support/buying.ts'
import { createSucceededEvent, sendWebhook } from '#tests/support/card-events.ts'
import { createModeration, type Moderation } from '#tests/support/cases/moderation.ts'
import { createListing, getMemberId, type MemberClient, registerMember } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const clock = { now: new Date('2026-11-20T10:00:00+06:00') }
let testApp: TestApp
let market: Moderation

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  market = await createModeration(testApp, clock)
})
afterAll(() => testApp.close())

const listBike = async () => createListing(testApp, await registerMember(testApp, 'Seller'))

/** A moderator suspends a buyer after the report of a conversation. */
const suspend = async (buyer: MemberClient) => {
  const seller = await registerMember(testApp, 'Seller')
  const { id: productId } = await createListing(testApp, seller)
  const body = { productId, text: 'Send me the advance first.', clientId: randomUUID() }
  const { chatId } = await buyer('POST /chats', { body })
  await seller('POST /reports', { body: { chatId, reason: 'advance_money' } })
  const { rows } = await testApp.db.$client.query<{ id: string }>(
    'select id from cases where bike_id is null and member_id = $1 order by id desc limit 1',
    [await getMemberId(testApp, buyer)],
  )
  assert(rows[0], 'needs a case')
  await market.decide(market.moderator, rows[0].id, 'suspend_7')
}

const saveBike = async (buyer: MemberClient) => {
  const bike = await listBike()
  const { insertedId: wishlistId } = await buyer('POST /wishlist', { body: { productId: bike.id } })
  const pay = async () =>
    parseIntentId(await buyer('POST /create-payment-intent', { body: { price: bike.salePriceTaka, wishlistId } }))
  return { bike, wishlistId, pay }
}

const listPayments = (bikeId: string) => testApp.db.select().from(payments).where(eq(payments.bikeId, bikeId))

/** The webhook comes some minutes after the suspension. */
const settleLate = async (intentId: string) => {
  const before = clock.now
  clock.now = new Date(before.getTime() + 5 * 60_000)
  await testApp.payIntent(intentId)
  expect(await sendWebhook(testApp, createSucceededEvent(intentId))).toBe(200)
  clock.now = before
}

const findSuspendedWhoBought = async () => {
  const { rows } = await testApp.db.$client.query(caseInvariants.find(({ id }) => id === 'S3')?.sql ?? '')
  return rows
}

test('a suspended buyer begins no payment of a saved bike', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const { bike, pay } = await saveBike(buyer)
  await suspend(buyer)
  expect(await catchError(pay())).toMatchObject({ status: 403, code: 'suspended' })
  expect(await listPayments(bike.id)).toEqual([])
  const insert = testApp.db.$client.query(
    `insert into payments (id, bike_id, buyer_id, amount_taka, price_taka, state, created_at)
      values (gen_random_uuid(), $1, $2, 1000, 1000, 'open', now())`,
    [bike.id, await getMemberId(testApp, buyer)],
  )
  await expect(insert).rejects.toMatchObject({ constraint: 'member_is_not_suspended' })
})

test('a suspended buyer does not take up a payment of a saved bike again either', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const { pay } = await saveBike(buyer)
  await pay()
  await suspend(buyer)
  expect(await catchError(pay())).toMatchObject({ code: 'suspended' })
})

test('a suspended buyer still pays an order from before', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const order = await book(buyer, await listBike())
  await suspend(buyer)
  const intentId = await startPayment(buyer, order)
  await settleLate(intentId)
  expect(await buyer('GET /deals/:id', { params: { id: order.bookingId } })).toMatchObject({ state: 'held' })
})

test('a suspended buyer in line gets the turn as before', async () => {
  const seller = await registerMember(testApp, 'Seller')
  const [first, buyer] = [await registerMember(testApp, 'Buyer'), await registerMember(testApp, 'Buyer')]
  const bike = await createListing(testApp, seller)
  const [promised, waiting] = [await book(first, bike), await book(buyer, bike)]
  const params = { id: promised.bookingId }
  await seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } })
  await suspend(buyer)
  await first('POST /deals/:id/cancel', { params, body: {} })
  expect(await buyer('GET /deals/:id', { params: { id: waiting.bookingId } })).toMatchObject({
    turnUntil: expect.any(String),
  })
  expect(await startPayment(buyer, waiting)).toMatch(/^pi_/)
})

test('money for a saved bike that was on its way when the suspension came buys the bike', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const { bike, pay } = await saveBike(buyer)
  const intentId = await pay()
  await suspend(buyer)
  await settleLate(intentId)
  const [payment] = await listPayments(bike.id)
  expect(payment).toMatchObject({ state: 'succeeded', failure: null })
  const params = { id: payment?.dealId ?? '' }
  expect(await buyer('GET /deals/:id', { params })).toMatchObject({ state: 'held' })
  expect(await findSuspendedWhoBought()).toEqual([])
})

test('money for a saved bike that has left the sale meanwhile goes back to a suspended buyer as to any other', async () => {
  const buyer = await registerMember(testApp, 'Buyer')
  const { bike, pay } = await saveBike(buyer)
  const intentId = await pay()
  await suspend(buyer)
  await testApp.db.$client.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [bike.id])
  await settleLate(intentId)
  expect(await listPayments(bike.id)).toMatchObject([{ refundReason: 'bike_withdrawn', dealId: null }])
})
