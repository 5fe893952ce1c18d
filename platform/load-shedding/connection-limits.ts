// How many connections may be open at a time: with this process, and from one address.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { toAddressKey } from '#platform/http/client-address.ts'

// Each takes a file handle and some ten kilobytes; Linux gives a process a thousand handles unless told otherwise.
export const maxConnections = 900

/**
 * Closes what comes beyond the bounds before anything is read from it.
 * @param options.perAddressMost of one address, IPv6 by its /64
 * @param options.isProxy whether an address is one of ours, through which everybody comes
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
