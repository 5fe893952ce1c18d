// Subscribes to notifications of PostgreSQL (LISTEN) and reconnects when the connection breaks.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const firstPauseMs = 200
const maxPauseMs = 5_000

/** By channel: receives the payload of a notification, or null after a reconnection, because some may have been lost. */
export type Subscribers = Record<string, (payload: string | null) => void>

/**
 * Calls the channel's subscriber for every notification, and all subscribers after each reconnection.
 * @returns ends the subscription
 */
export const subscribeToNotifications = (pool: pg.Pool, subscribers: Subscribers): (() => Promise<void>) => {
  const abortController = new AbortController()
  const { signal } = abortController
  const tellAll = () => Object.values(subscribers).forEach((onNotification) => onNotification(null))

  const listenOnce = async (): Promise<void> => {
    const client = new pg.Client(pool.options)
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
      tellAll()
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
      tellAll()
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
