// Whether the server is reachable, from the browser's online state and the result of the last call.
import { UnreachableError, type Transport } from '#contract/client.ts'

export type Connection = {
  isOffline: () => boolean
  subscribe: (listener: () => void) => () => void
  /** Wraps a transport and updates the state after each call. */
  watchTransport: (transport: Transport) => Transport
}

/** @param browser the window, for `navigator.onLine` and the online and offline events */
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
        // The service worker sets this header on cached responses.
        setOffline(response.header('x-kept') !== null)
        return response
      } catch (error) {
        if (error instanceof UnreachableError) setOffline(true)
        throw error
      }
    },
  }
}
