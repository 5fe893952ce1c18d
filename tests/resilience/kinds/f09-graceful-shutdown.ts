import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const drainMs = 10_000

export const gracefulShutdown: FaultKind = {
  id: 'F09',
  what: 'the shop is asked to end (SIGTERM) in the middle of settling and of uploads',
  run: async ({ harness, random, log }) => {
    await harness.provider.injectFault({ operation: 'retrieve', fault: 'delay_after', delayMs: 400, times: 10 })
    await pause(random.between(200, 900))
    const { code, tookMs } = await harness.server.shutDown()
    await harness.server.waitUntilReady()
    // An upload's folder exists during its request; users may have started new uploads.
    const left = await readdir(join(harness.dataDir, 'incoming')).catch(() => [])
    log(`ended with ${code} in ${(tookMs / 1000).toFixed(1)} s, ${left.length} uploads under way afterwards`)
    return tookMs > drainMs * 2 ? [`The shop took ${tookMs} ms to end.`] : []
  },
}
