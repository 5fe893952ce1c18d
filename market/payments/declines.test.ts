// Whoever tries one card number after the other is stopped.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { book, catchError, findUnwantedBike, startPayment, type BuyerClient } from '#tests/support/buying.ts'
import { createEventJson, sendWebhook } from '#tests/support/card-events.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { payments } from '#market/schema/money/payments.ts'

const sites = recordApiErrorSites()
afterAll(() => sites.close())

let testApp: TestApp
let karim: BuyerClient
const clock = { now: new Date() }
beforeEach(async () => {
  clock.now = new Date()
  testApp = await createTestApp({ manualClose: true, clock })
  karim = await testApp.signInAs('karim')
})
afterEach(() => testApp.close())

/** The provider tells that the card of this intent was declined, at the time of the shop. */
const decline = async (intentId: string): Promise<void> => {
  const object = { id: intentId, object: 'payment_intent' }
  const created = Math.floor(clock.now.getTime() / 1000)
  const body = createEventJson({ type: 'payment_intent.payment_failed', object, created })
  expect(await sendWebhook(testApp, body)).toBe(200)
}
const declineTimes = async (intentId: string, times: number): Promise<void> => {
  for (let number = 0; number < times; number += 1) await decline(intentId)
}
const findState = async (intentId: string) => {
  const [row] = await testApp.db.select().from(payments).where(eq(payments.intentId, intentId))
  return row?.state
}
const advanceMinutes = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

test('after four declined cards the fifth may still pay', async () => {
  const order = await book(karim, await findUnwantedBike(testApp))
  const intentId = await startPayment(karim, order)
  await declineTimes(intentId, 4)
  expect(await startPayment(karim, order)).toBe(intentId)
  await testApp.payIntent(intentId)
  advanceMinutes(1)
  await testApp.sweep()
  expect(await findState(intentId)).toBe('succeeded')
})

test('five declined cards end the payment at the provider, and the next one begins 15 minutes later', async () => {
  const [order, other] = [
    await book(karim, await findUnwantedBike(testApp)),
    await book(karim, await findUnwantedBike(testApp)),
  ]
  const intentId = await startPayment(karim, order)
  await declineTimes(intentId, 5)
  expect(await findState(intentId)).toBe('canceled')
  expect((await testApp.paymentProvider.retrieve(intentId)).status).toBe('canceled')
  await expect(testApp.payIntent(intentId)).rejects.toThrow(/canceled/)
  expect(testApp.logLines.join('')).toContain('5 cards were declined')
  // Neither this bike nor another one; everybody else pays as before.
  for (const one of [order, other])
    expect(await catchError(startPayment(karim, one))).toMatchObject({ status: 429, code: 'too_many_declines' })
  const sadia = await testApp.signInAs('sadia')
  await startPayment(sadia, await book(sadia, order.bike))
  advanceMinutes(14)
  expect(await catchError(startPayment(await testApp.signInAs('karim'), other))).toMatchObject({
    code: 'too_many_declines',
  })
  advanceMinutes(2)
  expect(await startPayment(await testApp.signInAs('karim'), other)).not.toBe(intentId)
})

test('fifteen declined cards in a day make the buyer wait until the day is over', async () => {
  const orders = []
  for (let number = 0; number < 4; number += 1) orders.push(await book(karim, await findUnwantedBike(testApp)))
  const [last, ...tried] = orders
  for (const order of tried) {
    await declineTimes(await startPayment(await testApp.signInAs('karim'), order), 5)
    advanceMinutes(60)
  }
  const pay = async () => startPayment(await testApp.signInAs('karim'), last ?? expect.fail('needs an order'))
  expect(await catchError(pay())).toMatchObject({ code: 'too_many_declines' })
  advanceMinutes(22 * 60)
  expect(await pay()).toMatch(/^pi_/)
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/payments/declines.ts'])).toEqual([])
})
