// The short soak: four faults with twenty users at work, the judgement after each. `npm run soak` does all kinds for as
// long as told.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diceFrom } from './random.ts'
import { openHistory } from './history.ts'
import { killAgainAndAgain } from './kinds/f07-repeated-kills.ts'
import { providerDropsAfter } from './kinds/f25-provider-unavailable.ts'
import { databaseCutOff } from './kinds/f33-database-stopped.ts'
import { wireCut } from './kinds/f35-connection-lost.ts'
import { openRig, type Rig } from './harness.ts'
import { playRound } from './fault-round.ts'
import { openWorkload, type Workload } from './workload.ts'

const seed = 'short'
const dice = diceFrom(seed)

let rig: Rig
let workload: Workload

beforeAll(async () => {
  rig = await openRig({ steady: false })
  workload = await openWorkload(rig, { dice, history: openHistory(), thinkMs: 250, mostOnSale: 80 })
}, 300_000)
afterAll(async () => {
  await workload?.end()
  await rig?.close()
}, 60_000)

test.each([providerDropsAfter, databaseCutOff, wireCut, killAgainAndAgain])(
  'while $what ($id), nothing acknowledged is lost and all is right by itself within a minute',
  { timeout: 240_000 },
  async (kind) => {
    const result = await playRound({ rig, workload, kind, dice: dice.fork(kind.what), ms: 2_000, calmEntries: 60 })
    expect(result.wrong, `seed ${seed}`).toEqual([])
    expect(result.acknowledged).toBeGreaterThan(0)
  },
)
