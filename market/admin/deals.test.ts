// The admin's list of all deals, and one deal to read.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, handOverDeal, payDeal, registerCashier, releaseDeal, signInAdmin } from '#tests/support/money.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await signInAdmin(testApp)
})
afterAll(() => testApp.close())

const listIds = async (query: {
  state?: 'requested' | 'held' | 'handed_over' | 'released' | 'refunded' | 'closed'
  email?: string
  productId?: string
}) => (await admin('GET /alldeals', { query })).map(({ _id }) => _id)

test('deals are found by state, person and bike, page by page', async () => {
  const deal = await beginDeal(testApp)
  const { email } = deal.buyer
  expect(await listIds({ state: 'requested', email })).toEqual([deal.id])
  await payDeal(testApp, deal)
  expect(await listIds({ state: 'requested', email })).toEqual([])
  expect(await listIds({ state: 'held', email: deal.seller.email })).toEqual([deal.id])
  await handOverDeal(deal)
  await releaseDeal(deal)
  for (const state of ['handed_over', 'released', 'closed'] as const)
    expect(await listIds({ state, productId: deal.order.bike.id }), state).toEqual([deal.id])
  expect(await listIds({ state: 'refunded', email })).toEqual([])
  expect(await listIds({ email: 'nobody@motohaat.test' })).toEqual([])

  const whole = await listIds({})
  const paged: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await admin.page('GET /alldeals', { query: { limit: '5', cursor } })
    paged.push(...page.items.map(({ _id }) => _id))
    if (page.next === null) break
    cursor = page.next
  }
  expect(paged).toEqual(whole)
})

test('one deal has its people, steps, payments, and entries of the ledger that sum to zero', async () => {
  const deal = await beginDeal(testApp)
  const intentId = await payDeal(testApp, deal, { purpose: 'deposit' })
  const found = await admin('GET /alldeals/:id', { params: deal.params })
  expect(found).toMatchObject({ state: 'held', buyerEmail: deal.buyer.email, sellerEmail: deal.seller.email })
  expect(found.held).toBeGreaterThan(0)
  expect(found.steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['requested', 'paid']))
  expect(found.payments).toMatchObject([{ state: 'succeeded', transactionId: intentId, amount: found.held }])
  expect(found.entries.map(({ cause }) => cause)).toEqual(['settled'])
  for (const { lines } of found.entries) expect(lines.reduce((sum, { poisha }) => sum + poisha, 0)).toBe(0)
})

test('only the admin reads the deals of others', async () => {
  const deal = await beginDeal(testApp)
  for (const member of [deal.buyer, deal.seller, await registerCashier(testApp)]) {
    expect(await catchError(member('GET /alldeals'))).toMatchObject({ status: 403 })
    expect(await catchError(member('GET /alldeals/:id', { params: deal.params }))).toMatchObject({ status: 403 })
  }
  const missing = { id: '00000000-0000-7000-8000-000000000000' }
  expect(await catchError(admin('GET /alldeals/:id', { params: missing }))).toMatchObject({ status: 404 })
})
