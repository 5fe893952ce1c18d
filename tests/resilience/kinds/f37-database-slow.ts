import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const queryMs = 2_000

export const databaseSlow: FaultKind = {
  id: 'F37',
  what: 'every question to the database takes two seconds',
  run: async ({ harness, ms, log }) => {
    harness.db.proxy.delay(queryMs)
    await pause(ms / 2)
    // A page without database access is answered before any question to the database: the event loop is free. While many
    // requests wait, that answer may be to come back later.
    const beganAt = performance.now()
    const response = await fetch(`${harness.url}/api/docs`, { signal: AbortSignal.timeout(20_000) }).catch(() => null)
    const answeredMs = performance.now() - beganAt
    log(`a page without the database: ${response?.status ?? 'none'} in ${answeredMs.toFixed(0)} ms`)
    const isAnswered = response?.status === 200 || (response?.status === 503 && response.headers.has('retry-after'))
    await pause(ms / 2)
    harness.db.proxy.heal()
    return isAnswered && answeredMs < queryMs ? [] : ['A page that needs no database was not answered at once.']
  },
}
