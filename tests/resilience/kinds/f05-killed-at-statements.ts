import { setTimeout as pause } from 'node:timers/promises'
import { statementBreakpoints } from '#tests/resilience/crash-points.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

// How long to wait for a statement.
const timeoutMs = 4_000

/** Kills the app at its next matching statement; the workload causes one. */
export const killedAtStatements: FaultKind = {
  id: 'F05',
  what: 'the shop is killed at the very statements that write holds, intents and sales',
  run: async ({ harness, random, log }) => {
    const hits: string[] = []
    for (const { name, breakpoint } of random.shuffle(statementBreakpoints)) {
      await harness.server.waitUntilReady()
      const hit = harness.db.proxy.setBreakpoint({
        ...breakpoint,
        onHit: async () => {
          hits.push(name)
          // Both processes send these statements; only the one under the fault is killed.
          harness.server.kill('SIGKILL')
          return 'break'
        },
      })
      await Promise.race([hit, pause(timeoutMs)])
      harness.db.proxy.heal()
    }
    log(`killed ${hits.length} times: ${hits.join(', ')}`)
    return []
  },
}
