import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const webhooksReversed: FaultKind = {
  id: 'F13',
  what: 'webhooks are kept back and then come the last one first',
  strike: async ({ rig, ms }) => {
    await rig.provider.spoil({ operation: 'webhook', fault: 'hold', times: 1_000 })
    await pause(ms)
    await rig.provider.release('reversed')
    return []
  },
}
