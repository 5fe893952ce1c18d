// A wire between a client and a server that a test can cut, stop or slow down.
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type Wire = {
  port: number
  /** Nothing passes any more and nobody is told: what a firewall that drops packets does. */
  goSilent(): void
  /** Everything passes again; what was held back meanwhile is lost with its connection. */
  speak(): void
  /** Each piece that comes from the server is held back for so long. */
  slowDown(ms: number): void
  /** Breaks every connection that is open. */
  cut(): void
  close(): Promise<void>
}

type State = { isSilent: boolean; delayMs: number; sockets: Set<Socket>; silenced: Set<Socket> }

const carry = (state: State, from: Socket, to: Socket, isAnswer: boolean): void => {
  from.on('data', (piece: Buffer) => {
    // A piece in the middle is missing then, so nothing that follows it may pass.
    if (state.isSilent) state.silenced.add(from).add(to)
    if (state.silenced.has(from)) return
    if (!isAnswer || state.delayMs === 0) to.write(piece)
    else setTimeout(() => to.writable && to.write(piece), state.delayMs)
  })
  from.on('close', () => {
    state.sockets.delete(from)
    to.destroy()
  })
  from.on('error', () => to.destroy())
}

/** Opens the wire to a server; a path is that of a socket file. */
export const openWire = async (server: NetConnectOpts): Promise<Wire> => {
  const state: State = { isSilent: false, delayMs: 0, sockets: new Set(), silenced: new Set() }
  const listener = createServer((near) => {
    const far = connect(server)
    for (const socket of [near, far]) state.sockets.add(socket)
    carry(state, near, far, false)
    carry(state, far, near, true)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', () => resolve()))
  const address = listener.address()
  const cut = () => {
    for (const socket of state.sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    goSilent: () => void (state.isSilent = true),
    speak: () => {
      state.isSilent = false
      // A piece in the middle is missing, as it is after a real cut that was too long.
      for (const socket of state.silenced) socket.destroy()
      state.silenced.clear()
    },
    slowDown: (ms) => void (state.delayMs = ms),
    cut,
    close: async () => {
      const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
      cut()
      await closed
    },
  }
}
