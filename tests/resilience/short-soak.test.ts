// The short soak: four faults with twenty users at work, the judgement after each. `npm run soak` does all kinds for as
// long as told.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRandom } from './random.ts'
import { createHistory } from './history.ts'
import { repeatedKills } from './kinds/f07-repeated-kills.ts'
import { providerDropsAfter } from './kinds/f25-provider-unavailable.ts'
import { databaseStoppedImmediately } from './kinds/f33-database-stopped.ts'
import { connectionsClosed } from './kinds/f35-connection-lost.ts'
import { createHarness, type Harness } from './harness.ts'
import { runRound } from './fault-round.ts'
import { createWorkload, type Workload } from './workload.ts'

const seed = 'short'
const random = createRandom(seed)

let harness: Harness
let workload: Workload

beforeAll(async () => {
  harness = await createHarness({ steady: false })
  workload = await createWorkload(harness, { random, history: createHistory(), thinkMs: 250, maxOnSale: 80 })
}, 300_000)
afterAll(async () => {
  await workload?.stop()
  await harness?.close()
}, 60_000)

test.each([providerDropsAfter, databaseStoppedImmediately, connectionsClosed, repeatedKills])(
  'while $what ($id), nothing acknowledged is lost and all is right by itself within a minute',
  { timeout: 240_000 },
  async (kind) => {
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
  },
)
