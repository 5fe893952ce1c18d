import { ApiResponseError, UnreachableError } from '#contract/client.ts'
import { createRaceSetup } from '#tests/resilience/create-race-setup.ts'
import { races } from '#tests/resilience/races.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

// Each race has its own bike, so several run concurrently; a round is short compared with other faults.
const concurrency = 3
const durationFactor = 12

/** The app was overloaded before the race began, or a buyer of the workload was first. */
const handleNotRun = (error: unknown) => {
  if (!(error instanceof UnreachableError || error instanceof ApiResponseError)) throw error
  return { outcome: 'not run', errors: [] }
}

export const concurrentRaces: FaultKind = {
  id: 'F17, F21, F23, F29',
  what: 'twenty more buyers, tabs, deletions, ending holds and settlers race for bikes',
  run: async ({ harness, random, ms, log }) => {
    const setup = await createRaceSetup(harness, random)
    const deadline = performance.now() + ms * durationFactor
    const errors: string[] = []
    const outcomes = new Map<string, number>()
    const runRaces = async () => {
      while (performance.now() < deadline && errors.length === 0) {
        const race = random.pick(races)
        const result = await race.run(setup, random).catch(handleNotRun)
        errors.push(...result.errors.map((line) => `${race.name}: ${line}`))
        const key = `${race.name}: ${result.outcome}`
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
      }
    }
    try {
      await Promise.all(Array.from({ length: concurrency }, runRaces))
    } finally {
      await setup.close()
    }
    for (const [name, count] of [...outcomes].toSorted(([one], [other]) => one.localeCompare(other)))
      log(`${name} × ${count}`)
    return errors
  },
}
