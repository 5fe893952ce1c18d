// How many connections may be open at a time: with this process, and from one address.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '#platform/http/client-address.ts'

// Each takes a file handle and some ten kilobytes; Linux gives a process a thousand handles unless told otherwise.
export const connectionsMost = 900

/**
 * Closes what comes beyond the bounds before anything is read from it.
 * @param options.perAddressMost of one address, IPv6 by its /64
 * @param options.isProxy whether an address is one of ours, through which everybody comes
 */
export const boundConnections = (
  server: Server,
  options: { perAddressMost: number; isProxy: (address: string) => boolean },
): void => {
  server.maxConnections = connectionsMost
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || options.isProxy(remoteAddress)) return
    const key = addressKey(remoteAddress)
    const here = (open.get(key) ?? 0) + 1
    if (here > options.perAddressMost) {
      socket.destroy()
      return
    }
    open.set(key, here)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left === 0) open.delete(key)
      else open.set(key, left)
    })
  })
}
