import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const duplicateWebhooks: FaultKind = {
  id: 'F11',
  what: 'every webhook comes five times at once',
  run: async ({ harness, ms }) => {
    await harness.provider.injectFault({ operation: 'webhook', fault: 'duplicate', copies: 5, times: 1_000 })
    await pause(ms)
    return []
  },
}
