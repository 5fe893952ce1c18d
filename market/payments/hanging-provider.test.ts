// A card provider that hangs: buyers get an answer in time, and everybody else goes on.
// @module-tag long
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxKeys } from '#sandbox/sandbox.ts'
import { startPayment, book, findUnwantedBike, catchError } from '#tests/support/buying.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const buyers = 72
const hangMs = 120_000

const callSandbox = async ({ sandboxPort }: TestApp, path: string, method: string, body?: object): Promise<unknown> => {
  const headers = { authorization: `Bearer ${sandboxKeys.stripe.secretKey}`, 'content-type': 'application/json' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  return (await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/${path}`, init)).json().catch(() => null)
}

test('while 72 buyers wait for a provider that hangs, orders, lists and the login page are answered', async () => {
  const testApp = await createTestApp({ pages: true })
  const { fastify, logLines } = testApp
  onTestFinished(async () => void (await callSandbox(testApp, 'faults', 'DELETE')))
  const karim = await testApp.signInAs('karim')
  const order = await book(karim, await findUnwantedBike(testApp))
  // From now on each of his tries asks the provider for the same intent.
  const intent = await startPayment(karim, order)
  await callSandbox(testApp, 'faults', 'POST', { operation: 'retrieve', fault: 'delay', delayMs: hangMs, times: 500 })

  let answered = 0
  const waiting: Promise<unknown>[] = []
  // Not all in the same moment: that alone would be more than the shop accepts.
  for (const count of [buyers / 2, buyers]) {
    while (waiting.length < count) waiting.push(catchError(startPayment(karim, order)).finally(() => (answered += 1)))
    await expect.poll(() => testApp.countExternalCalls('cards'), { timeout: 60_000, interval: 20 }).toBe(count)
  }
  const getStatus = async (url: string, headers = {}) => (await fastify.inject({ url, headers })).statusCode
  const authorization = `Bearer ${karim.token}`
  // Asked while all of them wait. How long the answers take is up to the machine; a shop that is full refuses at once.
  expect(answered).toBe(0)
  const statuses = await Promise.all([
    getStatus(`/api/bookings?email=${karim.email}`, { authorization }),
    getStatus('/api/allbikes?limit=7'),
    getStatus('/login'),
    getStatus('/bikes?limit=7'),
  ])
  expect(statuses).toEqual([200, 200, 200, 200])
  expect(answered).toBeLessThan(buyers)

  for (const apiError of await Promise.all(waiting))
    expect(apiError).toMatchObject({ status: 503, code: 'cards_unavailable' })
  expect(logLines.filter((line) => line.includes('External service cards failed repeatedly'))).toHaveLength(1)

  // Nobody waits while the provider is known to hang.
  expect(await catchError(startPayment(karim, order))).toMatchObject({ code: 'cards_unavailable' })
  await callSandbox(testApp, 'faults', 'DELETE')
  const retry = async (): Promise<unknown> => {
    const result = await startPayment(karim, order).catch(() => null)
    return result ?? pause(500).then(retry)
  }
  expect(await retry()).toBe(intent)
  expect(logLines.filter((line) => line.includes('External service cards works again'))).toHaveLength(1)
})
