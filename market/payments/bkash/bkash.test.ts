// Paying with bKash: nothing is taken before this shop executes the payment, and it executes one only while the bike is
// still the buyer's to pay.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listedWallets } from '#sandbox/bkash/account.ts'
import {
  authorizeBkash,
  beginBkash,
  cancelBkash,
  readBkashJournal,
  returnFromBkash,
  setBkashFault,
} from '#tests/support/wallets/bkash.ts'
import { catchError } from '#tests/support/buying.ts'
import { beginDeal, findAllViolations, listEntries, type TestDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sweep } from '#market/payments/jobs.ts'
import { payments } from '#market/schema/money/payments.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
})
afterAll(() => testApp.close())

const begin = async (purpose: 'full' | 'deposit' = 'full', app = testApp) => {
  const deal = await beginDeal(app, { price: 149_000 })
  return { ...deal, ...(await beginBkash(deal.buyer, deal.order, purpose)) }
}

const findJournal = async (reference: string, app = testApp) => {
  const journal = await readBkashJournal(app.sandboxPort)
  const refunds = journal.refunds.filter(({ paymentID }) => paymentID === reference)
  return { ...journal.payments.find(({ paymentID }) => paymentID === reference), refunds }
}

const findPayment = async (reference: string, app = testApp) => {
  const [row] = await app.db.select().from(payments).where(eq(payments.intentId, reference))
  return row
}

/** The sweep of a minute later. */
const sweepLater = (app: TestApp, ms = 60_000) => sweep({ ...app.paymentsDeps, now: () => new Date(Date.now() + ms) })

const isReserved = async ({ order }: TestDeal) =>
  (
    await testApp.db.$client.query<{ is_reserved: boolean }>(
      'select reserved_at is not null as is_reserved from bikes where id = $1',
      [order.bike.id],
    )
  ).rows[0]?.is_reserved

describe('a buyer pays with bKash', () => {
  test('a deposit: number, code and PIN at bKash, then the bike is reserved, with bKash’s number of the transaction', async () => {
    const paying = await begin('deposit')
    const back = await authorizeBkash(paying.pageUrl)
    expect(back).toContain(`/dashboard/paid/bkash?paymentID=${paying.reference}&status=success`)
    expect(await findJournal(paying.reference)).toMatchObject({ status: 'Initiated', executions: 0 })
    const result = await returnFromBkash(paying.buyer, paying.reference, 'success')
    expect(result).toMatchObject({ state: 'paid', amount: 4_470, bookingId: paying.order.bookingId, failure: null })
    expect(await isReserved(paying)).toBe(true)
    expect(await listEntries(testApp, paying)).toEqual([['settled', { provider: 4_470, held: -4_470 }]])
    const order = await paying.buyer('GET /bookings/:id', { params: { id: paying.order.bookingId } })
    expect(order.transactionId).toBe(result.transactionId)
    // The page is loaded again.
    expect(await returnFromBkash(paying.buyer, paying.reference, 'success')).toEqual(result)
    expect(await findJournal(paying.reference)).toMatchObject({ executions: 1 })
  })

  test('and closes the tab after the PIN: the job takes the money', async () => {
    const paying = await begin()
    await authorizeBkash(paying.pageUrl)
    await sweepLater(testApp)
    expect(await returnFromBkash(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
  })

  test('and gets the same payment again in a second tab', async () => {
    const paying = await begin()
    const again = await Promise.all(Array.from({ length: 5 }, () => beginBkash(paying.buyer, paying.order)))
    expect(new Set(again.map(({ reference }) => reference))).toEqual(new Set([paying.reference]))
    expect(new Set(again.map(({ pageUrl }) => pageUrl))).toEqual(new Set([paying.pageUrl]))
  })

  test('after choosing the card first, and the card after bKash', async () => {
    const deal = await beginDeal(testApp)
    const body = { price: deal.order.price, bookingId: deal.order.bookingId }
    await deal.buyer('POST /create-payment-intent', { body })
    const { reference } = await beginBkash(deal.buyer, deal.order)
    const { clientSecret } = await deal.buyer('POST /create-payment-intent', { body })
    expect(clientSecret).toMatch(/^pi_/)
    expect(await findPayment(reference)).toMatchObject({ state: 'canceled', executingAt: null })
  })

  test('only the own payment is told about', async () => {
    const paying = await begin()
    const other = await testApp.signInAs('sadia')
    expect(await catchError(returnFromBkash(other, paying.reference, 'cancel'))).toMatchObject({ status: 404 })
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'open' })
  })
})

describe('a payment that bKash does not take', () => {
  test.each([
    ['has not enough money', listedWallets.noBalance, 'success', 'no_balance'],
    ['typed a wrong PIN three times', listedWallets.wrongPin, 'failure', 'refused'],
    ['was sent a code that expired', listedWallets.otpExpired, 'failure', 'refused'],
  ] as const)(
    'when the buyer %s: nothing is taken, and the buyer pays again at once',
    async (_, wallet, hint, failure) => {
      const paying = await begin('deposit')
      let back = await authorizeBkash(paying.pageUrl, wallet)
      while (back === null) back = await authorizeBkash(paying.pageUrl, wallet)
      expect(new URL(back).searchParams.get('status')).toBe(hint)
      const result = await returnFromBkash(paying.buyer, paying.reference, hint)
      expect(result).toMatchObject({ state: 'unpaid', failure })
      expect((await findJournal(paying.reference)).status).not.toBe('Completed')
      const again = await beginBkash(paying.buyer, paying.order, 'deposit')
      await authorizeBkash(again.pageUrl)
      expect(await returnFromBkash(paying.buyer, again.reference)).toMatchObject({ state: 'paid' })
    },
  )

  test('because the buyer pressed Close', async () => {
    const paying = await begin()
    await cancelBkash(paying.pageUrl)
    expect(await returnFromBkash(paying.buyer, paying.reference, 'cancel')).toMatchObject({
      state: 'unpaid',
      failure: 'cancelled',
    })
  })

  test('although the address of the return page says success: it is a hint', async () => {
    const paying = await begin()
    expect(await returnFromBkash(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'waiting' })
    expect(await findJournal(paying.reference)).toMatchObject({ status: 'Initiated' })
    expect(await isReserved(paying)).toBe(false)
  })
})

test('where bKash does not say whether the PIN was typed, its money is asked for once the browser brings success', async () => {
  const paying = await begin()
  await authorizeBkash(paying.pageUrl)
  onTestFinished(() => setBkashFault(testApp.sandboxPort, null))
  await setBkashFault(testApp.sandboxPort, { operation: 'status', fault: 'stale', times: 100 })
  expect(await returnFromBkash(paying.buyer, paying.reference)).toMatchObject({ state: 'waiting' })
  expect(await findJournal(paying.reference)).toMatchObject({ executions: 0 })
  expect(await returnFromBkash(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'paid' })
  expect(await findJournal(paying.reference)).toMatchObject({ executions: 1 })
})

describe('nobody is charged for a bike that is gone', () => {
  test('withdrawn after the PIN: the payment is not executed', async () => {
    const paying = await begin()
    await authorizeBkash(paying.pageUrl)
    await paying.seller('DELETE /allbikes/:id', { params: { id: paying.order.bike.id } })
    expect(await returnFromBkash(paying.buyer, paying.reference, 'success')).toMatchObject({
      state: 'unpaid',
      failure: 'bike_gone',
    })
    await sweepLater(testApp)
    expect(await findJournal(paying.reference)).toMatchObject({ status: 'Initiated', executions: 0, refunds: [] })
  })

  test('PIN typed after the 15 minutes of the hold', async () => {
    const paying = await begin()
    await queryAsOwner(
      testApp,
      `update payments set created_at = created_at - interval '16 minutes' where intent_id = $1`,
      [paying.reference],
    )
    await authorizeBkash(paying.pageUrl)
    expect(await returnFromBkash(paying.buyer, paying.reference, 'success')).toMatchObject({
      state: 'unpaid',
      failure: 'hold_ended',
    })
    expect(await findJournal(paying.reference)).toMatchObject({ executions: 0 })
  })

  test('while bKash takes the money, nobody withdraws the bike, cancels the deal or removes the buyer', async () => {
    const paying = await begin()
    await authorizeBkash(paying.pageUrl)
    await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'delay_after', delayMs: 2_500 })
    const returned = returnFromBkash(paying.buyer, paying.reference, 'success')
    await expect.poll(async () => (await findPayment(paying.reference))?.executingAt, { interval: 20 }).toBeTruthy()
    const params = { id: paying.order.bike.id }
    const inUse = { code: 'bike_being_paid' }
    expect(await catchError(paying.seller('DELETE /allbikes/:id', { params }))).toMatchObject(inUse)
    expect(await catchError(paying.buyer('POST /deals/:id/cancel', { params: paying.params, body: {} }))).toMatchObject(
      inUse,
    )
    const body = { price: paying.order.price, bookingId: paying.order.bookingId }
    expect(await catchError(paying.buyer('POST /create-payment-intent', { body }))).toMatchObject({
      code: 'payment_open',
    })
    const remove = testApp.db.$client.query('update members set removed_at = now() where email = $1', [
      paying.buyer.email,
    ])
    expect(await catchError(remove)).toMatchObject({ constraint: 'payment_is_executing' })
    expect(await returned).toMatchObject({ state: 'paid' })
  })
})

describe('an answer of bKash that is lost', () => {
  test.each(['drop_after', 'status_after', 'garbage', 'drop_before', 'status'] as const)(
    'to the execution (%s) is asked for, and the money is taken once',
    async (fault) => {
      const paying = await begin()
      await authorizeBkash(paying.pageUrl)
      await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault })
      expect(await returnFromBkash(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'waiting' })
      await sweepLater(testApp)
      expect(await returnFromBkash(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
      expect(await findJournal(paying.reference)).toMatchObject({ executions: 1, refunds: [] })
    },
  )

  test('and a status that is not up to date: the claim stays until bKash says what became of the money', async () => {
    const paying = await begin()
    await authorizeBkash(paying.pageUrl)
    await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'drop_after' })
    await returnFromBkash(paying.buyer, paying.reference, 'success')
    await setBkashFault(testApp.sandboxPort, { operation: 'status', fault: 'stale', times: 100 })
    await sweepLater(testApp, 30_000)
    expect(await returnFromBkash(paying.buyer, paying.reference, 'cancel')).toMatchObject({ state: 'waiting' })
    // The execution is asked for again, and was done already.
    await queryAsOwner(
      testApp,
      `update payments set created_at = created_at - interval '30 seconds',
        executing_at = executing_at - interval '30 seconds',
        execute_tried_at = execute_tried_at - interval '30 seconds' where intent_id = $1`,
      [paying.reference],
    )
    expect(await returnFromBkash(paying.buyer, paying.reference, 'success')).toMatchObject({ state: 'waiting' })
    expect(await returnFromBkash(paying.buyer, paying.reference, 'cancel')).toMatchObject({ state: 'waiting' })
    await setBkashFault(testApp.sandboxPort, null)
    expect(await returnFromBkash(paying.buyer, paying.reference)).toMatchObject({ state: 'paid' })
    expect(await findJournal(paying.reference)).toMatchObject({ executions: 1, refunds: [] })
  })

  test('to the creation: the buyer tries again at once, with a payment of its own', async () => {
    const deal = await beginDeal(testApp)
    await setBkashFault(testApp.sandboxPort, { operation: 'create', fault: 'drop_after' })
    expect(await catchError(beginBkash(deal.buyer, deal.order))).toMatchObject({ code: 'wallet_unavailable' })
    const { reference, pageUrl } = await beginBkash(deal.buyer, deal.order)
    await authorizeBkash(pageUrl)
    expect(await returnFromBkash(deal.buyer, reference)).toMatchObject({ state: 'paid' })
  })

  test('to a refund: the money goes back once', async () => {
    const paying = await begin()
    await authorizeBkash(paying.pageUrl)
    await returnFromBkash(paying.buyer, paying.reference)
    await setBkashFault(testApp.sandboxPort, { operation: 'refund', fault: 'drop_after' })
    await paying.seller('POST /deals/:id/cancel', { params: paying.params, body: {} })
    for (const ms of [0, 60_000, 10 * 60_000]) await sweepLater(testApp, ms)
    expect((await findJournal(paying.reference)).refunds).toMatchObject([{ amountPoisha: 14_900_000 }])
    expect(await findPayment(paying.reference)).toMatchObject({ state: 'refunded' })
  })
})

test('a refund that bKash refuses at the last try, and sends all the same, is not sent by hand too', async () => {
  const paying = await begin()
  await authorizeBkash(paying.pageUrl)
  await returnFromBkash(paying.buyer, paying.reference)
  const fail = (fault: 'refund_refused' | 'unknown_code_after', skip: number) =>
    setBkashFault(testApp.sandboxPort, { operation: 'refund', fault, skip, times: fault === 'refund_refused' ? 2 : 1 })
  await fail('refund_refused', 0)
  await fail('unknown_code_after', 2)
  await paying.seller('POST /deals/:id/cancel', { params: paying.params, body: {} })
  for (const minutes of [0, 10, 100]) await sweepLater(testApp, minutes * 60_000)
  const { rows } = await testApp.db.$client.query('select state, tries from refunds where deal_id = $1', [paying.id])
  expect(rows).toEqual([{ state: 'succeeded', tries: 2 }])
  expect((await findJournal(paying.reference)).refunds).toMatchObject([{ amountPoisha: 14_900_000 }])
})

test('a part goes back to the wallet while the deal goes on', async () => {
  const paying = await begin()
  await authorizeBkash(paying.pageUrl)
  await returnFromBkash(paying.buyer, paying.reference)
  await paying.seller('PUT /deals/:id/price', { params: paying.params, body: { price: 140_000 } })
  await paying.buyer('PUT /deals/:id/price', { params: paying.params, body: { agree: true, price: 140_000 } })
  await sweepLater(testApp)
  expect((await findJournal(paying.reference)).refunds).toMatchObject([{ amountPoisha: 900_000 }])
})

test('a token that bKash refuses is renewed, and all payments together ask for few tokens', async () => {
  // bKash asks for a pause after two requests, so each way to refuse has an account of its own.
  const payThrough = async (app: TestApp, fault: 'token_expired' | 'token_expired_in_words') => {
    const paying = await begin('full', app)
    await setBkashFault(app.sandboxPort, { operation: 'status', fault })
    await authorizeBkash(paying.pageUrl)
    expect(await returnFromBkash(paying.buyer, paying.reference), fault).toMatchObject({ state: 'paid' })
    const { tokenRequests } = await readBkashJournal(app.sandboxPort)
    expect(tokenRequests.map(({ kind }) => kind)).toEqual(['grant', 'refresh'])
  }
  await payThrough(testApp, 'token_expired')
  await payThrough(await createTestApp(), 'token_expired_in_words')
})

test('the ledger equals the journal of bKash, and all invariants hold', async () => {
  const { payments: made, refunds } = await readBkashJournal(testApp.sandboxPort)
  const taken = made.filter(({ status }) => status === 'Completed')
  const sum = (items: { amountPoisha: number }[]) => items.reduce((total, { amountPoisha }) => total + amountPoisha, 0)
  const { rows } = await testApp.db.$client.query<{ poisha: string }>(
    `select sum(poisha) as poisha from ledger_lines where account = 'provider:bkash'`,
  )
  expect(taken.length).toBeGreaterThan(5)
  const charged = taken.reduce((total, { chargePoisha }) => total + chargePoisha, 0)
  expect(Number(rows[0]?.poisha)).toBe(sum(taken) - sum(refunds) - charged)
  expect(charged).toBeGreaterThan(0)
  await queryAsOwner(
    testApp,
    `update payments set executing_at = executing_at - interval '2 minutes',
    execute_tried_at = execute_tried_at - interval '2 minutes', created_at = created_at - interval '2 minutes'
    where provider = 'bkash' and executing_at is not null`,
  )
  const { violations } = await findAllViolations(testApp)
  expect(violations.map(({ invariant, rows: broken }) => [invariant.id, broken])).toEqual([])
})
