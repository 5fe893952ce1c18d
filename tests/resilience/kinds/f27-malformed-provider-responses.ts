import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const says = (fault: 'garbage' | 'html', what: string): FaultKind => ({
  id: 'F27',
  what,
  strike: async ({ rig, dice, ms }) => {
    for (const operation of ['create', 'retrieve', 'cancel', 'refund'] as const)
      for (let n = 0; n < 30; n += 1)
        await rig.provider.spoil({ operation, fault, skip: n * 2 + dice.below(2), times: 1 })
    await pause(ms)
    return []
  },
})

export const providerBreaksOff = says('garbage', 'half of the card provider’s answers are JSON that breaks off')
export const providerSendsPages = says('html', 'half of the card provider’s answers are a page of HTML')
