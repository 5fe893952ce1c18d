import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const everyMs = 2_000

export const killAgainAndAgain: FaultKind = {
  id: 'F07',
  what: 'the shop is killed with kill -9 two seconds after each time that it has opened',
  strike: async ({ rig, ms, tell }) => {
    const until = performance.now() + ms
    const [before, ends] = [rig.shop.awayMs.length, rig.shop.ends()]
    do {
      await pause(everyMs)
      rig.shop.kill('SIGKILL')
      // The process is gone before the next look at it.
      await pause(50)
      await rig.shop.untilOpen()
    } while (performance.now() < until)
    const away = rig.shop.awayMs.slice(before).map((one) => one / 1000)
    tell(`${rig.shop.ends() - ends} kills, away ${Math.min(...away).toFixed(1)} to ${Math.max(...away).toFixed(1)} s`)
    return []
  },
}
