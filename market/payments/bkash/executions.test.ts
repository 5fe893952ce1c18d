// What becomes of a payment whose money this shop asks bKash for, by what bKash says of it.
import { eq } from 'drizzle-orm'
import { assert, beforeAll, expect, test } from 'vitest'
import { addMs, dayMs, minuteMs } from '#contract/time/durations.ts'
import { sweep } from '#market/payments/jobs.ts'
import { payments } from '#market/schema/money/payments.ts'
import { beginDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  authorizeBkash,
  beginBkash,
  readBkashJournal,
  returnFromBkash,
  setBkashFault,
} from '#tests/support/wallets/bkash.ts'

let testApp: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock })
  return () => testApp.close()
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
  return { pageUrl, find, findAtBkash, comeBack: () => returnFromBkash(buyer, reference, 'success') }
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
