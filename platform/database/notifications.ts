// Hears what other processes tell through PostgreSQL, and goes on hearing after the connection broke.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const firstPauseMs = 200
const longestPauseMs = 5_000

/**
 * Calls `heard` for every notice on the channel, and once after each new connection, since notices may have been lost.
 * Gives the function that ends it.
 */
export const listen = (pool: pg.Pool, channel: string, heard: () => void): (() => Promise<void>) => {
  const ending = new AbortController()
  const { signal } = ending

  const once = async (): Promise<void> => {
    const client = new pg.Client(pool.options)
    const over = new Promise<void>((resolve) => {
      client.on('error', () => resolve()).on('end', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', heard)
    try {
      await client.connect()
      if (signal.aborted) return
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      heard()
      await over
    } finally {
      await client.end()
    }
  }

  const forever = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const beganAt = performance.now()
      // A connection that breaks or cannot be made is no news: it is made again after a pause.
      await once().catch(() => {})
      heard()
      if (performance.now() - beganAt > longestPauseMs) pauseMs = firstPauseMs
      await pause(pauseMs, undefined, { ref: false, signal }).catch(() => {})
    }
  }
  const hearing = forever()

  return async () => {
    ending.abort()
    await hearing
  }
}
