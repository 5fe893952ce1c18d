import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const stopped = (how: 'fast' | 'immediate' | 'kill', what: string): FaultKind => ({
  id: 'F33',
  what,
  strike: async ({ rig, dice }) => {
    await rig.db.stop(how)
    await pause(dice.between(200, 4_000))
    await rig.db.start()
    return []
  },
})

export const databaseStopped = stopped('fast', 'PostgreSQL is stopped in order (fast) and started again')
export const databaseCutOff = stopped('immediate', 'PostgreSQL is stopped at once (immediate) and started again')
export const databaseKilled = stopped('kill', 'PostgreSQL is killed with kill -9 and started again')
