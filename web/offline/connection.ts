// Whether the shop can be reached: what the browser says of its network, and how the last call went.
import { UnreachableError, type Transport } from '#contract/client.ts'

export type Connection = {
  isOffline: () => boolean
  subscribe: (listener: () => void) => () => void
  /** The transport, watched: a call that was answered, or one that was not, tells how things stand. */
  watchTransport: (transport: Transport) => Transport
}

/** @param browser says whether there is a network, and when that changes */
export const createConnection = (
  browser: Pick<Window, 'addEventListener'> & { navigator: { onLine: boolean } },
): Connection => {
  const listeners = new Set<() => void>()
  let isOffline = !browser.navigator.onLine
  const setOffline = (next: boolean) => {
    if (next === isOffline) return
    isOffline = next
    for (const listener of listeners) listener()
  }
  browser.addEventListener('offline', () => setOffline(true))
  browser.addEventListener('online', () => setOffline(false))
  return {
    isOffline: () => isOffline,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watchTransport: (transport) => async (path, init) => {
      try {
        const response = await transport(path, init)
        // The service worker marks what it had kept.
        setOffline(response.header('x-kept') !== null)
        return response
      } catch (error) {
        if (error instanceof UnreachableError) setOffline(true)
        throw error
      }
    },
  }
}
