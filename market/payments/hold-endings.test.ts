// A buyer has the form of a payment open while the bike leaves the sale or the deal ends: the payment ends first, so that
// nobody is charged for a bike that is gone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginBkash } from '#tests/support/wallets/bkash.ts'
import { catchError, createPaymentBody, getCollectedTaka, parseIntentId } from '#tests/support/buying.ts'
import { beginDeal, findAllViolations, type TestDeal } from '#tests/support/money.ts'
import { getMemberId } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const begin = async (isAccepted = false) => {
  const deal = await beginDeal(testApp)
  if (isAccepted) await deal.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'yes' } })
  const body = { price: deal.order.price, bookingId: deal.order.bookingId }
  return { ...deal, intentId: parseIntentId(await deal.buyer('POST /create-payment-intent', { body })) }
}

const endings: [story: string, isAccepted: boolean, end: (deal: TestDeal) => Promise<unknown>][] = [
  [
    'the seller takes the bike off',
    false,
    ({ seller, order }) => seller('DELETE /allbikes/:id', { params: { id: order.bike.id } }),
  ],
  [
    'the seller takes the promised bike off',
    true,
    ({ seller, order }) => seller('DELETE /allbikes/:id', { params: { id: order.bike.id } }),
  ],
  [
    'the seller declines',
    false,
    ({ seller, params }) => seller('PUT /deals/:id/answer', { params, body: { answer: 'no' } }),
  ],
  ['the seller cancels', true, ({ seller, params }) => seller('POST /deals/:id/cancel', { params, body: {} })],
  ['the buyer cancels', true, ({ buyer, params }) => buyer('POST /deals/:id/cancel', { params, body: {} })],
  ['the buyer cancels the booking', false, ({ buyer, params }) => buyer('DELETE /bookings/:id', { params })],
]

test.each(endings)('%s while the buyer has the form open: nothing can be paid in it', async (_, isAccepted, end) => {
  const deal = await begin(isAccepted)
  await end(deal)
  expect(await testApp.paymentProvider.retrieve(deal.intentId)).toMatchObject({ status: 'canceled' })
  await expect(testApp.payIntent(deal.intentId)).rejects.toThrow('canceled')
  expect([...(await getCollectedTaka(testApp)).keys()]).not.toContain(deal.intentId)
})

test('a buyer who paid a moment before has the bike: the seller cannot take it off any more', async () => {
  const deal = await begin()
  await testApp.payIntent(deal.intentId)
  const withdraw = deal.seller('DELETE /allbikes/:id', { params: { id: deal.order.bike.id } })
  expect(await catchError(withdraw)).toMatchObject({ status: 409, code: 'bike_reserved' })
  const { buyer, order, intentId } = deal
  expect(await buyer('POST /payments', { body: createPaymentBody(buyer, order, intentId) })).toMatchObject({
    acknowledged: true,
  })
})

test('somebody else’s request to take the bike off ends no payment', async () => {
  const deal = await begin()
  const params = { id: deal.order.bike.id }
  const other = await beginDeal(testApp)
  expect(await catchError(other.seller('DELETE /allbikes/:id', { params }))).toMatchObject({ status: 404 })
  expect(
    await catchError(other.seller('PUT /deals/:id/answer', { params: deal.params, body: { answer: 'no' } })),
  ).toMatchObject({
    status: 404,
  })
  expect(await testApp.paymentProvider.retrieve(deal.intentId)).toMatchObject({ status: 'open' })
})

test('a payment by bKash that is not taken yet ends too', async () => {
  const deal = await beginDeal(testApp)
  await beginBkash(deal.buyer, deal.order)
  await deal.seller('DELETE /allbikes/:id', { params: { id: deal.order.bike.id } })
  const { rows } = await testApp.db.$client.query('select state, failure from payments where buyer_id = $1', [
    await getMemberId(testApp, deal.buyer),
  ])
  expect(rows).toEqual([{ state: 'canceled', failure: 'bike_gone' }])
})

test('all invariants hold', async () => {
  expect((await findAllViolations(testApp)).violations).toEqual([])
})
