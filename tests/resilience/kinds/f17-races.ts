import { Refusal, Unreachable } from '#contract/client.ts'
import { openArena } from '#tests/resilience/create-race-setup.ts'
import { races } from '#tests/resilience/races.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

// Each race has a bike of its own, so several are run beside each other; and a round is short beside other faults.
const beside = 3
const longer = 12

/** A busy shop turned somebody away before the race had begun, or a buyer of the workload was there first. */
const notRun = (error: unknown) => {
  if (!(error instanceof Unreachable || error instanceof Refusal)) throw error
  return { ending: 'not run', wrong: [] }
}

export const racing: FaultKind = {
  id: 'F17, F21, F23, F29',
  what: 'twenty more buyers, tabs, deletions, ending holds and settlers race for bikes',
  strike: async ({ rig, dice, ms, tell }) => {
    const arena = await openArena(rig, dice)
    const until = performance.now() + ms * longer
    const wrong: string[] = []
    const endings = new Map<string, number>()
    const raceOn = async () => {
      while (performance.now() < until && wrong.length === 0) {
        const race = dice.pick(races)
        const ended = await race.run(arena, dice).catch(notRun)
        wrong.push(...ended.wrong.map((line) => `${race.name}: ${line}`))
        const key = `${race.name}: ${ended.ending}`
        endings.set(key, (endings.get(key) ?? 0) + 1)
      }
    }
    try {
      await Promise.all(Array.from({ length: beside }, raceOn))
    } finally {
      await arena.close()
    }
    for (const [name, count] of [...endings].toSorted(([one], [other]) => one.localeCompare(other)))
      tell(`${name} × ${count}`)
    return wrong
  },
}
