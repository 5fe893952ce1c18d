import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const packetsDropped: FaultKind = {
  id: 'F35',
  what: 'nothing goes through between shop and database, and nobody is told',
  run: async ({ harness, ms }) => {
    harness.db.proxy.dropPackets()
    await pause(ms)
    harness.db.proxy.heal()
    return []
  },
}

export const connectionsClosed: FaultKind = {
  id: 'F35',
  what: 'the connections between shop and database break again and again',
  run: async ({ harness, random, ms }) => {
    const deadline = performance.now() + ms
    while (performance.now() < deadline) {
      harness.db.proxy.closeConnections()
      await pause(random.between(50, 1_500))
    }
    return []
  },
}
