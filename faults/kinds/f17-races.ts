import { openArena } from '../rig-arena.ts'
import { races } from '../races.ts'
import type { FaultKind } from '../round.ts'

export const racing: FaultKind = {
  id: 'F17, F21, F23, F29',
  what: 'twenty more buyers, tabs, deletions, ending holds and settlers race for bikes',
  strike: async ({ rig, dice, ms, tell }) => {
    const arena = await openArena(rig, dice)
    const until = performance.now() + ms * 2
    const wrong: string[] = []
    const endings = new Map<string, number>()
    try {
      while (performance.now() < until && wrong.length === 0) {
        const race = dice.pick(races)
        const ended = await race.run(arena, dice)
        wrong.push(...ended.wrong.map((line) => `${race.name}: ${line}`))
        const key = `${race.name} ${ended.ending}`
        endings.set(key, (endings.get(key) ?? 0) + 1)
      }
    } finally {
      await arena.close()
    }
    tell([...endings].map(([name, count]) => `${name} × ${count}`).join(', '))
    return wrong
  },
}
