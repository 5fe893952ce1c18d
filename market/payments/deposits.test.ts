import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchError, createPaymentBody, parseIntentId } from '#tests/support/buying.ts'
import { callSandbox } from '#tests/support/card-events.ts'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { createListing } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

test('of a seller who takes no deposits none is offered and none is taken; the whole price is', async () => {
  const deal = await beginDeal(testApp, { price: 149_000 })
  const readDeal = () => deal.buyer('GET /deals/:id', { params: deal.params })
  expect(await readDeal()).toMatchObject({ deposit: 4_470, acts: expect.arrayContaining(['pay_deposit', 'pay_full']) })
  await deal.seller('PUT /money/settings', { body: { takesDeposits: false } })
  const { deposit, acts } = await readDeal()
  expect([deposit, acts.includes('pay_deposit'), acts.includes('pay_full')]).toEqual([0, false, true])
  expect(await catchError(payDeal(testApp, deal, { purpose: 'deposit' }))).toMatchObject({ code: 'no_deposit' })
  await payDeal(testApp, deal)
  expect(await readDeal()).toMatchObject({ state: 'held', paid: 149_000 })
})

test('a deposit for a wish by card ends as one for an order: the same deal, with the rest to pay', async () => {
  const { buyer, seller, order } = await beginDeal(testApp, { price: 149_000 })
  const other = await createListing(testApp, seller, { salePrice: 149_000 })
  const { insertedId: wishlistId } = await buyer('POST /wishlist', { body: { productId: other.id } })
  const seen = await buyer('GET /wishlists/:id', { params: { id: wishlistId } })
  const body = { price: seen.salePrice, wishlistId, purpose: 'deposit' as const }
  expect(await catchError(buyer('POST /create-payment-intent', { body: { ...body, price: 140_000 } }))).toMatchObject({
    code: 'price_changed',
  })
  const begun = await buyer('POST /create-payment-intent', { body })
  expect(begun.amount).toBe(seen.deposit)
  const intentId = parseIntentId(begun)
  await callSandbox(testApp, `/v1/payment_intents/${intentId}/confirm`, {
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  const paid = createPaymentBody(buyer, { ...order, bike: other, bookingId: wishlistId }, intentId)
  await buyer('POST /payments/wishlist', { body: paid })
  const wish = await buyer('GET /wishlists/:id', { params: { id: wishlistId } })
  expect(wish).toMatchObject({ paid: true, rest: 144_530, status: 'reserved' })
  const deal = await buyer('GET /deals/:id', { params: { id: wish.dealId ?? '' } })
  expect(deal).toMatchObject({ state: 'held', price: 149_000, paid: 4_470, rest: 144_530, needsContact: true })
  expect(deal.acts).toEqual(expect.arrayContaining(['pay_rest', 'show_code', 'cancel']))
})

test('who has cancelled late before reads, of an order and of a wish, that the whole deposit would be kept', async () => {
  const first = await beginDeal(testApp, { price: 149_000 })
  const { buyer, seller } = first
  const readLate = async () => {
    const deal = await beginDeal(testApp, { price: 149_000, buyer, seller })
    const { insertedId: id } = await buyer('POST /wishlist', { body: { productId: deal.order.bike.id } })
    const { deposit } = await buyer('GET /deals/:id/rules', { params: deal.params })
    const { isFirstTime } = await buyer('GET /wishlists/:id', { params: { id } })
    return [deposit.find((rule) => rule.case === 'buyer_cancels_late')?.toSeller, isFirstTime]
  }
  expect(await readLate()).toEqual([2_235, true])
  await payDeal(testApp, first, { purpose: 'deposit' })
  await testApp.db.$client.query(`update deals set meet_at = now() + interval '2 hours' where id = $1`, [first.id])
  await buyer('POST /deals/:id/cancel', { params: first.params, body: {} })
  expect(await readLate()).toEqual([4_470, false])
})

test('a buyer reads what comes back if the seller declines, until the seller has said yes', async () => {
  const { buyer, seller, params } = await beginDeal(testApp, { price: 149_000 })
  const readCases = async () => (await buyer('GET /deals/:id/rules', { params })).deposit
  expect((await readCases())[0]).toEqual({ case: 'seller_declines', toBuyer: 4_470, toSeller: 0 })
  await seller('PUT /deals/:id/answer', { params, body: { answer: 'yes' } })
  expect((await readCases()).map((rule) => rule.case)).not.toContain('seller_declines')
})
