// Limits open connections, in total and per client address.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { toAddressKey } from '#platform/http/client-address.ts'

// Each takes a file descriptor and about 10 kB. Linux limits a process to 1,024 descriptors by default.
export const maxConnections = 900

/**
 * Closes connections beyond the limits before anything is read from them.
 * @param options.maxPerAddress per IPv4 address or IPv6 /64
 * @param options.isProxy whether an address is a trusted proxy, which has no limit
 */
export const limitConnections = (
  server: Server,
  options: { maxPerAddress: number; isProxy: (address: string) => boolean },
): void => {
  server.maxConnections = maxConnections
  const openCounts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || options.isProxy(remoteAddress)) return
    const key = toAddressKey(remoteAddress)
    const count = (openCounts.get(key) ?? 0) + 1
    if (count > options.maxPerAddress) {
      socket.destroy()
      return
    }
    openCounts.set(key, count)
    socket.once('close', () => {
      const remaining = (openCounts.get(key) ?? 1) - 1
      if (remaining === 0) openCounts.delete(key)
      else openCounts.set(key, remaining)
    })
  })
}
