// The clock of the machine jumps: by an hour, back by one, over a week. What has an end ends, what is bought stays bought.
import { hourMs } from '#contract/time/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { startPayment, book, createPaymentBody, findUnwantedBike, catchError } from '#tests/support/buying.ts'
import { findAllViolations } from '#tests/support/money.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
let clock: { now: Date }
beforeEach(async () => {
  clock = { now: new Date() }
  testApp = await createTestApp({ clock })
})

const moveClock = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * hourMs)
}

const readPaymentStates = async (bikeId: string) => {
  const { rows } = await testApp.db.$client.query<{ state: string }>(
    'select state from payments where bike_id = $1 order by created_at, id',
    [bikeId],
  )
  return rows.map(({ state }) => state)
}

const expectConsistentLedger = async () => {
  const { violations } = await findAllViolations(testApp)
  expect(violations.map(({ invariant, rows }) => [invariant.id, rows])).toEqual([])
}

/** One charge whose page was closed, and one hold that nobody pays, before the clock jumps. */
const createPendingPurchases = async () => {
  const [karim, sadia] = [await testApp.signInAs('karim'), await testApp.signInAs('sadia')]
  const chargedOrder = await book(karim, await findUnwantedBike(testApp))
  await testApp.payIntent(await startPayment(karim, chargedOrder))
  const heldOrder = await book(sadia, await findUnwantedBike(testApp))
  await startPayment(sadia, heldOrder)
  return { karim, charged: chargedOrder.bike.id, held: heldOrder.bike.id }
}

test('an hour forward: tokens end and sessions go on, money is settled, holds end', async () => {
  const { karim, charged, held } = await createPendingPurchases()
  moveClock(1)
  expect(await catchError(karim('GET /bookings'))).toMatchObject({ status: 401 })
  await testApp.sweep()
  expect(await readPaymentStates(charged)).toEqual(['succeeded'])
  expect(await readPaymentStates(held)).toEqual(['canceled'])
  const again = await testApp.signInAs('karim')
  expect((await again('GET /bookings')).find((order) => order.producId === charged)).toMatchObject({ paid: true })
  await expectConsistentLedger()
})

test('an hour back: nothing is taken away too early, and a purchase goes its way', async () => {
  const { charged, held } = await createPendingPurchases()
  moveClock(-1)
  await testApp.sweep()
  expect(await readPaymentStates(held)).toEqual(['open'])
  const puja = await testApp.signInAs('puja')
  const order = await book(puja, await findUnwantedBike(testApp))
  const intent = await startPayment(puja, order)
  await testApp.payIntent(intent)
  await puja('POST /payments', { body: createPaymentBody(puja, order, intent) })
  expect(await readPaymentStates(order.bike.id)).toEqual(['succeeded'])
  // The clock is put right again: what came before the jump is ended as if it had never been.
  moveClock(1.1)
  await testApp.sweep()
  moveClock(1)
  await testApp.sweep()
  expect(await readPaymentStates(charged)).toEqual(['succeeded'])
  expect(await readPaymentStates(held)).toEqual(['canceled'])
  await expectConsistentLedger()
})

test('eight days forward: sessions end, and what was paid is there', { tags: 'long' }, async () => {
  const { karim, charged, held } = await createPendingPurchases()
  const cookie = { cookie: karim.cookie }
  moveClock(8 * 24)
  const response = await testApp.fastify.inject({
    method: 'POST',
    url: '/api/jwt',
    headers: cookie,
    payload: { email: karim.email },
  })
  expect(response.statusCode).toBe(401)
  await testApp.sweep()
  expect(await readPaymentStates(charged)).toEqual(['succeeded'])
  expect(await readPaymentStates(held)).toEqual(['canceled'])
  const again = await testApp.signInAs('karim')
  expect((await again('GET /bookings')).find((order) => order.producId === charged)).toMatchObject({ paid: true })
  await expectConsistentLedger()
})
