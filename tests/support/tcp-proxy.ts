// A wire between a client and a server that a test can cut, stop or slow down.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Nothing passes any more and nobody is told: what a firewall that drops packets does. */
  dropPackets(): void
  /** Everything passes again; what was held back meanwhile is lost with its connection. */
  resume(): void
  /** Each piece that comes from the server is held back for so long. */
  delayResponses(ms: number): void
  /** Breaks every connection that is open. */
  closeConnections(): void
  close(): Promise<void>
}

type State = { isDropping: boolean; delayMs: number; sockets: Set<Socket>; droppedSockets: Set<Socket> }

const forwardData = (state: State, from: Socket, to: Socket, isResponse: boolean): void => {
  from.on('data', (chunk: Buffer) => {
    // A piece in the middle is missing then, so nothing that follows it may pass.
    if (state.isDropping) state.droppedSockets.add(from).add(to)
    if (state.droppedSockets.has(from)) return
    if (!isResponse || state.delayMs === 0) to.write(chunk)
    else setTimeout(() => to.writable && to.write(chunk), state.delayMs)
  })
  from.on('close', () => {
    state.sockets.delete(from)
    to.destroy()
  })
  from.on('error', () => to.destroy())
}

/** Opens the wire to a server; a path is that of a socket file. */
export const createTcpProxy = async (server: NetConnectOpts): Promise<TcpProxy> => {
  const state: State = { isDropping: false, delayMs: 0, sockets: new Set(), droppedSockets: new Set() }
  const listener = createServer((client) => {
    const upstream = connect(server)
    for (const socket of [client, upstream]) state.sockets.add(socket)
    forwardData(state, client, upstream, false)
    forwardData(state, upstream, client, true)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', () => resolve()))
  const address = listener.address()
  const closeConnections = () => {
    for (const socket of state.sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    dropPackets: () => void (state.isDropping = true),
    resume: () => {
      state.isDropping = false
      // A piece in the middle is missing, as it is after a real cut that was too long.
      for (const socket of state.droppedSockets) socket.destroy()
      state.droppedSockets.clear()
    },
    delayResponses: (ms) => void (state.delayMs = ms),
    closeConnections,
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      closeConnections()
      await closed
    },
  }
}
