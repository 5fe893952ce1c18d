import { setTimeout as pause } from 'node:timers/promises'
import type { Operation } from '#sandbox/cards/faults.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const calls: readonly Operation[] = ['create', 'retrieve', 'cancel', 'refund']

const answersWith = (status: 500 | 429 | 503): FaultKind => ({
  id: 'F25',
  what: `half of what the card provider is asked is answered ${status}`,
  strike: async ({ rig, dice, ms }) => {
    for (const operation of calls)
      for (let n = 0; n < 30; n += 1)
        await rig.provider.spoil({ operation, fault: 'status', status, skip: n * 2 + dice.below(2), times: 1 })
    await pause(ms)
    return []
  },
})

export const providerFails = answersWith(500)
export const providerIsBusy = answersWith(429)

export const providerRefuses: FaultKind = {
  id: 'F25',
  what: 'the card provider refuses every connection',
  strike: async ({ rig, ms }) => {
    await rig.provider.stop()
    await pause(ms)
    await rig.provider.start()
    return []
  },
}

const drops = (fault: 'drop_before' | 'drop_after', what: string): FaultKind => ({
  id: 'F25',
  what,
  strike: async ({ rig, dice, ms }) => {
    for (const operation of [...calls, 'confirm'] as const)
      for (let n = 0; n < 30; n += 1)
        await rig.provider.spoil({ operation, fault, skip: n * 3 + dice.below(3), times: 1 })
    await pause(ms)
    return []
  },
})

export const providerDropsBefore = drops(
  'drop_before',
  'the card provider breaks connections before it does what it is asked',
)
export const providerDropsAfter = drops(
  'drop_after',
  'the card provider breaks connections after it has done what it was asked',
)

export const providerSlow: FaultKind = {
  id: 'F25',
  what: 'the card provider takes its time over everything',
  strike: async ({ rig, dice, ms }) => {
    for (const operation of [...calls, 'webhook'] as const)
      await rig.provider.spoil({ operation, fault: 'delay', delayMs: dice.between(300, 3_000), times: 200 })
    await pause(ms)
    return []
  },
}
