import { setTimeout as pause } from 'node:timers/promises'
import { gates } from '#tests/resilience/crash-points.ts'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

// A statement that nobody says for this long is not waited for.
const patienceMs = 4_000

/** Kills the shop at whatever it says next of this; the workload sees to it that it says it. */
export const killedAtGates: FaultKind = {
  id: 'F05',
  what: 'the shop is killed at the very statements that write holds, intents and sales',
  strike: async ({ rig, dice, tell }) => {
    const struck: string[] = []
    for (const { name, gate } of dice.shuffled(gates)) {
      await rig.shop.untilOpen()
      const met = rig.db.proxy.gate({
        ...gate,
        there: async () => {
          struck.push(name)
          // Both processes say these words; only the one under the fault is killed.
          rig.shop.kill('SIGKILL')
          return 'break'
        },
      })
      await Promise.race([met, pause(patienceMs)])
      rig.db.proxy.heal()
    }
    tell(`killed ${struck.length} times: ${struck.join(', ')}`)
    return []
  },
}
