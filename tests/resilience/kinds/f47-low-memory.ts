import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const lowMemory: FaultKind = {
  id: 'F47',
  what: 'the shop has a heap of 128 MB',
  run: async ({ harness, ms, log }) => {
    harness.server.setNextStart({ flags: ['--max-old-space-size=128', '--max-semi-space-size=8'] })
    await harness.server.shutDown()
    const ends = harness.server.countExits()
    await harness.server.waitUntilReady()
    await pause(ms)
    log(
      `ended ${harness.server.countExits() - ends} times by itself, ${harness.server.sample()?.rssMb.toFixed(0)} MB at the end`,
    )
    harness.server.setNextStart({})
    await harness.server.shutDown()
    await harness.server.waitUntilReady()
    return []
  },
}
