// Faults of whole processes: the app, PostgreSQL and the card provider each run in a process of their own, and one harness
// serves all tests. `npm test` plays a sample of the faults, chosen by a seed; `npm run test:long` plays all of them.
// @module-tag processes
// @module-tag long
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { ApiResponseError, UnreachableError } from '#contract/client.ts'
import { fixtures } from '#seed/fixtures.ts'
import { sampleInShortRun } from '#tests/support/run-length.ts'
import { startPayment, type CrashPoint, crashPoints, type CrashScenario, confirmPayment } from './crash-points.ts'
import { type FaultKind, runRound } from './fault-round.ts'
import { createHarness, type Harness } from './harness.ts'
import { createHistory } from './history.ts'
import { repeatedKills } from './kinds/f07-repeated-kills.ts'
import { providerDropsAfter } from './kinds/f25-provider-unavailable.ts'
import { databaseStoppedImmediately } from './kinds/f33-database-stopped.ts'
import { connectionsClosed } from './kinds/f35-connection-lost.ts'
import { connectionsExhausted, passwordChanged } from './kinds/f41-database-refuses-connections.ts'
import { fileLimit } from './kinds/f49-file-limit.ts'
import { pageCorrupted } from './kinds/f57-page-corruption.ts'
import { findLedgerErrors } from './ledger-checks.ts'
import { createRandom } from './random.ts'
import { createFixtureUser, type User } from './users.ts'
import { createWorkload, type Workload } from './workload.ts'

const healTimeoutMs = 60_000
const seed = 'short'
const random = createRandom(seed)

let harness: Harness
let karim: User
let sadia: User

const isBusy = (error: unknown): boolean => error instanceof ApiResponseError && error.status === 503

/** Makes each call again while the app asks for it, as people do: the machine may be busy with other tests. */
const withRetries = (user: User): User => {
  const callAgain = async (...args: Parameters<User['call']>): Promise<unknown> => {
    const deadline = performance.now() + healTimeoutMs
    for (;;) {
      try {
        return await user.call(...args)
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await pause(500)
      }
    }
  }
  return { ...user, call: Object.assign(callAgain, user.call) }
}

const createUser = (email: string, role: User['role']): User =>
  createFixtureUser({ name: email, role, serverName: 'main', url: harness.url, random: createRandom(email) }, email)

const createActor = (email: string, role: User['role']): User => withRetries(createUser(email, role))

beforeAll(async () => {
  harness = await createHarness({ steady: false })
  karim = createActor(fixtures.karim.email, 'Buyer')
  sadia = createActor(fixtures.sadia.email, 'Buyer')
})
afterAll(() => harness?.close(), 60_000)

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
    `select reserved_at is not null and sold_at is null as reserved, withdrawn_at is not null as withdrawn,
       (select count(*)::int from payments where bike_id = bikes.id and state = 'succeeded') as payments
     from bikes where id = $1`,
    [order.bikeId],
  )
  return row
}

const expectConsistentLedger = () =>
  expect.poll(() => findLedgerErrors(harness).catch(String), { timeout: healTimeoutMs, interval: 500 }).toEqual([])

test('kill -9 at a crash point of a payment loses no money and no bike, by itself within a minute', async () => {
  const points = ['F01', 'F03', 'F05'].flatMap((fault) =>
    sampleInShortRun(
      crashPoints.filter(({ id }) => id === fault),
      1,
      `${seed} ${fault}`,
    ),
  )
  const exitsBefore = harness.server.countExits()
  const scenarios = await createScenarios(points.length)
  const results: { point: CrashPoint; scenario: CrashScenario }[] = []
  for (const [at, point] of points.entries()) {
    const scenario = scenarios[at]
    assert(scenario, 'needs a bike for each crash point')
    const intentsBefore = (await harness.provider.listIntents()).length
    await point.run(scenario)
    if (point.name === 'before_intent') expect((await harness.provider.listIntents()).length).toBe(intentsBefore)
    await harness.provider.clearFaults()
    await harness.server.waitUntilReady()
    results.push({ point, scenario })
  }
  expect(harness.server.countExits() - exitsBefore, harness.server.getOutput().slice(-5_000)).toBe(points.length)
  await expectConsistentLedger()

  for (const { point, scenario } of results) {
    await retryPurchase(karim, scenario.order)
    await retryPurchase(sadia, { ...scenario.order, ...scenario.rivalOrder })
    const expected =
      point.expectedOutcome === 'reserved' ? { reserved: true, payments: 1 } : { withdrawn: true, payments: 0 }
    expect(await readBikeStatus(scenario), point.name).toMatchObject(expected)
  }
  await expectConsistentLedger()
})

/**
 * Asks the shop to end while it settles a payment, and starts it again. Returns the answer of the payment; null if it was
 * another job of the shop that asked the provider, so that the shop ended before it took the request.
 */
const endWhileSettling = async (scenario: CrashScenario): Promise<unknown> => {
  const intent = await startPayment(karim, scenario.order)
  await harness.provider.injectFault({ operation: 'webhook', fault: 'hold', times: 1_000 })
  await harness.provider.pay(intent)
  await harness.provider.resetRequestCount()
  await harness.provider.injectFault({ operation: 'retrieve', fault: 'delay', delayMs: 700 })
  // Without retries: a call that is made again and again would keep its connection open, and so the shop.
  const once = createUser(fixtures.karim.email, 'Buyer')
  const confirmation = confirmPayment(once, scenario.order, intent).catch((error: unknown) => {
    if (error instanceof UnreachableError || isBusy(error)) return null
    throw error
  })
  while ((await harness.provider.countRequests('retrieve')) === 0) await pause(10)
  const shutdown = harness.server.shutDown()
  const answer = await confirmation
  expect((await shutdown).code, harness.server.getOutput().slice(-3_000)).toBe(0)
  expect(await readdir(join(harness.dataDir, 'incoming')).catch(() => [])).toEqual([])
  await harness.heal()
  return answer
}

test('a shop that is asked to end in the middle of settling ends what it has begun, and leaves no file of an upload', async () => {
  const scenarios = await createScenarios(3)
  const answers: unknown[] = []
  for (const scenario of scenarios) {
    const answer = await endWhileSettling(scenario)
    answers.push(answer)
    if (answer === null) continue
    expect(answer).toMatchObject({ acknowledged: true })
    expect(await readBikeStatus(scenario)).toMatchObject({ reserved: true, payments: 1 })
    break
  }
  expect(answers.at(-1), 'the shop was never asked to end while it settled').not.toBeNull()
  await expectConsistentLedger()
})

const fetchStatus = async (path: string): Promise<number> => {
  const answer = await fetch(harness.url + path).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status ?? 0
}

// Each question has other words, so that no ready answer is sent for it.
const fetchListStatus = () => fetchStatus(`/api/allbikes?limit=${1 + random.below(99)}`)

const expectReady = () =>
  expect
    .poll(async () => [await fetchStatus('/ready'), await fetchListStatus()], { timeout: healTimeoutMs })
    .toEqual([200, 200])

const runFault = (kind: FaultKind, ms: number) => kind.run({ harness, random, ms, log: () => {} })

test.each(sampleInShortRun([connectionsExhausted, passwordChanged], 1, seed))(
  'while $what ($id), people are told to come again, the shop says that it is not ready, and is when it is over',
  async (kind) => {
    await expectReady()
    const pid = harness.server.pid()
    const finished = new AbortController()
    const running = runFault(kind, 6_000).finally(() => finished.abort())
    const statuses = new Set<string>()
    while (!finished.signal.aborted) {
      statuses.add(`ready ${await fetchStatus('/ready')}`)
      statuses.add(`list ${await fetchListStatus()}`)
      await pause(100)
    }
    expect(await running).toEqual([])
    expect([...statuses]).toEqual(expect.arrayContaining(['ready 503', 'list 503']))
    // Nothing else was ever said, and the process is the same one.
    expect([...statuses].filter((one) => !/ (?:200|503)$/.test(one))).toEqual([])
    await expectReady()
    expect(harness.server.pid()).toBe(pid)
  },
)

test.each(sampleInShortRun([pageCorrupted, fileLimit], 1, seed))(
  'while $what ($id), nothing wrong is told, and all is well when it is over',
  async (kind) => {
    await expectReady()
    expect(await runFault(kind, 1_000)).toEqual([])
    await expectReady()
  },
)

describe('with twenty users at work', () => {
  let workload: Workload

  beforeAll(async () => {
    workload = await createWorkload(harness, { random, history: createHistory(), thinkMs: 250, maxOnSale: 80 })
  })
  afterAll(() => workload?.stop(), 60_000)

  test.each(
    sampleInShortRun([providerDropsAfter, databaseStoppedImmediately, connectionsClosed, repeatedKills], 1, seed),
  )('while $what ($id), nothing acknowledged is lost and all is right by itself within a minute', async (kind) => {
    const result = await runRound({
      harness,
      workload,
      kind,
      random: random.fork(kind.what),
      ms: 2_000,
      minCalmRequests: 60,
    })
    expect(result.errors, `seed ${seed}`).toEqual([])
    expect(result.acknowledged).toBeGreaterThan(0)
  })
})
