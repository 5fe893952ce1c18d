// A provider that hangs: buyers get an answer in time, and everybody else goes on.
// @module-tag long
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { book, catchError, findUnwantedBike } from '#tests/support/buying.ts'
import { callSandbox } from '#tests/support/card-events.ts'
import { beginDeal } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readBkashJournal, returnFromBkash, setBkashFault } from '#tests/support/wallets/bkash.ts'
import { createPayingSteps, type Paying } from '#tests/support/wallets/paying.ts'
import { setSslcommerzFault } from '#tests/support/wallets/sslcommerz.ts'
import { type Wallet, wallets } from '#tests/support/wallets/wallets.ts'

const buyers = 72
const hangMs = 120_000
// More than the shop has connections to its database.
const executions = 20

/** From now on the provider does not answer who asks it about a payment. */
const hang: Record<Wallet['way'], (port: number) => Promise<void>> = {
  bkash: (port) => setBkashFault(port, { operation: 'status', fault: 'delay', delayMs: hangMs, times: 500 }),
  sslcommerz: (port) => setSslcommerzFault(port, { operation: 'query', fault: 'delay', delayMs: hangMs, times: 500 }),
  card: (sandboxPort) => {
    const body = JSON.stringify({ operation: 'retrieve', fault: 'delay', delayMs: hangMs, times: 500 })
    return callSandbox({ sandboxPort }, '/sandbox/faults', { body })
  },
}
const clearFaults = async ({ sandboxPort }: TestApp): Promise<void> => {
  await setBkashFault(sandboxPort, null)
  await setSslcommerzFault(sandboxPort, null)
  await callSandbox({ sandboxPort }, '/sandbox/faults', { method: 'DELETE' })
}

/** Whether orders, lists and pages are answered. */
const getStatuses = ({ fastify }: TestApp, { email, token }: { email: string; token: string }): Promise<number[]> => {
  const authorization = `Bearer ${token}`
  const getStatus = async (url: string, headers = {}) => (await fastify.inject({ url, headers })).statusCode
  return Promise.all([
    getStatus(`/api/bookings?email=${email}`, { authorization }),
    getStatus('/api/allbikes?limit=7'),
    getStatus('/login'),
    getStatus('/bikes?limit=7'),
  ])
}

test.each(wallets)(
  'while 72 buyers wait for a provider that hangs ($way), orders, lists and the login page are answered',
  async (wallet) => {
    const testApp = await createTestApp({ pages: true })
    const { logLines } = testApp
    onTestFinished(() => clearFaults(testApp))
    const code = wallet.way === 'card' ? 'cards_unavailable' : 'wallet_unavailable'
    const karim = await testApp.signInAs('karim')
    const { bookingId, price } = await book(karim, await findUnwantedBike(testApp))
    // From now on each of his tries asks the provider for the same payment.
    const begin = async () => (await wallet.begin(karim, { bookingId, price })).reference
    const reference = await begin()
    await hang[wallet.way](testApp.sandboxPort)

    let answered = 0
    const waiting: Promise<unknown>[] = []
    // Not all in the same moment: that alone would be more than the shop accepts.
    for (const count of [buyers / 2, buyers]) {
      while (waiting.length < count) waiting.push(catchError(begin()).finally(() => (answered += 1)))
      await expect
        .poll(() => testApp.countExternalCalls(wallet.provider), { timeout: 60_000, interval: 20 })
        .toBe(count)
    }
    // Asked while all of them wait. How long the answers take is up to the machine; a shop that is full refuses at once.
    expect(answered).toBe(0)
    expect(await getStatuses(testApp, karim)).toEqual([200, 200, 200, 200])
    expect(answered).toBeLessThan(buyers)

    for (const apiError of await Promise.all(waiting)) expect(apiError).toMatchObject({ status: 503, code })
    const countLines = (text: string) => logLines.filter((line) => line.includes(text)).length
    expect(countLines(`External service ${wallet.provider} failed repeatedly`)).toBe(1)

    // Nobody waits while the provider is known to hang.
    expect(await catchError(begin())).toMatchObject({ code })
    await clearFaults(testApp)
    const retry = async (): Promise<unknown> => (await begin().catch(() => null)) ?? pause(500).then(retry)
    expect(await retry()).toBe(reference)
    expect(countLines(`External service ${wallet.provider} works again`)).toBe(1)
  },
)

test('while bKash takes the money of 20 buyers and hangs, nobody waits for the database, and each pays once', async () => {
  const testApp = await createTestApp({ pages: true })
  onTestFinished(() => clearFaults(testApp))
  const [bkash] = wallets.filter(({ way }) => way === 'bkash')
  if (!bkash) throw new Error('needs bKash')
  const { begin, agree, sweepLater, findPayment } = createPayingSteps(() => testApp, bkash)
  const deals: Paying[] = []
  while (deals.length < executions) deals.push(await begin(await beginDeal(testApp)))
  await Promise.all(deals.map(agree))
  await setBkashFault(testApp.sandboxPort, { operation: 'execute', fault: 'delay', delayMs: hangMs, times: 500 })
  let answered = 0
  const returns = deals.map(({ buyer, reference }) =>
    returnFromBkash(buyer, reference, 'success').finally(() => (answered += 1)),
  )
  await expect.poll(() => testApp.countExternalCalls('bkash'), { interval: 20 }).toBe(executions)
  expect(await getStatuses(testApp, await testApp.signInAs('karim'))).toEqual([200, 200, 200, 200])
  expect(answered).toBe(0)
  for (const returned of await Promise.all(returns)) expect(returned).toMatchObject({ state: 'waiting' })
  await clearFaults(testApp)
  await expect
    .poll(
      async () => {
        await sweepLater(1)
        return new Set((await Promise.all(deals.map(findPayment))).map((payment) => payment?.state))
      },
      { interval: 500 },
    )
    .toEqual(new Set(['succeeded']))
  const { payments } = await readBkashJournal(testApp.sandboxPort)
  const mine = new Set(deals.map(({ reference }) => reference))
  const timesTaken = payments.filter(({ paymentID }) => mine.has(paymentID)).map((payment) => payment.executions)
  expect(timesTaken).toEqual(deals.map(() => 1))
})
