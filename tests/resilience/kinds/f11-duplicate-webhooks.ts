import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const webhooksAgainAndAgain: FaultKind = {
  id: 'F11',
  what: 'every webhook comes five times at once',
  strike: async ({ rig, ms }) => {
    await rig.provider.spoil({ operation: 'webhook', fault: 'duplicate', copies: 5, times: 1_000 })
    await pause(ms)
    return []
  },
}
