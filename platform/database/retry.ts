// Every statement and transaction of the shop goes through here: on a connection that is let go of whatever happens, and
// once more when another transaction was in its way.
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isConflict, isDatabaseAway } from './errors.ts'

const triesMost = 3
// Two that met should not meet again: each waits another time.
const pauseMs = 40

type Random = () => number
type Connect = () => Promise<pg.PoolClient>

/** Does it, and up to twice more when it conflicted with another transaction; each time nothing of it was done. */
export const untilDone = async <T>(work: () => Promise<T>, random: Random): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === triesMost || !isConflict(error)) throw error
    }
    await pause(pauseMs * tries * (0.5 + random()))
  }
}

/** Lends a connection; one whose state nobody knows afterwards does not go back to the others. */
const lend = async <T>(connect: Connect, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await connect()
  let isUnsure = false
  try {
    return await work(client)
  } catch (error) {
    isUnsure = isDatabaseAway(error)
    throw error
  } finally {
    client.release(isUnsure)
  }
}

/** Whether the asker waits for a promise, and gave no function to call. */
const isPromised = (words: unknown[]): boolean => !words.some((word) => typeof word === 'function')

// How many looks fall into the time that an answer may take.
const looks = 20

/**
 * Cuts a connection whose answer does not come in time: what follows on it, such as a rollback, would wait behind the
 * lost answer for as long again. One look at all connections now and then, since a clock for each statement keeps the
 * rows of that statement in memory until the next great collection (docs/decisions/0037).
 * @param pool the connections' pool; the looking ends with it
 * @param patienceMs how long an answer may take
 * @returns has a connection of the pool looked after
 */
export const cutWhenLate = (pool: pg.Pool, patienceMs: number): ((client: pg.Client) => void) => {
  const watched = new Set<{ client: pg.Client; waiting: number; sinceMs: number }>()
  const look = () => {
    if (pool.ended) clearInterval(looking)
    for (const { client, waiting, sinceMs } of watched) {
      if (waiting > 0 && performance.now() - sinceMs > patienceMs) void client.end().catch(() => {})
    }
  }
  const looking = setInterval(look, patienceMs / looks).unref()
  return (client) => {
    const one = { client, waiting: 0, sinceMs: 0 }
    watched.add(one)
    client.once('end', () => watched.delete(one))
    const ask = client.query.bind(client)
    const askWatched = (words: unknown[]): Promise<unknown> => {
      // Those that are asked together are answered one after another.
      if (one.waiting === 0) one.sinceMs = performance.now()
      one.waiting += 1
      return new Promise((resolve, reject) => {
        const answered = (error: Error | null, result: unknown) => {
          one.waiting -= 1
          one.sinceMs = performance.now()
          if (error) reject(error)
          else resolve(result)
        }
        Reflect.apply(ask, client, [...words, answered])
      })
    }
    const query = (...words: unknown[]): unknown =>
      isPromised(words) ? askWatched(words) : Reflect.apply(ask, client, words)
    Object.assign(client, { query })
  }
}

type Transaction = NodePgDatabase['transaction']

/**
 * A transaction that is begun again when it conflicted with another one, so its work must bear being done twice: it
 * changes nothing but the database. One inside another is a part of that one and begins again with it.
 */
export const transactionOn =
  (pool: pg.Pool, random: Random): Transaction =>
  (work, config) =>
    untilDone(
      () =>
        lend(
          () => pool.connect(),
          (client) => drizzle(client).transaction(work, config),
        ),
      random,
    )

// What the query builder reads begins with a column; a function that is called may write, so it is not meant.
const isReading = ([asked]: unknown[]): boolean => {
  const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked
  return typeof text === 'string' && text.startsWith('select "')
}

/**
 * A statement by itself, which is a transaction of its own.
 * @param connectToRead gives a connection that need not say by whom it works: that would be one more way to the
 *   database and back for every list
 */
export const queryOn = (pool: pg.Pool, connectToRead: Connect, random: Random) => {
  const once = (words: unknown[]): Promise<unknown> =>
    lend(isReading(words) ? connectToRead : () => pool.connect(), async (client) =>
      Reflect.apply(client.query.bind(client), client, words),
    )
  return (...words: unknown[]): Promise<unknown> => untilDone(() => once(words), random)
}
