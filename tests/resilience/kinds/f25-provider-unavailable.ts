import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '#sandbox/cards/faults.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const operations: readonly Operation[] = ['create', 'retrieve', 'cancel', 'refund']

const createStatusFault = (status: 500 | 429 | 503): FaultKind => ({
  id: 'F25',
  what: `half of what the card provider is asked is answered ${status}`,
  run: async ({ harness, random, ms }) => {
    for (const operation of operations)
      for (let n = 0; n < 30; n += 1)
        await harness.provider.injectFault({
          operation,
          fault: 'status',
          status,
          skip: n * 2 + random.below(2),
          times: 1,
        })
    await pause(ms)
    return []
  },
})

export const providerFails = createStatusFault(500)
export const providerIsBusy = createStatusFault(429)

export const providerRefuses: FaultKind = {
  id: 'F25',
  what: 'the card provider refuses every connection',
  run: async ({ harness, ms }) => {
    await harness.provider.stop()
    await pause(ms)
    await harness.provider.start()
    return []
  },
}

const createDropFault = (fault: 'drop_before' | 'drop_after', what: string): FaultKind => ({
  id: 'F25',
  what,
  run: async ({ harness, random, ms }) => {
    for (const operation of [...operations, 'confirm'] as const)
      for (let n = 0; n < 30; n += 1)
        await harness.provider.injectFault({ operation, fault, skip: n * 3 + random.below(3), times: 1 })
    await pause(ms)
    return []
  },
})

export const providerDropsBefore = createDropFault(
  'drop_before',
  'the card provider breaks connections before it does what it is asked',
)
export const providerDropsAfter = createDropFault(
  'drop_after',
  'the card provider breaks connections after it has done what it was asked',
)

export const providerSlow: FaultKind = {
  id: 'F25',
  what: 'the card provider takes its time over everything',
  run: async ({ harness, random, ms }) => {
    for (const operation of [...operations, 'webhook'] as const)
      await harness.provider.injectFault({ operation, fault: 'delay', delayMs: random.between(300, 3_000), times: 200 })
    await pause(ms)
    return []
  },
}
