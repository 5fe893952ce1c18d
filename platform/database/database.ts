// One pool of connections to PostgreSQL, and the query builder over it.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { setActor } from './actor.ts'
import { killStalledQueries, createQueryRunner, createTransactionRunner } from './retry.ts'

export type Database = NodePgDatabase & { $client: pg.Pool }

/** The query builder inside `db.transaction`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * Where a database is, and who comes to it: the socket of the shop's own PostgreSQL, or the address of another one.
 * A `role` is taken on by every connection of that address's login.
 */
export type DatabaseLocation = { socketDir: string; database: string; user?: string } | { url: string; role?: string }

// A person waits three seconds at most for an answer, even of a database that went silent.
const defaultTimeoutMs = 3_000
// Inside a transaction the bucket of pictures may be asked, which takes up to eight seconds.
const idleInTransactionMs = 10_000
// A connection that nobody uses is asked for a sign of life after this long, so that a dead one is found.
const keepAliveMs = 5_000

// A little more than the server's own limit, which ends what it can.
const queryTimeoutShare = 0.65

/**
 * How that time is spent: some of it on a connection, the rest on what it says. The server ends a statement a little
 * before we give it up, so that nothing is done behind our back; a lock that is not had by then is not waited for.
 */
const toTimeoutConfig = (timeoutMs: number): pg.PoolConfig => ({
  connectionTimeoutMillis: timeoutMs * 0.3,
  statement_timeout: timeoutMs * 0.6,
  lock_timeout: timeoutMs * 0.5,
})

const toPoolConfig = (location: DatabaseLocation): pg.PoolConfig =>
  'url' in location
    ? { connectionString: location.url, ...(location.role !== undefined && { options: `-c role=${location.role}` }) }
    : { host: location.socketDir, user: location.user ?? 'postgres', database: location.database }

/**
 * Opens a pool.
 * @param options.connections the most connections of this process
 * @param options.say told of a connection that broke while idle; the pool replaces it by itself
 * @param options.patienceMs how long one statement may take, with the wait for its connection; 3 seconds unless told
 * @param options.random spreads the pauses before another try
 */
export const createDatabaseClient = (
  location: DatabaseLocation,
  options: { connections?: number; log?: (line: string) => void; timeoutMs?: number; random?: () => number } = {},
): Database => {
  const { timeoutMs = defaultTimeoutMs, random = Math.random } = options
  const pool = new pg.Pool({
    ...toPoolConfig(location),
    max: options.connections ?? 12,
    ...toTimeoutConfig(timeoutMs),
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'motohaat',
  })
  const logError = (error: Error) => {
    if (!pool.ending) options.log?.(`A database connection broke: ${error.message}`)
  }
  const watchClient = killStalledQueries(pool, timeoutMs * queryTimeoutShare)
  // The pool looks after idle connections only. One that breaks between two statements of a transaction would end the
  // process if nobody listened; the next statement fails and says so.
  pool.on('connect', (client) => {
    client.on('error', logError)
    if (client instanceof pg.Client) watchClient(client)
  })
  pool.on('error', () => {})
  const connectToRead = setActor(pool)
  const transaction = createTransactionRunner(pool, random)
  Object.assign(pool, { query: createQueryRunner(pool, connectToRead, random) })
  return Object.assign(drizzle(pool), { transaction })
}

/** The name of the constraint that a statement broke, if it broke one. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}

/** Whether a statement failed because it broke the constraint of this name. */
export const violates = (error: unknown, constraint: string): boolean => violatedConstraint(error) === constraint
