import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

export const littleMemory: FaultKind = {
  id: 'F47',
  what: 'the shop has a heap of 128 MB',
  strike: async ({ rig, ms, tell }) => {
    rig.shop.change({ flags: ['--max-old-space-size=128', '--max-semi-space-size=8'] })
    await rig.shop.endInOrder()
    const ends = rig.shop.ends()
    await rig.shop.untilOpen()
    await pause(ms)
    tell(`ended ${rig.shop.ends() - ends} times by itself, ${rig.shop.sample()?.rssMb.toFixed(0)} MB at the end`)
    rig.shop.change({})
    await rig.shop.endInOrder()
    await rig.shop.untilOpen()
    return []
  },
}
