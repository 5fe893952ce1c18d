import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const wireDead: FaultKind = {
  id: 'F35',
  what: 'nothing goes through between shop and database, and nobody is told',
  strike: async ({ rig, ms }) => {
    rig.db.proxy.swallow()
    await pause(ms)
    rig.db.proxy.heal()
    return []
  },
}

export const wireCut: FaultKind = {
  id: 'F35',
  what: 'the connections between shop and database break again and again',
  strike: async ({ rig, dice, ms }) => {
    const until = performance.now() + ms
    while (performance.now() < until) {
      rig.db.proxy.cut()
      await pause(dice.between(50, 1_500))
    }
    return []
  },
}
