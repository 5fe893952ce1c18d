import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const createStopFault = (how: 'fast' | 'immediate' | 'kill', what: string): FaultKind => ({
  id: 'F33',
  what,
  run: async ({ harness, random }) => {
    await harness.db.stop(how)
    await pause(random.between(200, 4_000))
    await harness.db.start()
    return []
  },
})

export const databaseStopped = createStopFault('fast', 'PostgreSQL is stopped in order (fast) and started again')
export const databaseStoppedImmediately = createStopFault(
  'immediate',
  'PostgreSQL is stopped at once (immediate) and started again',
)
export const databaseKilled = createStopFault('kill', 'PostgreSQL is killed with kill -9 and started again')
