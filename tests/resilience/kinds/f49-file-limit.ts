import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FaultKind } from '#tests/resilience/fault-round.ts'

const maxFiles = 64
const maxConnections = 80

/** Opens idle connections: each takes a file descriptor. */
const holdConnections = (url: string): (() => void) => {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: maxConnections }, () =>
    connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) }).on('error', () => {}),
  )
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

export const fileLimit: FaultKind = {
  id: 'F49',
  what: `the shop may open ${maxFiles} files, and silent connections take them all`,
  run: async ({ harness, ms, log }) => {
    harness.server.setNextStart({ shell: `ulimit -n ${maxFiles}; exec "$@"` })
    await harness.server.shutDown()
    await harness.server.waitUntilReady()
    const ends = harness.server.countExits()
    const releaseConnections = holdConnections(harness.url)
    await pause(ms)
    releaseConnections()
    const exitCount = harness.server.countExits() - ends
    const output = harness.server.getOutput().slice(-2_000)
    log(`ended ${exitCount} times by itself`)
    harness.server.setNextStart({})
    await harness.server.shutDown()
    await harness.server.waitUntilReady()
    return exitCount > 0 ? [`The app ended by itself ${exitCount} times for lack of file descriptors: ${output}`] : []
  },
}
