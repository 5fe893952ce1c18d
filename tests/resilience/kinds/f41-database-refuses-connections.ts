import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Harness } from '#tests/resilience/harness.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

/** Takes every connection that ordinary roles can have, while the app is disconnected. */
const takeAllConnections = async ({ db }: Harness): Promise<pg.Client[]> => {
  const taken: pg.Client[] = []
  db.proxy.dropPackets()
  db.proxy.closeConnections()
  try {
    for (;;) {
      const client = await db.connect('shop').catch(() => null)
      if (!client) return taken
      taken.push(client)
    }
  } finally {
    db.proxy.heal()
  }
}

export const connectionsExhausted: FaultKind = {
  id: 'F41',
  what: 'others have taken all connections of the database (max_connections)',
  run: async ({ harness, ms, log }) => {
    const taken = await takeAllConnections(harness)
    log(`${taken.length} connections were taken`)
    await pause(ms)
    await Promise.all(taken.map((client) => client.end()))
    return taken.length > 10 ? [] : ['Only few connections could be taken.']
  },
}

export const passwordChanged: FaultKind = {
  id: 'F41',
  what: 'the password of the shop’s role was changed',
  run: async ({ harness, ms }) => {
    await harness.db.changePassword()
    await pause(ms)
    await harness.db.restorePassword()
    return []
  },
}
