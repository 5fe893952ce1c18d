// Subscribes to notifications of PostgreSQL (LISTEN) and reconnects when the connection breaks.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const firstPauseMs = 200
const maxPauseMs = 5_000

/**
 * Calls `onNotification` for every notification, and after each reconnection, because some may have been lost.
 * @returns ends the subscription
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
      // A broken connection is not logged here: it is opened again after a pause.
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
