import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const queryMs = 2_000

export const databaseSlow: FaultKind = {
  id: 'F37',
  what: 'every question to the database takes two seconds',
  run: async ({ harness, ms, log }) => {
    harness.db.proxy.delay(queryMs)
    await pause(ms / 2)
    // A page without database access still answers at once: the event loop is free.
    const beganAt = performance.now()
    const response = await fetch(`${harness.url}/api/docs`, { signal: AbortSignal.timeout(20_000) }).catch(() => null)
    log(`a page without the database: ${response?.status ?? 'none'} in ${(performance.now() - beganAt).toFixed(0)} ms`)
    await pause(ms / 2)
    harness.db.proxy.heal()
    return response?.status === 200 ? [] : ['A page that needs no database was not answered.']
  },
}
