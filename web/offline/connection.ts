// Whether the shop can be reached: what the browser says of its network, and how the last call went.
import { Unreachable, type Transport } from '#contract/client.ts'

export type Connection = {
  isAway: () => boolean
  subscribe: (listener: () => void) => () => void
  /** The transport, watched: a call that was answered, or one that was not, tells how things stand. */
  watched: (transport: Transport) => Transport
}

/** @param browser says whether there is a network, and when that changes */
export const createConnection = (
  browser: Pick<Window, 'addEventListener'> & { navigator: { onLine: boolean } },
): Connection => {
  const listeners = new Set<() => void>()
  let isAway = !browser.navigator.onLine
  const become = (next: boolean) => {
    if (next === isAway) return
    isAway = next
    for (const listener of listeners) listener()
  }
  browser.addEventListener('offline', () => become(true))
  browser.addEventListener('online', () => become(false))
  return {
    isAway: () => isAway,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    watched: (transport) => async (path, init) => {
      try {
        const answer = await transport(path, init)
        // The service worker marks what it had kept.
        become(answer.header('x-kept') !== null)
        return answer
      } catch (error) {
        if (error instanceof Unreachable) become(true)
        throw error
      }
    },
  }
}
