// kill -9 at every named moment of a payment, one after the other; then nobody lifts a finger, and within a minute all is
// as it should be.
import { setTimeout as pause } from 'node:timers/promises'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { fixtures } from '#seed/fixtures.ts'
import { findLedgerErrors } from './ledger-checks.ts'
import { startPayment, type CrashPoint, crashPoints, type CrashScenario, confirmPayment } from './crash-points.ts'
import { createRandom } from './random.ts'
import { createFixtureUser, type User } from './users.ts'
import { createHarness, type Harness } from './harness.ts'

const healTimeoutMs = 60_000

let harness: Harness
let karim: User
let sadia: User

const createActor = (email: string, role: User['role']): User =>
  createFixtureUser({ name: email, role, serverName: 'main', url: harness.url, random: createRandom(email) }, email)

beforeAll(async () => {
  harness = await createHarness({ steady: false })
  karim = createActor(fixtures.karim.email, 'Buyer')
  sadia = createActor(fixtures.sadia.email, 'Buyer')
}, 300_000)
afterAll(() => harness.close(), 60_000)

const book = async ({ call }: User, bike: { _id: string; salePrice: number }): Promise<string> => {
  const body = {
    contactNumber: '01712345678',
    meetingLocation: 'Farmgate',
    salePrice: bike.salePrice,
    producId: bike._id,
  }
  return (await call('POST /bookings', { body })).insertedId
}

/** Bikes that neither of the two has ordered yet, each ordered by both. */
const createScenarios = async (count: number): Promise<CrashScenario[]> => {
  const orderedIds = new Set<string>()
  for (const one of [karim, sadia])
    for (const { producId } of await one.call('GET /bookings', { query: { limit: '100' } })) orderedIds.add(producId)
  const onSale = await karim.call('GET /allbikes', { query: { limit: '100' } })
  const bikes = onSale.filter(({ _id }) => !orderedIds.has(_id)).slice(0, count)
  assert(bikes.length === count, `needs ${count} bikes that nobody of the two has ordered`)
  return Promise.all(
    bikes.map(async (bike) => ({
      harness,
      buyer: karim,
      rival: sadia,
      order: { bookingId: await book(karim, bike), bikeId: bike._id, price: bike.salePrice },
      rivalOrder: { bookingId: await book(sadia, bike) },
    })),
  )
}

/** What one of them does who saw an error: tries again from the beginning, as far as the shop lets them. */
const retryPurchase = async (user: User, order: CrashScenario['order']): Promise<void> => {
  const intent = await startPayment(user, order).catch(() => null)
  if (intent === null) return
  await harness.provider.pay(intent)
  await confirmPayment(user, order, intent)
}

const readBikeStatus = async ({ order }: CrashScenario) => {
  const [row] = await harness.db.query(
    `select sold_at is not null as sold, withdrawn_at is not null as withdrawn,
       (select count(*)::int from payments where bike_id = bikes.id and state = 'succeeded') as sales
     from bikes where id = $1`,
    [order.bikeId],
  )
  return row
}

const expectConsistentLedger = () =>
  expect.poll(() => findLedgerErrors(harness).catch(String), { timeout: healTimeoutMs, interval: 500 }).toEqual([])

test('kill -9 at every crash point of a payment loses no money and no bike, by itself within a minute', async () => {
  const scenarios = await createScenarios(crashPoints.length)
  const results: { point: CrashPoint; scenario: CrashScenario }[] = []
  for (const [at, point] of crashPoints.entries()) {
    const scenario = scenarios[at]
    assert(scenario, 'needs a bike for each crash point')
    const intentsBefore = (await harness.provider.listIntents()).length
    await point.run(scenario)
    if (point.name === 'before_intent') expect((await harness.provider.listIntents()).length).toBe(intentsBefore)
    await harness.provider.clearFaults()
    await harness.server.waitUntilReady()
    results.push({ point, scenario })
  }
  expect(harness.server.countExits()).toBe(crashPoints.length)
  await expectConsistentLedger()

  for (const { point, scenario } of results) {
    await retryPurchase(karim, scenario.order)
    await retryPurchase(sadia, { ...scenario.order, ...scenario.rivalOrder })
    const expected = point.expectedOutcome === 'sold' ? { sold: true, sales: 1 } : { withdrawn: true, sales: 0 }
    expect(await readBikeStatus(scenario), point.name).toMatchObject(expected)
  }
  await expectConsistentLedger()
}, 300_000)

test('a shop that is asked to end in the middle of settling ends what it has begun, and leaves no file of an upload', async () => {
  const [scenario] = await createScenarios(1)
  assert(scenario, 'needs a bike')
  const intent = await startPayment(karim, scenario.order)
  await harness.provider.injectFault({ operation: 'webhook', fault: 'hold', times: 1_000 })
  await harness.provider.pay(intent)
  await harness.provider.resetRequestCount()
  await harness.provider.injectFault({ operation: 'retrieve', fault: 'delay', delayMs: 700 })
  const confirmation = confirmPayment(karim, scenario.order, intent)
  while ((await harness.provider.countRequests('retrieve')) === 0) await pause(10)
  const shutdown = harness.server.shutDown()
  expect(await confirmation).toMatchObject({ acknowledged: true })
  expect((await shutdown).code).toBe(0)
  expect(await readdir(join(harness.dataDir, 'incoming')).catch(() => [])).toEqual([])
  await harness.heal()
  expect(await readBikeStatus(scenario)).toMatchObject({ sold: true, sales: 1 })
  await expectConsistentLedger()
}, 300_000)
