import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const most = 64
const holdersMost = 80

/** Opens connections that say nothing: each takes one of the few files. */
const hold = (url: string): (() => void) => {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: holdersMost }, () =>
    connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) }).on('error', () => {}),
  )
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

export const fewFiles: FaultKind = {
  id: 'F49',
  what: `the shop may open ${most} files, and silent connections take them all`,
  strike: async ({ rig, ms, tell }) => {
    rig.shop.change({ shell: `ulimit -n ${most}; exec "$@"` })
    await rig.shop.endInOrder()
    await rig.shop.untilOpen()
    const ends = rig.shop.ends()
    const letGo = hold(rig.url)
    await pause(ms)
    letGo()
    const ended = rig.shop.ends() - ends
    tell(`ended ${ended} times by itself`)
    rig.shop.change({})
    await rig.shop.endInOrder()
    await rig.shop.untilOpen()
    return ended > 0 ? [`The shop ended by itself ${ended} times for want of files.`] : []
  },
}
