// Every statement and transaction of the shop goes through here: on a connection that is let go of whatever happens, and
// once more when another transaction was in its way.
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isConflict, isDatabaseUnavailable } from './errors.ts'

const maxTries = 3
// Two that met should not meet again: each waits another time.
const retryDelayMs = 40

type Random = () => number
type Connect = () => Promise<pg.PoolClient>

/** Does it, and up to twice more when it conflicted with another transaction; each time nothing of it was done. */
export const withRetry = async <T>(work: () => Promise<T>, random: Random): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error
    }
    await pause(retryDelayMs * tries * (0.5 + random()))
  }
}

/** Lends a connection; one whose state nobody knows afterwards does not go back to the others. */
const withClient = async <T>(connect: Connect, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await connect()
  let isStateUnknown = false
  try {
    return await work(client)
  } catch (error) {
    isStateUnknown = isDatabaseUnavailable(error)
    throw error
  } finally {
    client.release(isStateUnknown)
  }
}

/** Whether the asker waits for a promise, and gave no function to call. */
const isPromiseCall = (args: unknown[]): boolean => !args.some((arg) => typeof arg === 'function')

// How many looks fall into the time that an answer may take.
const checksPerTimeout = 20

/**
 * Cuts a connection whose answer does not come in time: what follows on it, such as a rollback, would wait behind the
 * lost answer for as long again. One look at all connections now and then, since a clock for each statement keeps the
 * rows of that statement in memory until the next great collection (docs/decisions/0037-cost-of-uncached-lists.md).
 * @param pool the connections' pool; the looking ends with it
 * @param timeoutMs how long an answer may take
 * @returns has a connection of the pool looked after
 */
export const killStalledQueries = (pool: pg.Pool, timeoutMs: number): ((client: pg.Client) => void) => {
  const watchedClients = new Set<{ client: pg.Client; waiting: number; sinceMs: number }>()
  const checkClients = () => {
    if (pool.ended) clearInterval(timer)
    for (const { client, waiting, sinceMs } of watchedClients) {
      if (waiting > 0 && performance.now() - sinceMs > timeoutMs) void client.end().catch(() => {})
    }
  }
  const timer = setInterval(checkClients, timeoutMs / checksPerTimeout).unref()
  return (client) => {
    const entry = { client, waiting: 0, sinceMs: 0 }
    watchedClients.add(entry)
    client.once('end', () => watchedClients.delete(entry))
    const originalQuery = client.query.bind(client)
    const queryWatched = (args: unknown[]): Promise<unknown> => {
      // Those that are asked together are answered one after another.
      if (entry.waiting === 0) entry.sinceMs = performance.now()
      entry.waiting += 1
      return new Promise((resolve, reject) => {
        const handleResult = (error: Error | null, result: unknown) => {
          entry.waiting -= 1
          entry.sinceMs = performance.now()
          if (error) reject(error)
          else resolve(result)
        }
        Reflect.apply(originalQuery, client, [...args, handleResult])
      })
    }
    const query = (...args: unknown[]): unknown =>
      isPromiseCall(args) ? queryWatched(args) : Reflect.apply(originalQuery, client, args)
    Object.assign(client, { query })
  }
}

/**
 * A transaction that is begun again when it conflicted with another one, so its work must bear being done twice: it
 * changes nothing but the database. One inside another is a part of that one and begins again with it.
 */
export const createTransactionRunner =
  (pool: pg.Pool, random: Random): NodePgDatabase['transaction'] =>
  (work, config) =>
    withRetry(
      () =>
        withClient(
          () => pool.connect(),
          (client) => drizzle(client).transaction(work, config),
        ),
      random,
    )

// What the query builder reads begins with a column; a function that is called may write, so it is not meant.
const isSelect = ([statement]: unknown[]): boolean => {
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
  return typeof text === 'string' && text.startsWith('select "')
}

/**
 * A statement by itself, which is a transaction of its own.
 * @param connectToRead gives a connection that need not say by whom it works: that would be one more way to the
 *   database and back for every list
 */
export const createQueryRunner = (pool: pg.Pool, connectToRead: Connect, random: Random) => {
  const runOnce = (args: unknown[]): Promise<unknown> =>
    withClient(isSelect(args) ? connectToRead : () => pool.connect(), async (client) =>
      Reflect.apply(client.query.bind(client), client, args),
    )
  return (...args: unknown[]): Promise<unknown> => withRetry(() => runOnce(args), random)
}
