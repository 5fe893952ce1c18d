// A TCP proxy that a test can cut, stop or slow down.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Drops all data without closing connections, as a firewall does. */
  dropPackets(): void
  /** Forwards data again; connections that lost data are closed. */
  resume(): void
  /** Delays each chunk from the server by this many milliseconds. */
  delayResponses(ms: number): void
  /** Closes every connection. */
  closeConnections(): void
  close(): Promise<void>
}

type State = { isDropping: boolean; delayMs: number; sockets: Set<Socket>; droppedSockets: Set<Socket> }

const forwardData = (state: State, from: Socket, to: Socket, isResponse: boolean): void => {
  from.on('data', (chunk: Buffer) => {
    // A chunk is missing, so nothing after it may pass.
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

/** Starts a proxy to a server; `path` is that of a Unix socket. */
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
      // A chunk is missing, so the connection is useless.
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
