// The histories of the ledger, with their literal numbers: a bike of Tk 149,000, whose deposit is Tk 4,470.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { catchError } from '#tests/support/buying.ts'
import { callSandbox, endRefundAtProvider, refundAtProvider } from '#tests/support/card-events.ts'
import {
  agreeToMeet,
  beginDeal,
  findAllViolations,
  findPayout,
  handOverDeal,
  listBalances,
  listEntries,
  payDeal,
  registerCashier,
  releaseDeal,
  sendPayout,
  setDestination,
  signInAdmin,
  type TestDeal,
} from '#tests/support/money.ts'
import type { MemberClient } from '#tests/support/selling.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
let cashier: MemberClient
let admin: MemberClient
beforeAll(async () => {
  // No server listens, so webhooks of the sandbox are lost; the sweep lists the events.
  testApp = await createTestApp({ manualClose: true })
  ;[cashier, admin] = [await registerCashier(testApp), await signInAdmin(testApp)]
})
afterAll(async () => {
  sites.close()
  await testApp.close()
})

const failRefund = (times: number) =>
  callSandbox(testApp, '/sandbox/faults', {
    body: JSON.stringify({ operation: 'refund', fault: 'refund_failed', times }),
  })
/** The next try of every refund is now. */
const hurryRefunds = () => testApp.db.$client.query(`update refunds set next_try_at = now() - interval '1 second'`)

const payOut = async (deal: TestDeal): Promise<string> => {
  await setDestination(deal)
  return sendPayout(testApp, deal, [cashier, admin])
}
const confirm = (id: string) => cashier('PUT /payouts/:id', { params: { id }, body: { act: 'confirm' } })

const settled = (taka: number) => ['settled', { provider: taka, held: -taka }]

describe('a deal that goes well', () => {
  test.each([
    ['1: a deposit, the rest in cash', 'deposit', 4_470, 144_530],
    ['2: the full price', 'full', 149_000, undefined],
  ] as const)('history %s', async (_, purpose, taka, cashTaka) => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal, { purpose })
    await handOverDeal(deal, cashTaka)
    await releaseDeal(deal)
    await confirm(await payOut(deal))
    expect(await listEntries(testApp, deal)).toEqual([
      settled(taka),
      ['released', { held: taka, seller: -taka }],
      ['payout_sent', { seller: taka, payout: -taka }],
      ['payout_confirmed', { payout: taka, bank: -taka }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({})
  })
})

describe('a buyer who cancels late', () => {
  test('history 3: the seller keeps half of the deposit’s amount the first time in a year, and all of it the next time', async () => {
    const first = await beginDeal(testApp)
    const cancelLate = async (deal: TestDeal) => {
      await payDeal(testApp, deal)
      await agreeToMeet(deal, new Date(Date.now() + 3 * 60 * 60_000))
      await deal.buyer('POST /deals/:id/cancel', { params: deal.params, body: {} })
      await testApp.sweep()
    }
    await cancelLate(first)
    expect(await listEntries(testApp, first)).toEqual([
      settled(149_000),
      ['cancelled', { held: 149_000, seller: -2_235, buyer: -146_765 }],
      ['refund_confirmed', { buyer: 146_765, provider: -146_765 }],
    ])
    expect(await listBalances(testApp, first)).toEqual({ seller: -2_235 })
    const second = await beginDeal(testApp, { buyer: first.buyer })
    await cancelLate(second)
    expect(await listEntries(testApp, second)).toEqual([
      settled(149_000),
      ['cancelled', { held: 149_000, seller: -4_470, buyer: -144_530 }],
      ['refund_confirmed', { buyer: 144_530, provider: -144_530 }],
    ])
    expect(await listBalances(testApp, second)).toEqual({ seller: -4_470 })
  })
})

describe('a dispute of the deal', () => {
  test('history 4: the admin gives 20,000 back to the buyer, the rest is the seller’s', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    await handOverDeal(deal)
    await deal.buyer('POST /deals/:id/problem', {
      params: deal.params,
      body: { reason: 'damaged', note: 'The clutch' },
    })
    await admin('PUT /disputes/:id', { params: deal.params, body: { takaToBuyer: 20_000 } })
    await testApp.sweep()
    expect(await listEntries(testApp, deal)).toEqual([
      settled(149_000),
      ['cancelled', { held: 149_000, buyer: -20_000, seller: -129_000 }],
      ['refund_confirmed', { buyer: 20_000, provider: -20_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({ seller: -129_000 })
  })
})

describe('a payout that fails', () => {
  test('history 5: is payable again under a new id, also when it comes back after it was confirmed', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal, { purpose: 'deposit' })
    await handOverDeal(deal)
    await releaseDeal(deal)
    const first = await payOut(deal)
    const act = (id: string, body: { act: 'fail' | 'returned'; reason: string; reference?: string }) =>
      cashier('PUT /payouts/:id', { params: { id }, body })
    await act(first, { act: 'fail', reason: 'Account closed' })
    expect(await listBalances(testApp, deal)).toEqual({ seller: -4_470 })
    const second = await sendPayout(testApp, deal, [cashier, admin])
    await confirm(second)
    expect(await listBalances(testApp, deal)).toEqual({})
    await act(second, { act: 'returned', reason: 'Account closed', reference: 'RT1' })
    expect(await listBalances(testApp, deal)).toEqual({ seller: -4_470 })
    await confirm(await sendPayout(testApp, deal, [cashier, admin]))
    expect((await listEntries(testApp, deal)).slice(2)).toEqual([
      ['payout_sent', { seller: 4_470, payout: -4_470 }],
      ['payout_failed', { payout: 4_470, seller: -4_470 }],
      ['payout_sent', { seller: 4_470, payout: -4_470 }],
      ['payout_confirmed', { payout: 4_470, bank: -4_470 }],
      ['payout_returned', { bank: 4_470, seller: -4_470 }],
      ['payout_sent', { seller: 4_470, payout: -4_470 }],
      ['payout_confirmed', { payout: 4_470, bank: -4_470 }],
    ])
    expect(new Set([first, second, (await findPayout(testApp, deal.id)).id]).size).toBe(3)
  })
})

describe('a refund that fails', () => {
  test('history 6: is tried with new keys, then sent by hand by two people', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    await failRefund(3)
    await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: { reason: 'Sold to my brother' } })
    for (let round = 0; round < 3; round += 1) {
      await hurryRefunds()
      await testApp.sweep()
    }
    expect(await listBalances(testApp, deal)).toEqual({ buyer: -149_000 })
    const failed = (await cashier('GET /refunds/attention')).find(({ dealId }) => dealId === deal.id)
    expect(failed).toMatchObject({ state: 'failed', tries: 3, amount: 149_000 })
    const act = (client: MemberClient, body: Parameters<typeof cashier<'PUT /refunds/:id'>>[1]['body']) =>
      client('PUT /refunds/:id', { params: { id: failed?._id ?? '' }, body })
    await act(cashier, { act: 'prepare_by_hand', reference: 'bKash 9XK2' })
    expect(await cashier('GET /refunds/attention')).toContainEqual(
      expect.objectContaining({ _id: failed?._id, sentBy: 'Rokeya Begum', reference: 'bKash 9XK2' }),
    )
    expect(await catchError(act(cashier, { act: 'approve_by_hand' }))).toMatchObject({ code: 'approve_by_another' })
    expect(await catchError(act(cashier, { act: 'again' }))).toMatchObject({ code: 'refund_not_in_state' })
    await act(admin, { act: 'approve_by_hand' })
    expect(await listEntries(testApp, deal)).toEqual([
      settled(149_000),
      ['cancelled', { held: 149_000, buyer: -149_000 }],
      ['refund_by_hand', { buyer: 149_000, bank: -149_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({})
  })

  test('history 6: that comes back after it was confirmed is owed to the buyer again and sent again', async () => {
    const deal = await beginDeal(testApp)
    await payDeal(testApp, deal)
    await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
    await testApp.sweep()
    const findRef = async () => {
      const { rows } = await testApp.db.$client.query<{ ref: string }>(
        'select provider_ref as ref from refunds where deal_id = $1',
        [deal.id],
      )
      return rows[0]?.ref ?? ''
    }
    await endRefundAtProvider(testApp, await findRef(), 'failed')
    await testApp.sweep()
    expect(await listBalances(testApp, deal)).toEqual({ buyer: -149_000 })
    await hurryRefunds()
    await testApp.sweep()
    expect(await listEntries(testApp, deal)).toEqual([
      settled(149_000),
      ['cancelled', { held: 149_000, buyer: -149_000 }],
      ['refund_confirmed', { buyer: 149_000, provider: -149_000 }],
      ['refund_returned', { provider: 149_000, buyer: -149_000 }],
      ['refund_confirmed', { buyer: 149_000, provider: -149_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({})
  })
})

test('a refund of which a part goes back in the provider’s dashboard before it is sent sends the rest alone', async () => {
  const deal = await beginDeal(testApp)
  const intentId = await payDeal(testApp, deal)
  await failRefund(1)
  await deal.seller('POST /deals/:id/cancel', { params: deal.params, body: {} })
  await testApp.sweep()
  await refundAtProvider(testApp, intentId, 49_000)
  await testApp.sweep()
  const listRefunds = async () =>
    (
      await testApp.db.$client.query('select state, amount_poisha::int as poisha from refunds where deal_id = $1', [
        deal.id,
      ])
    ).rows
  expect(await listRefunds()).toEqual([{ state: 'due', poisha: 10_000_000 }])
  await hurryRefunds()
  await testApp.sweep()
  expect(await listRefunds()).toEqual([{ state: 'succeeded', poisha: 10_000_000 }])
  expect((await listEntries(testApp, deal)).slice(2)).toEqual([
    ['refunded_at_provider', { buyer: 49_000, provider: -49_000 }],
    ['refund_confirmed', { buyer: 100_000, provider: -100_000 }],
  ])
  expect(await listBalances(testApp, deal)).toEqual({})
})

describe('money that cannot be used', () => {
  test('history 7: goes back to the buyer without a deal', async () => {
    const deal = await beginDeal(testApp)
    const wrong = () =>
      queryAsOwner(testApp, 'update payments set amount_taka = amount_taka - 1 where bike_id = $1', [
        deal.order.bike.id,
      ])
    const body = { price: deal.order.price, bookingId: deal.id }
    const { clientSecret } = await deal.buyer('POST /create-payment-intent', { body })
    await wrong()
    const intentId = clientSecret.split('_secret_')[0] ?? ''
    await testApp.payIntent(intentId)
    await queryAsOwner(
      testApp,
      `update payments set created_at = created_at - interval '1 minute' where intent_id = $1`,
      [intentId],
    )
    await testApp.sweep()
    expect(await listEntries(testApp, deal)).toEqual([
      ['settled', { provider: 149_000, buyer: -149_000 }],
      ['refund_confirmed', { buyer: 149_000, provider: -149_000 }],
    ])
    expect(await listBalances(testApp, deal)).toEqual({})
  })
})

test('after all these histories every invariant holds, also against the provider', async () => {
  await hurryRefunds()
  await testApp.sweep()
  const { violations, transactions } = await findAllViolations(testApp)
  expect(violations).toEqual([])
  const { rows } = await testApp.db.$client.query<{ poisha: string }>(
    `select sum(poisha) as poisha from ledger_lines where account = 'provider:cards'`,
  )
  const balance = transactions.reduce((sum, { amountPoisha, feePoisha }) => sum + amountPoisha - feePoisha, 0)
  expect(Number(rows[0]?.poisha)).toBe(balance)
})

test('the list of the entries goes on at a position and at nothing else', async () => {
  const { next } = await cashier.page('GET /ledger', { query: { limit: '1' } })
  const [second] = await cashier('GET /ledger', { query: { limit: '1', cursor: next ?? '' } })
  expect(second).toEqual((await cashier('GET /ledger', { query: { limit: '2' } }))[1])
  for (const cursor of ['0', '-1', '1.5', 'a', '1'.repeat(16)]) {
    const refused = await catchError(cashier('GET /ledger', { query: { cursor } }))
    expect(refused).toMatchObject({ code: 'bad_request', body: { field: 'cursor' } })
  }
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/ledger/entry-list.ts'])).toEqual([])
})
