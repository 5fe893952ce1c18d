// What the log says while a provider cannot be reached: that it went and that it is back, not each try.
import { and, eq, isNull } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { payments, webhookEvents } from '#market/schema/money/payments.ts'
import { refunds } from '#market/schema/money/refunds.ts'
import { book, catchError, findUnwantedBike, startPayment } from '#tests/support/buying.ts'
import { callSandbox, createSucceededEvent, sendWebhook } from '#tests/support/card-events.ts'
import { beginDeal, payDeal } from '#tests/support/money.ts'
import { minuteMs } from '#contract/time/durations.ts'
import { queryAsOwner } from '#tests/support/owner-connection.ts'
import { chooseByRun } from '#tests/support/run-length.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { operations as bkashOperations } from '#sandbox/bkash/faults.ts'
import { operations } from '#sandbox/cards/faults.ts'
import { operations as sslcommerzOperations } from '#sandbox/sslcommerz/faults.ts'
import { setBkashFault } from '#tests/support/wallets/bkash.ts'
import { createPayingSteps } from '#tests/support/wallets/paying.ts'
import { setSslcommerzFault } from '#tests/support/wallets/sslcommerz.ts'
import { wallets } from '#tests/support/wallets/wallets.ts'
import { sandboxKeys } from '#sandbox/sandbox.ts'

const rounds = chooseByRun(20, 100)
// 100 minutes, in steps longer than the pause of the circuit.
const [outageRounds, roundMs] = [400, 15_000]

test(`${rounds} rounds of the job and of a buyer without the card provider leave ten lines in the log at most`, async () => {
  const testApp = await createTestApp()
  const buyer = await testApp.signInAs('karim')
  for (let count = 0; count < 3; count += 1)
    await startPayment(buyer, await book(buyer, await findUnwantedBike(testApp)))
  const wanted = await book(buyer, await findUnwantedBike(testApp))
  await queryAsOwner(testApp, `update payments set created_at = now() - interval '1 hour' where state = 'open'`)
  testApp.logLines.splice(0)
  for (const operation of operations)
    await fetch(`http://127.0.0.1:${testApp.sandboxPort}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxKeys.stripe.secretKey}` },
      body: JSON.stringify({ operation, fault: 'drop_before', times: 1_000 }),
    })
  for (let round = 0; round < rounds; round += 1) {
    await testApp.sweep()
    expect(await catchError(startPayment(buyer, wanted))).toMatchObject({ code: 'cards_unavailable' })
  }
  const about = testApp.logLines.filter((line) => line.includes('External service cards failed repeatedly'))
  expect(about).toHaveLength(1)
  expect(testApp.logLines.length, testApp.logLines.join('')).toBeLessThanOrEqual(10)
})

const setFault = (testApp: TestApp, operation: string) =>
  callSandbox(testApp, '/sandbox/faults', {
    body: JSON.stringify({ operation, fault: 'drop_before', times: 100_000 }),
  })

/** A refund and a webhook event wait, and a buyer has booked; the card provider has just become unreachable. */
const beginOutage = async (testApp: TestApp) => {
  const refunded = await beginDeal(testApp)
  await payDeal(testApp, refunded)
  const karim = await testApp.signInAs('karim')
  const paidIntent = await startPayment(karim, await book(karim, await findUnwantedBike(testApp)))
  const wanted = await book(karim, await findUnwantedBike(testApp))
  await testApp.payIntent(paidIntent)
  // The event arrives while its provider answers nothing.
  for (const operation of operations) await setFault(testApp, operation)
  testApp.logLines.splice(0)
  await testApp.sweep()
  const begun = testApp.logLines.splice(0)
  await refunded.seller('POST /deals/:id/cancel', { params: refunded.params, body: {} })
  expect(await sendWebhook(testApp, createSucceededEvent(paidIntent))).toBe(200)
  return { begun, paidIntent, wanted, refundedDeal: refunded.id }
}

/** What is not done yet: refunds, events and payments. */
const countWaiting = async (
  { db }: TestApp,
  { paidIntent, refundedDeal }: { paidIntent: string; refundedDeal: string },
) => {
  const isSent = and(eq(refunds.dealId, refundedDeal), eq(refunds.state, 'succeeded'))
  const isPaid = and(eq(payments.intentId, paidIntent), eq(payments.state, 'succeeded'))
  return {
    refundsSent: await db.$count(refunds, isSent),
    eventsWaiting: await db.$count(webhookEvents, isNull(webhookEvents.processedAt)),
    paid: await db.$count(payments, isPaid),
  }
}

test(
  'an outage of 100 minutes is a line when it begins and one when it ends, and then all that waits is done',
  { tags: 'long' },
  async () => {
    const testApp = await createTestApp()
    const { begun, wanted, ...waiting } = await beginOutage(testApp)
    expect(begun.filter((line) => line.includes('External service cards failed repeatedly'))).toHaveLength(1)
    expect(await countWaiting(testApp, waiting)).toEqual({ refundsSent: 0, eventsWaiting: 1, paid: 0 })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const tryToPay = async () => startPayment(await testApp.signInAs('karim'), wanted)
    for (let round = 0; round < outageRounds; round += 1) {
      vi.setSystemTime(Date.now() + roundMs)
      await testApp.sweep()
      expect(await catchError(tryToPay())).toMatchObject({ code: 'cards_unavailable' })
    }
    expect(testApp.logLines).toEqual([])
    await callSandbox(testApp, '/sandbox/faults', { method: 'DELETE' })
    for (let round = 0; round < 10; round += 1) {
      vi.setSystemTime(Date.now() + roundMs)
      await testApp.sweep()
    }
    expect(await tryToPay()).toMatch(/^pi_/)
    expect(await countWaiting(testApp, waiting)).toEqual({ refundsSent: 1, eventsWaiting: 0, paid: 1 })
    expect(testApp.logLines).toEqual(['External service cards works again.'])
  },
)

const cutOff = { fault: 'drop_before', times: 100_000 } as const
const dropWallets = async ({ sandboxPort }: TestApp) => {
  for (const operation of bkashOperations) await setBkashFault(sandboxPort, { operation, ...cutOff })
  for (const operation of sslcommerzOperations) await setSslcommerzFault(sandboxPort, { operation, ...cutOff })
}

test.each(wallets.filter(({ way }) => way !== 'card'))(
  'an outage of 100 minutes ($way) is a line when it begins and one when it ends, and then all that waits is done',
  { tags: 'long' },
  async (wallet) => {
    const testApp = await createTestApp()
    const { begin, agree, comeBack, pay, readTaken, findPayment } = createPayingSteps(() => testApp, wallet)
    const refunded = await pay()
    const paid = await begin()
    const wanted = await beginDeal(testApp)
    await agree(paid)
    // bKash takes the money of this one, and its answer is the first that is lost.
    await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'drop_after' })
    if (wallet.asksBeforeTaking) expect(await comeBack(paid)).toMatchObject({ state: 'waiting' })
    await dropWallets(testApp)
    await refunded.seller('POST /deals/:id/cancel', { params: refunded.params, body: {} })
    const tryToPay = async () => {
      const { bookingId, price } = wanted.order
      return wallet.begin(await testApp.signInAs({ email: wanted.buyer.email }), { bookingId, price })
    }
    const tryInVain = async () => expect(await catchError(tryToPay())).toMatchObject({ code: 'wallet_unavailable' })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    /** The job runs in all of these minutes, and in some a buyer tries to pay. */
    const playMinutes = async (minutes: number, act?: () => Promise<void>) => {
      for (let ms = 0; ms < minutes * minuteMs; ms += roundMs) {
        vi.setSystemTime(Date.now() + roundMs)
        await testApp.sweep()
        if (act && ms % (10 * minuteMs) === 0) await act()
      }
    }
    await playMinutes(1, tryInVain)
    const failed = `External service ${wallet.provider} failed repeatedly`
    expect(testApp.logLines.filter((line) => line.includes(failed))).toHaveLength(1)
    testApp.logLines.splice(0)
    await playMinutes(100, tryInVain)
    expect(await findPayment(paid)).toMatchObject({ state: 'open' })
    await setBkashFault(testApp.sandboxPort, null)
    await setSslcommerzFault(testApp.sandboxPort, null)
    // bKash gives two tokens in an hour, and a request that nobody answered counts.
    await playMinutes(wallet.way === 'bkash' ? 70 : 10)
    expect(await findPayment(paid)).toMatchObject({ state: 'succeeded' })
    expect(await readTaken(refunded)).toMatchObject({ takenPoisha: 14_900_000, refundedPoisha: 14_900_000 })
    expect((await tryToPay()).reference).not.toBe('')
    // Of bKash two lines more say that it gives no token.
    const lines = testApp.logLines.filter((line) => !line.includes('token'))
    expect(lines).toEqual([`External service ${wallet.provider} works again.`])
    expect(testApp.logLines.length, testApp.logLines.join('\n')).toBeLessThanOrEqual(4)
  },
)
