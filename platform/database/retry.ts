// Runs statements and transactions: releases the connection in every case, and retries after a serialization failure or
// a deadlock.
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isConflict, isDatabaseUnavailable } from './errors.ts'

const maxTries = 3
// Multiplied by the try and a random factor, so that two transactions in conflict do not meet again.
const retryDelayMs = 40

type Random = () => number
type Connect = () => Promise<pg.PoolClient>

/** Runs `work`, and up to twice more when it conflicted with another transaction, which PostgreSQL rolled back. */
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

/** Runs `work` on a connection of the pool; after a connection error the connection is closed, not reused. */
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

/** Whether the caller passed no callback. */
const isPromiseCall = (args: unknown[]): boolean => !args.some((arg) => typeof arg === 'function')

// Checks per timeout: a stalled query is found a twentieth of the timeout late at most.
const checksPerTimeout = 20

/**
 * Closes a connection whose query gets no response in time: anything after it, such as a rollback, would wait behind it.
 * One timer checks all connections. pg's `query_timeout` has a timer per query, which keeps the rows of that query in
 * memory until the next major garbage collection (docs/decisions/0037-cost-of-uncached-lists.md).
 * @param pool the checks end with it
 * @param timeoutMs how long a query may take
 * @returns adds a connection of the pool to the checks
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
      // Queries sent together are answered one after another, so the time runs from the previous response.
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
 * Runs transactions and retries them after a conflict, so `work` may run twice and must change nothing but the database.
 * A nested transaction is retried together with the outer one.
 */
export const createTransactionRunner =
  (connect: Connect, random: Random): NodePgDatabase['transaction'] =>
  (work, config) =>
    withRetry(() => withClient(connect, (client) => drizzle(client).transaction(work, config)), random)

/** Begins a statement whose tables have no audit, so that it runs without the actor. */
export const withoutAudit = '/* without audit */'

// The query builder starts a select with a quoted column. A select of a function may write, so it does not count.
const needsActor = ([statement]: unknown[]): boolean => {
  const text = typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement
  return typeof text !== 'string' || !(text.startsWith('select "') || text.startsWith(withoutAudit))
}

/**
 * Runs single statements, each a transaction of its own.
 * @param connections `connectToRead` does not set the actor, which saves each list a round trip
 */
export const createQueryRunner = (
  { connectToRead, connectForStatement }: { connectToRead: Connect; connectForStatement: Connect },
  random: Random,
) => {
  const runOnce = (args: unknown[]): Promise<unknown> =>
    withClient(needsActor(args) ? connectForStatement : connectToRead, async (client) =>
      Reflect.apply(client.query.bind(client), client, args),
    )
  return (...args: unknown[]): Promise<unknown> => withRetry(() => runOnce(args), random)
}
