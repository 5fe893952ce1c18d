import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import { callSandbox } from '#tests/support/card-events.ts'
import { beginDeal, handOverDeal, payDeal, signInAdmin, type TestDeal } from '#tests/support/money.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let admin: MemberClient
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  admin = await signInAdmin(testApp)
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

const find = async ({ order }: TestDeal) =>
  (await admin('GET /payments/attention')).find(({ productId }) => productId === order.bike.id)
const findWaits = async (deal: TestDeal) => (await find(deal))?.waits ?? null
const runSql = (sql: string, deal: TestDeal) => testApp.db.$client.query<{ id: string }>(sql, [deal.id])

test('a refund that is due for more than 15 minutes, and one that failed three times, need attention', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await callSandbox(testApp, '/sandbox/faults', {
    body: JSON.stringify({ operation: 'refund', fault: 'refund_failed', times: 3 }),
  })
  await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
  expect(await findWaits(deal)).toBeNull()
  await queryAsOwner(testApp, `update refunds set created_at = now() - interval '16 minutes' where deal_id = $1`, [
    deal.id,
  ])
  expect(await findWaits(deal)).toBe('refund_late')
  for (let round = 0; round < 3; round += 1) {
    await runSql(`update refunds set next_try_at = now() where deal_id = $1`, deal)
    await testApp.sweep()
  }
  expect(await findWaits(deal)).toBe('refund_failed')
})

test('a refund that failed once is shown until its next try, with the time of it', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await callSandbox(testApp, '/sandbox/faults', {
    body: JSON.stringify({ operation: 'refund', fault: 'refund_failed', times: 1 }),
  })
  const retry = (next: string) => runSql(`update refunds set next_try_at = ${next} where deal_id = $1`, deal)
  const findRefund = async () => (await admin('GET /refunds/attention')).find(({ dealId }) => dealId === deal.id)
  await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
  await retry('now()')
  await testApp.sweep()
  await retry(`'2026-11-26T10:05:00Z'`)
  expect(await find(deal)).toMatchObject({ waits: 'refund_retried', nextTryAt: '2026-11-26T10:05:00.000Z' })
  expect(await findRefund()).toMatchObject({
    state: 'due',
    tries: 1,
    lastError: expect.stringMatching(/./),
    nextTryAt: '2026-11-26T10:05:00.000Z',
  })
  await retry('now()')
  await testApp.sweep()
  expect([await findWaits(deal), await findRefund()]).toEqual([null, undefined])
})

test('a problem that is undecided after 72 hours needs attention until it is decided', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  await handOverDeal(deal)
  await deal.buyer('POST /deals/:id/problem', { params: deal.params, body: { reason: 'papers' } })
  expect(await findWaits(deal)).toBeNull()
  await runSql(`update disputes set decide_until = now() - interval '1 second' where deal_id = $1`, deal)
  expect(await findWaits(deal)).toBe('problem_undecided')
  await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 0 } })
  expect(await findWaits(deal)).toBeNull()
})

test('a seller is charged for what the shop lost by a payment, and for nothing else', async () => {
  const deal = await beginDeal(testApp)
  await payDeal(testApp, deal)
  const { rows } = await runSql('select id from payments where deal_id = $1', deal)
  const charge = (id: string) =>
    catchError(admin('PUT /payments/attention/:id', { params: { id }, body: { act: 'charge_seller' } }))
  expect(await charge(rows[0]?.id ?? '')).toMatchObject({ status: 409, code: 'nothing_lost' })
  expect(await charge(v7())).toMatchObject({ status: 404, code: 'not_found' })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payments/attention.ts'])).toEqual([])
})
