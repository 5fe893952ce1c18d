// Limits open connections, in total and per client address. Idle connections give way to new ones.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { toAddressKey } from '#platform/http/client-address.ts'

// Each takes a file descriptor and about 10 kB.
export const maxConnections = 900
// Of these, for health checks while a request is in progress on every other connection.
const reservedConnections = 40

type Options = {
  /** Per IPv4 address or IPv6 /64. */
  maxPerAddress: number
  /** Whether an address is a trusted proxy, which has no limit of its own. */
  isProxy: (address: string) => boolean
  /** In total; 900 by default. */
  max?: number
  /** Of `max`, for health checks; 40 by default. */
  reserved?: number
  /** How many more may be open for event streams, which `release` takes out of `max`; none by default. */
  streams?: number
}

export type ConnectionLimits = {
  /** Whether the connection has a reserved place: only health checks and cached responses may be answered on it. */
  isReserved: (socket: Socket) => boolean
  /** Gives the place of a connection to others, because it holds an event stream, whose number has a limit of its own. */
  release: (socket: Socket) => void
}

/** Counts the connections of each address. Returns whether one more was within the limit. */
const createAddressCounter = ({ maxPerAddress, isProxy }: Options): ((socket: Socket) => boolean) => {
  const openCounts = new Map<string, number>()
  return (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return true
    const key = toAddressKey(remoteAddress)
    const count = (openCounts.get(key) ?? 0) + 1
    if (count > maxPerAddress) return false
    openCounts.set(key, count)
    socket.once('close', () => {
      const remaining = (openCounts.get(key) ?? 1) - 1
      if (remaining === 0) openCounts.delete(key)
      else openCounts.set(key, remaining)
    })
    return true
  }
}

/** The connections without a request in progress, the longest idle first; one that has sent nothing yet is idle too. */
const trackIdleConnections = (server: Server): Set<Socket> => {
  const idle = new Set<Socket>()
  // First listener, because the response cache answers without calling the others.
  server.prependListener('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket)
    })
  })
  return idle
}

/**
 * Closes connections beyond the limits before anything is read from them. When all places are taken, the connection that
 * is idle for longest is closed for a new one. When none is idle, a new one gets a reserved place.
 */
export const limitConnections = (server: Server, options: Options): ConnectionLimits => {
  const { max = maxConnections, reserved = reservedConnections, streams = 0 } = options
  const isWithinAddressLimit = createAddressCounter(options)
  const idle = trackIdleConnections(server)
  const open = new Set<Socket>()
  const reservedSockets = new WeakSet<Socket>()
  server.maxConnections = max + streams

  const closeLongestIdle = (): boolean => {
    const [socket] = idle
    if (!socket) return false
    idle.delete(socket)
    open.delete(socket)
    socket.destroy()
    return true
  }
  server.on('connection', (socket: Socket) => {
    if (!isWithinAddressLimit(socket)) {
      socket.destroy()
      return
    }
    while (open.size >= max - reserved) if (!closeLongestIdle()) break
    if (open.size >= max) {
      socket.destroy()
      return
    }
    if (open.size >= max - reserved) reservedSockets.add(socket)
    open.add(socket)
    idle.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      idle.delete(socket)
    })
  })
  return {
    isReserved: (socket) => reservedSockets.has(socket),
    release: (socket) => {
      open.delete(socket)
      idle.delete(socket)
    },
  }
}
