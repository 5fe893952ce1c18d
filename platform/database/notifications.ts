// Subscribes to notifications of PostgreSQL (LISTEN) and reconnects when the connection breaks.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const firstPauseMs = 200
const maxPauseMs = 5_000
// Longer than a round trip takes on a busy machine; a writer waits no longer.
const maxReceiveMs = 500

/** By channel: receives the payload of a notification, or null after a reconnection, because some may have been lost. */
export type Subscribers = Record<string, (payload: string | null) => void>

export type Subscription = {
  /**
   * Waits until the subscribers have been called for everything that was committed before this call; false if that is not
   * certain, because the connection is broken or slow.
   */
  receiveAll: () => Promise<boolean>
  close: () => Promise<void>
}

/** PostgreSQL sends the waiting notifications of a connection before the end of its next response. */
const createReceiveAll = (getClient: () => pg.Client | null) => {
  let running = Promise.resolve(true)
  let next: Promise<boolean> | null = null
  let isLate = false
  const receive = async (): Promise<boolean> => {
    // A connection runs one query at a time. Whoever comes before it is sent shares it.
    await running
    next = null
    const client = getClient()
    if (client === null) return false
    running = client.query('select 1').then(
      () => client === getClient(),
      () => false,
    )
    return running
  }
  return async (): Promise<boolean> => {
    if (isLate || getClient() === null) return false
    const received = (next ??= receive())
    const timeout = new AbortController()
    const timedOut = pause(maxReceiveMs, null, { signal: timeout.signal }).catch(() => null)
    const isReceived = await Promise.race([received, timedOut])
    timeout.abort()
    if (isReceived === null) {
      // Until the late response comes, nobody else waits for it.
      isLate = true
      void received.finally(() => (isLate = false))
    }
    return isReceived ?? false
  }
}

/**
 * Calls the channel's subscriber for every notification, and all subscribers after each reconnection.
 * @param config leads to PostgreSQL itself; it is read at each connection
 */
export const subscribeToNotifications = (config: pg.ClientConfig, subscribers: Subscribers): Subscription => {
  const abortController = new AbortController()
  const { signal } = abortController
  let listeningClient: pg.Client | null = null
  const notifyAll = () => Object.values(subscribers).forEach((onNotification) => onNotification(null))

  const listenOnce = async (): Promise<void> => {
    const client = new pg.Client(config)
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', ({ channel, payload }) => subscribers[channel]?.(payload ?? ''))
    try {
      await client.connect()
      if (signal.aborted) return
      const listens = Object.keys(subscribers).map((channel) => `listen ${client.escapeIdentifier(channel)}`)
      await client.query(listens.join('; '))
      notifyAll()
      listeningClient = client
      await ended
    } finally {
      listeningClient = null
      await client.end()
    }
  }

  const listenForever = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const startedAt = performance.now()
      // A broken connection is not logged here: it is opened again after a pause.
      await listenOnce().catch(() => {})
      notifyAll()
      if (performance.now() - startedAt > maxPauseMs) pauseMs = firstPauseMs
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  const listening = listenForever()

  return {
    receiveAll: createReceiveAll(() => listeningClient),
    close: async () => {
      abortController.abort()
      await listening
    },
  }
}
