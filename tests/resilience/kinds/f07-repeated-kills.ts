import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const intervalMs = 2_000

export const repeatedKills: FaultKind = {
  id: 'F07',
  what: 'the shop is killed with kill -9 two seconds after each time that it has opened',
  run: async ({ harness, ms, log }) => {
    const deadline = performance.now() + ms
    const [before, ends] = [harness.server.downtimesMs.length, harness.server.countExits()]
    do {
      await pause(intervalMs)
      harness.server.kill('SIGKILL')
      // The process has ended before `waitUntilReady` checks it.
      await pause(50)
      await harness.server.waitUntilReady()
    } while (performance.now() < deadline)
    const downtimes = harness.server.downtimesMs.slice(before).map((one) => one / 1000)
    log(
      `${harness.server.countExits() - ends} kills, away ${Math.min(...downtimes).toFixed(1)} to ${Math.max(...downtimes).toFixed(1)} s`,
    )
    return []
  },
}
