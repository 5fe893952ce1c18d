// The lists of payments, refunds and ledger entries, and one bike, for those who look after the shop.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, getDhakaDay } from '#contract/time/dhaka.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, payDeal, registerCashier, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
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

test('lists are limited to days in Dhaka, both included, and what is no day or ends before it begins is refused', async () => {
  const admin = await signInAdmin(testApp)
  const day = getDhakaDay(new Date())
  const [before, after] = [addDays(day, -1), addDays(day, 1)]
  const find = async (query: { from?: string; to?: string }) =>
    (await admin('GET /alldeals', { query })).some(({ _id }) => _id === deal.id)
  expect(await Promise.all([find({ from: day, to: day }), find({ from: day }), find({ to: day })])).toEqual([
    true,
    true,
    true,
  ])
  expect(await Promise.all([find({ from: before, to: before }), find({ from: after }), find({ to: before })])).toEqual([
    false,
    false,
    false,
  ])
  // The first and the last moment of a day in Dhaka.
  const setTime = (at: string) =>
    queryAsOwner(testApp, 'update deals set requested_at = $2 where id = $1', [deal.id, at])
  await setTime('2026-01-30T18:00:00Z')
  expect(await find({ from: '2026-01-31', to: '2026-01-31' })).toBe(true)
  await setTime('2026-01-31T17:59:59.999Z')
  expect(await find({ from: '2026-01-31', to: '2026-01-31' })).toBe(true)
  await setTime('2026-01-31T18:00:00Z')
  expect(await find({ from: '2026-01-31', to: '2026-01-31' })).toBe(false)

  const reversed = { from: day, to: before }
  for (const name of ['GET /alldeals', 'GET /ledger', 'GET /newbikes', 'GET /newmembers'] as const) {
    for (const from of ['31/01/2026', '2026-02-30', '0000-01-01', '9999-12-31'])
      expect(await catchError(admin(name, { query: { from } })), `${name} ${from}`).toMatchObject({
        status: 400,
        message: 'Write from as a day like 2026-11-22.',
      })
    expect(await admin(name, { query: { from: '2000-01-01', to: '2999-12-31' } }), name).toEqual(await admin(name))
    expect(await catchError(admin(name, { query: reversed })), name).toMatchObject({
      status: 400,
      message: 'The last day cannot be before the first one.',
    })
  }
})

test('the admin reads one bike with its owner, prices, deals and audit entries; a cashier does not', async () => {
  const admin = await signInAdmin(testApp)
  const { slug, productId } = await admin('GET /alldeals/:id', { params: deal.params })
  const bike = await admin('GET /bikes/:slug/history', { params: { slug } })
  expect(bike).toMatchObject({ _id: productId, status: 'available', sellerEmail: deal.seller.email, price: 149_000 })
  expect(bike.prices).toHaveLength(1)
  expect(bike.deals.map(({ _id }) => _id)).toEqual([deal.id])
  expect(bike).toMatchObject({ hiddenAt: null, hiddenBy: null, cases: [] })
  expect(bike.acts.map(({ what }) => what)).toContain('payment_succeeded')
  expect(await catchError(admin('GET /bikes/:slug/history', { params: { slug: 'none-0000000000' } }))).toMatchObject({
    status: 404,
  })
  expect(await catchError(cashier('GET /bikes/:slug/history', { params: { slug } }))).toMatchObject({ status: 403 })
  expect(await catchError(deal.buyer('GET /ledger'))).toMatchObject({ status: 403 })
})
