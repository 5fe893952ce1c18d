// Hears what other processes tell through PostgreSQL, and goes on hearing after the connection broke.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const firstPauseMs = 200
const maxPauseMs = 5_000

/**
 * Calls `heard` for every notice on the channel, and once after each new connection, since notices may have been lost.
 * Gives the function that ends it.
 */
export const subscribeToNotifications = (
  pool: pg.Pool,
  channel: string,
  onNotification: () => void,
): (() => Promise<void>) => {
  const abortController = new AbortController()
  const { signal } = abortController

  const listenOnce = async (): Promise<void> => {
    const client = new pg.Client(pool.options)
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', onNotification)
    try {
      await client.connect()
      if (signal.aborted) return
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onNotification()
      await ended
    } finally {
      await client.end()
    }
  }

  const listenForever = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const startedAt = performance.now()
      // A connection that breaks or cannot be made is no news: it is made again after a pause.
      await listenOnce().catch(() => {})
      onNotification()
      if (performance.now() - startedAt > maxPauseMs) pauseMs = firstPauseMs
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  const listening = listenForever()

  return async () => {
    abortController.abort()
    await listening
  }
}
