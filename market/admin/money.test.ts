// The lists of payments, refunds and ledger entries, and one bike, for those who look after the shop.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, payDeal, registerCashier, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let cashier: MemberClient
let deal: TestDeal
let intentId: string
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  cashier = await registerCashier(testApp)
  deal = await beginDeal(testApp)
  intentId = await payDeal(testApp, deal)
  await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
  await testApp.sweep()
})
afterAll(() => testApp.close())

test('a cashier finds a payment by state and day, and reads its refunds and entries', async () => {
  const day = getDhakaDay(new Date())
  const [payment] = await cashier('GET /allpayments', { query: { day, limit: '1' } })
  expect(payment).toMatchObject({ transactionId: intentId, dealId: deal.id, amount: 149_000 })
  expect(await cashier('GET /allpayments', { query: { day: '2020-01-01' } })).toEqual([])
  const open = await cashier('GET /allpayments', { query: { state: 'open' } })
  expect(open.map(({ _id }) => _id)).not.toContain(payment?._id)
  const one = await cashier('GET /allpayments/:id', { params: { id: payment?._id ?? '' } })
  expect(one.refunds).toMatchObject([{ state: 'succeeded', amount: 149_000 }])
  expect(one.entries.map(({ cause }) => cause).toSorted()).toEqual(['charge', 'refund_confirmed', 'settled'])
})

test('refunds are listed by state, the ledger by day and account, page by page', async () => {
  const [refund] = await cashier('GET /allrefunds', { query: { state: 'succeeded' } })
  expect(refund).toMatchObject({ buyerName: 'Karim Sheikh', amount: 149_000 })
  expect(await cashier('GET /allrefunds', { query: { state: 'failed' } })).toEqual([])
  const day = getDhakaDay(new Date())
  const entries = await cashier('GET /ledger', { query: { day, account: 'buyer' } })
  expect(entries.slice(0, 2).map(({ cause }) => cause)).toEqual(['refund_confirmed', 'cancelled'])
  for (const { lines } of entries) expect(lines.some(({ account }) => account.startsWith('buyer:'))).toBe(true)
  const first = await cashier.page('GET /ledger', { query: { limit: '1' } })
  const second = await cashier.page('GET /ledger', { query: { limit: '1', cursor: first.next ?? '' } })
  expect(second.items[0]?._id).not.toBe(first.items[0]?._id)
  expect(await catchError(cashier('GET /ledger', { query: { day: 'today' } }))).toMatchObject({ status: 400 })
})

test('the admin reads one bike with its owner, prices, deals and audit entries; a cashier does not', async () => {
  const admin = await signInAdmin(testApp)
  const { slug, productId } = await admin('GET /alldeals/:id', { params: deal.params })
  const bike = await admin('GET /bikes/:slug/history', { params: { slug } })
  expect(bike).toMatchObject({ _id: productId, status: 'available', sellerEmail: deal.seller.email, price: 149_000 })
  expect(bike.prices).toHaveLength(1)
  expect(bike.deals.map(({ _id }) => _id)).toEqual([deal.id])
  expect(bike.acts.map(({ what }) => what)).toContain('payment_succeeded')
  expect(await catchError(admin('GET /bikes/:slug/history', { params: { slug: 'none-0000000000' } }))).toMatchObject({
    status: 404,
  })
  expect(await catchError(cashier('GET /bikes/:slug/history', { params: { slug } }))).toMatchObject({ status: 403 })
  expect(await catchError(deal.buyer('GET /ledger'))).toMatchObject({ status: 403 })
})
