import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const reorderedWebhooks: FaultKind = {
  id: 'F13',
  what: 'webhooks are kept back and then come the last one first',
  run: async ({ harness, ms }) => {
    await harness.provider.injectFault({ operation: 'webhook', fault: 'hold', times: 1_000 })
    await pause(ms)
    await harness.provider.releaseWebhooks('reversed')
    return []
  },
}
