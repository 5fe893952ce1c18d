import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const createMalformedFault = (fault: 'garbage' | 'html', what: string): FaultKind => ({
  id: 'F27',
  what,
  run: async ({ harness, random, ms }) => {
    for (const operation of ['create', 'retrieve', 'cancel', 'refund'] as const)
      for (let n = 0; n < 30; n += 1)
        await harness.provider.injectFault({ operation, fault, skip: n * 2 + random.below(2), times: 1 })
    await pause(ms)
    return []
  },
})

export const providerTruncatesJson = createMalformedFault(
  'garbage',
  'half of the card provider’s answers are JSON that breaks off',
)
export const providerSendsHtml = createMalformedFault('html', 'half of the card provider’s answers are a page of HTML')
