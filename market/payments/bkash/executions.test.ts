// What becomes of a payment whose money this shop asks bKash for, by what bKash says of it.
import { eq } from 'drizzle-orm'
import { assert, beforeAll, describe, expect, test } from 'vitest'
import { addMs, dayMs, minuteMs } from '#contract/time/durations.ts'
import { listedWallets } from '#sandbox/bkash/account.ts'
import { sweep } from '#market/payments/jobs.ts'
import { payments } from '#market/schema/money/payments.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { beginDeal } from '#tests/support/money.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  authorizeBkash,
  beginBkash,
  readBkashJournal,
  returnFromBkash,
  setBkashFault,
} from '#tests/support/wallets/bkash.ts'

const sites = recordApiErrorSites()
let testApp: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  return async () => {
    sites.close()
    await testApp.close()
  }
})

const begin = async () => {
  const { buyer, order } = await beginDeal(testApp)
  const { reference, pageUrl } = await beginBkash(buyer, order)
  const find = async () => {
    const [payment] = await testApp.db.select().from(payments).where(eq(payments.intentId, reference))
    assert(payment)
    return payment
  }
  const findAtBkash = async () =>
    (await readBkashJournal(testApp.sandboxPort)).payments.find(({ paymentID }) => paymentID === reference)
  const findState = async () => {
    const { state, failure } = await find()
    return { state, failure }
  }
  return {
    pageUrl,
    reference,
    find,
    findState,
    findAtBkash,
    comeBack: () => returnFromBkash(buyer, reference, 'success'),
  }
}

test('money that is asked for before the PIN was typed is not taken, and the buyer goes on at bKash', async () => {
  const { pageUrl, comeBack, findAtBkash } = await begin()
  // bKash does not say whether the PIN was typed, so the browser is believed.
  await setBkashFault(testApp.sandboxPort, { operation: 'status', fault: 'stale', times: 100 })
  expect(await comeBack()).toMatchObject({ state: 'waiting' })
  expect(await findAtBkash()).toMatchObject({ status: 'Initiated', executions: 0 })
  await setBkashFault(testApp.sandboxPort, null)
  await authorizeBkash(pageUrl)
  expect(await comeBack()).toMatchObject({ state: 'paid' })
})

test('money that is asked for again after it was taken is known as taken at once', async () => {
  const { pageUrl, comeBack, findAtBkash } = await begin()
  await authorizeBkash(pageUrl)
  await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'drop_after' })
  expect(await comeBack()).toMatchObject({ state: 'waiting' })
  clock.now = addMs(clock.now, minuteMs)
  await setBkashFault(testApp.sandboxPort, { operation: 'status', fault: 'stale' })
  expect(await comeBack()).toMatchObject({ state: 'paid' })
  expect(await findAtBkash()).toMatchObject({ status: 'Completed', executions: 1 })
})

test('money that bKash never takes is asked for again for 24 hours, as long as bKash knows the payment', async () => {
  const begun = async () => {
    const { pageUrl, comeBack, find } = await begin()
    await authorizeBkash(pageUrl)
    await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'drop_before', times: 100 })
    expect(await comeBack()).toMatchObject({ state: 'waiting' })
    const { executingAt } = await find()
    assert(executingAt)
    return async (ms: number) => {
      await sweep({ ...testApp.paymentsDeps, now: () => addMs(executingAt, ms) })
      const { state, failure } = await find()
      return { state, failure }
    }
  }
  const first = await begun()
  expect(await first(minuteMs)).toEqual({ state: 'open', failure: null })
  expect(await first(dayMs)).toEqual({ state: 'open', failure: null })
  const second = await begun()
  expect(await second(dayMs + 1)).toEqual({ state: 'canceled', failure: 'refused' })
})

describe('a refusal in words that nobody knows', () => {
  /** bKash refuses to take the money of a buyer who typed the PIN, and its status lags behind. */
  const refuse = async (fault: 'unknown_code' | 'unknown_code_after', staleTimes: number) => {
    const begun = await begin()
    await authorizeBkash(begun.pageUrl)
    await setBkashFault(testApp.sandboxPort, null)
    await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault })
    await setBkashFault(testApp.sandboxPort, { operation: 'status', fault: 'stale', skip: 1, times: staleTimes })
    expect(await begun.comeBack()).toMatchObject({ state: 'waiting', failure: null })
    return begun
  }

  test('ends nothing yet: bKash may have taken the money', async () => {
    const { comeBack, findAtBkash, find } = await refuse('unknown_code_after', 1)
    expect(await findAtBkash()).toMatchObject({ status: 'Completed' })
    expect(await find()).toMatchObject({ state: 'open', failure: 'refused' })
    expect(await comeBack()).toMatchObject({ state: 'paid', failure: null })
  })

  test('is an end after a minute, and the money is not asked for again', async () => {
    const { comeBack, findAtBkash } = await refuse('unknown_code', 1)
    clock.now = addMs(clock.now, minuteMs - 1)
    expect(await comeBack()).toMatchObject({ state: 'waiting' })
    clock.now = addMs(clock.now, 1)
    expect(await comeBack()).toMatchObject({ state: 'unpaid', failure: 'refused' })
    expect(await findAtBkash()).toMatchObject({ status: 'Initiated', executions: 0 })
  })

  test('is what a wallet gets that has reached the limit of its day: it is told after a minute, and nothing is taken', async () => {
    const { pageUrl, comeBack, findAtBkash } = await begin()
    await authorizeBkash(pageUrl, listedWallets.dayLimit)
    expect(await comeBack()).toMatchObject({ state: 'waiting' })
    clock.now = addMs(clock.now, minuteMs)
    expect(await comeBack()).toMatchObject({ state: 'unpaid', failure: 'refused' })
    expect(await findAtBkash()).toMatchObject({ executions: 0 })
  })

  test('before money that was taken all the same: it goes back', async () => {
    const { comeBack, find } = await refuse('unknown_code_after', 100)
    clock.now = addMs(clock.now, minuteMs)
    expect(await comeBack()).toMatchObject({ state: 'unpaid' })
    await setBkashFault(testApp.sandboxPort, null)
    await sweep({ ...testApp.paymentsDeps, now: () => addMs(clock.now, minuteMs) })
    expect(await find()).toMatchObject({ state: 'refunded', refundReason: 'hold_released' })
  })
})

test('a payment that bKash does not know any more, while its money is taken, keeps the bike for a day', async () => {
  const { pageUrl, reference, comeBack, find, findState } = await begin()
  await authorizeBkash(pageUrl)
  await setBkashFault(testApp.sandboxPort, null)
  await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'drop_before' })
  await comeBack()
  const { executingAt, id } = await find()
  assert(executingAt)
  // As after a change of keys: another account has other payments.
  await queryAsOwner(testApp, `update payments set intent_id = 'TR_gone' where id = $1`, [id])
  const sweepAt = (ms: number) => sweep({ ...testApp.paymentsDeps, now: () => addMs(executingAt, ms) })
  const restore = () => queryAsOwner(testApp, `update payments set intent_id = $2 where id = $1`, [id, reference])
  await sweepAt(16 * minuteMs)
  await sweepAt(dayMs)
  await restore()
  expect(await findState()).toEqual({ state: 'open', failure: null })
  await queryAsOwner(testApp, `update payments set intent_id = 'TR_gone' where id = $1`, [id])
  await sweepAt(dayMs + 1)
  await restore()
  expect(await findState()).toEqual({ state: 'canceled', failure: 'refused' })
})

test('a payment that bKash does not know at the moment of taking its money waits, and is asked for again', async () => {
  const { pageUrl, comeBack, findAtBkash } = await begin()
  await authorizeBkash(pageUrl)
  await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'unknown_payment' })
  expect(await comeBack()).toMatchObject({ state: 'waiting' })
  clock.now = addMs(clock.now, minuteMs)
  expect(await comeBack()).toMatchObject({ state: 'paid' })
  expect(await findAtBkash()).toMatchObject({ executions: 1 })
})

test('a payment or a refund that bKash does not know is not found, and no answer says nothing', async () => {
  const { comeBack } = await begin()
  const { bkash } = testApp
  expect(await sites.callLater(() => bkash.retrieve('TR_of_another'))).toMatchObject({ code: 'not_found' })
  const payment = { intentId: 'TR_of_another', transactionId: 'T1' }
  expect(await sites.callLater(() => bkash.getRefund(payment, 'R1'))).toMatchObject({ code: 'not_found' })
  await setBkashFault(testApp.sandboxPort, { operation: 'status', fault: 'garbage', times: 2 })
  expect(await sites.callLater(() => bkash.retrieve('TR_of_another'))).toMatchObject({ code: 'wallet_unavailable' })
  expect(await comeBack()).toMatchObject({ state: 'waiting' })
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payments/bkash/client.ts'])).toEqual([])
})
