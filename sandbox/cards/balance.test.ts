// What a refund that is pending or fails does, and the balance transactions of every movement of money.
import { readFile, writeFile } from 'node:fs/promises'
import type { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getChargeId, callControl, createHarness, getError, getReceivedEvents, pay } from './test-harness.ts'
import type { Harness } from './test-harness.ts'

let harness: Harness

beforeEach(async () => {
  harness = await createHarness()
})

afterEach(async () => {
  await harness.close()
})

// The bank of a test card answers after about five seconds.
const bankAnswer = { timeout: 60_000, interval: 200 }

async function readCharge(intent: Stripe.PaymentIntent) {
  return harness.stripe().charges.retrieve(getChargeId(intent))
}

/** Waits until the events of this type came, and returns what they carried. */
async function waitForRefundEvents(type: 'refund.updated' | 'refund.failed'): Promise<unknown[]> {
  await vi.waitFor(() => expect(getReceivedEvents(harness, type)).toHaveLength(1), 60_000)
  return getReceivedEvents(harness, type).map(({ data }) => data.object)
}

describe('a refund that is not taken at once', () => {
  test('card 7726: the refund is pending, and succeeds later', { tags: 'long' }, async () => {
    const paid = await pay(harness, 'pm_card_pendingRefund')
    const refund = await harness.stripe().refunds.create({ payment_intent: paid.id })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    await vi.waitFor(async () => {
      expect(await harness.stripe().refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' })
    }, bankAnswer)
    expect(await waitForRefundEvents('refund.updated')).toMatchObject([{ id: refund.id, status: 'succeeded' }])
    expect(await readCharge(paid)).toMatchObject({ refunded: true })
  })

  test('card 5126: the refund succeeds, and fails later, after a restart too', { tags: 'long' }, async () => {
    const paid = await pay(harness, 'pm_card_refundFail')
    const refund = await harness.stripe().refunds.create({ payment_intent: paid.id })
    expect(refund.status).toBe('succeeded')
    await harness.restart()
    await vi.waitFor(async () => {
      expect(await harness.stripe().refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' })
    }, bankAnswer)
    expect(await waitForRefundEvents('refund.failed')).toMatchObject([
      { id: refund.id, status: 'failed', failure_reason: 'expired_or_canceled_card' },
    ])
    expect(await readCharge(paid)).toMatchObject({ refunded: false, amount_refunded: 0 })
  })

  test('a pending refund that the bank refuses can be made again', async () => {
    const paid = await pay(harness)
    harness.cardSandbox().faults.add({ operation: 'refund', fault: 'refund_pending' })
    const first = await harness.stripe().refunds.create({ payment_intent: paid.id })
    expect(first.status).toBe('pending')
    await callControl(harness, 'POST refunds', { refund: first.id, status: 'failed' })
    expect(await harness.stripe().refunds.retrieve(first.id)).toMatchObject({ status: 'failed' })
    const second = await harness.stripe().refunds.create({ payment_intent: paid.id })
    expect(second).toMatchObject({ status: 'succeeded', amount: paid.amount })
    expect(await callControl(harness, 'POST refunds', { refund: first.id, status: 'succeeded' })).toHaveProperty(
      'error',
    )
  })

  test('a refund can fail at once', async () => {
    const paid = await pay(harness)
    harness.cardSandbox().faults.add({ operation: 'refund', fault: 'refund_failed' })
    const refund = await harness.stripe().refunds.create({ payment_intent: paid.id })
    expect(refund).toMatchObject({ status: 'failed' })
    expect(await readCharge(paid)).toMatchObject({ refunded: false, amount_refunded: 0 })
    expect(await waitForRefundEvents('refund.failed')).toMatchObject([{ id: refund.id }])
  })
})

test('a journal from before these fields existed is still read', async () => {
  const paid = await pay(harness)
  const journal = await readFile(harness.stateFile, 'utf8')
  await writeFile(harness.stateFile, removeFields(journal, ['balance_transaction', 'outcome', 'review', 'tax_id']))
  await harness.restart()
  expect(await readCharge(paid)).toMatchObject({ balance_transaction: null, outcome: null, review: null })
})

/** The journal without some fields of its objects. */
function removeFields(journal: string, names: string[]): string {
  const lines = journal.trimEnd().split('\n')
  const withoutFields = (name: string, value: unknown) => (names.includes(name) ? undefined : value)
  return lines.map((line) => `${JSON.stringify(JSON.parse(line, withoutFields))}\n`).join('')
}

/** Type, amount, fee and net of every balance transaction, oldest first. */
async function listMovements() {
  const { data } = await harness.stripe().balanceTransactions.list({ limit: 100 })
  return data.map(({ type, amount, fee, net }) => ({ type, amount, fee, net })).toReversed()
}

describe('balance transactions', () => {
  test('a charge, a refund, a failed refund, a payout and a fee each move the balance', async () => {
    const paid = await pay(harness)
    await harness.stripe().refunds.create({ payment_intent: paid.id, amount: 5_000_000 })
    harness.cardSandbox().faults.add({ operation: 'refund', fault: 'refund_failed' })
    await harness.stripe().refunds.create({ payment_intent: paid.id })
    await harness.stripe().payouts.create({ amount: 1_000_000, currency: 'bdt' })
    await callControl(harness, 'POST fees', { amount: 20_000 })
    // 2.9 % of Tk 1,50,000 and Tk 30.
    const fee = 438_000
    expect(await listMovements()).toEqual([
      { type: 'charge', amount: 15_000_000, fee, net: 15_000_000 - fee },
      { type: 'refund', amount: -5_000_000, fee: 0, net: -5_000_000 },
      { type: 'refund', amount: -10_000_000, fee: 0, net: -10_000_000 },
      { type: 'refund_failure', amount: 10_000_000, fee: 0, net: 10_000_000 },
      { type: 'payout', amount: -1_000_000, fee: 0, net: -1_000_000 },
      { type: 'stripe_fee', amount: -20_000, fee: 0, net: -20_000 },
    ])
    expect((await harness.stripe().balance.retrieve()).available).toMatchObject([
      { currency: 'bdt', amount: 15_000_000 - fee - 5_000_000 - 1_000_000 - 20_000 },
    ])
    const refunds = await harness.stripe().balanceTransactions.list({ type: 'refund' })
    expect(refunds.data).toHaveLength(2)
    expect(await readCharge(paid)).toHaveProperty('balance_transaction', expect.stringMatching(/^txn_/))
  })

  test('a dispute takes the money and a fee; winning it brings back the money', async () => {
    const paid = await pay(harness)
    await callControl(harness, 'POST disputes', { payment_intent: paid.id })
    await callControl(harness, 'POST disputes', { payment_intent: paid.id, outcome: 'won' })
    expect((await listMovements()).slice(1)).toEqual([
      { type: 'adjustment', amount: -15_000_000, fee: 150_000, net: -15_150_000 },
      { type: 'adjustment', amount: 15_000_000, fee: 0, net: 15_000_000 },
    ])
    const [dispute] = (await harness.stripe().disputes.list()).data
    expect(dispute?.balance_transactions).toHaveLength(2)
  })

  test('a declined card moves nothing, and no more is paid out than there is', async () => {
    await getError(pay(harness, 'pm_card_chargeDeclined'))
    expect(await listMovements()).toEqual([])
    const payout = harness.stripe().payouts.create({ amount: 100, currency: 'bdt' })
    expect(await getError(payout)).toMatchObject({ code: 'balance_insufficient' })
  })

  test('they survive a restart', async () => {
    await pay(harness)
    const before = await listMovements()
    await harness.restart()
    expect(await listMovements()).toEqual(before)
    expect(before).toHaveLength(1)
  })
})
