// The connection pool to PostgreSQL, with the query builder.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { setActor, setActorInTransactions } from './actor.ts'
import { createStatementNames, nameRepeatedStatements, removeStatementNames } from './repeated-statements.ts'
import { killStalledQueries, createQueryRunner, createTransactionRunner } from './retry.ts'

export type Database = NodePgDatabase & {
  $client: pg.Pool
  /** How to connect to PostgreSQL itself, for what needs a session, such as LISTEN. A pooler mixes the sessions. */
  sessionConfig: pg.ClientConfig
}

/** The query builder inside `db.transaction`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/**
 * The socket of the embedded PostgreSQL, or the URL of an external one. Every connection of that URL sets `role`. With
 * `poolerUrl` statements and transactions go through a pooler, whose own connections set the role and the session settings.
 */
export type DatabaseLocation =
  | { socketDir: string; database: string; user?: string }
  | { url: string; role?: string; poolerUrl?: string }

// As the default of DATABASE_TIMEOUT_MS.
const defaultTimeoutMs = 3_000
// A transaction may wait for the picture bucket, whose timeout is eight seconds.
const idleInTransactionMs = 10_000
// TCP keep-alive after this idle time finds dead connections.
const keepAliveMs = 5_000

// Slightly more than `statement_timeout`, so that the server cancels a statement first where it can.
const queryTimeoutShare = 0.65

// The part of the timeout in which a connection must open; the rest is for the statement.
const connectTimeoutShare = 0.3

/**
 * The time limits of a session. The server cancels a statement before the client gives up on it, so that it is not executed
 * after the client has reported an error.
 * @param timeoutMs for one statement and the wait for its connection
 */
export const toSessionTimeouts = (timeoutMs: number) => ({
  statement_timeout: timeoutMs * 0.6,
  lock_timeout: timeoutMs * 0.5,
  idle_in_transaction_session_timeout: idleInTransactionMs,
})

// A distribution's PostgreSQL has JIT on. It takes seconds to compile statements that run for milliseconds.
const sessionOptions = '-c jit=off'

/** In pg the options of a URL replace those beside it, so they are moved out of the URL and joined with ours. */
const toUrlConfig = (connectionString: string, role: string | undefined): pg.ClientConfig => {
  const url = new URL(connectionString)
  const ownOptions = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  const roleOptions = role === undefined ? '' : `-c role=${role}`
  const options = [ownOptions, sessionOptions, roleOptions].filter((part) => part !== '').join(' ')
  return { connectionString: ownOptions === '' ? connectionString : url.href, options }
}

/** How the app connects there. Every connection of the app uses it, so that all have the same session options. */
export const toConnectionConfig = (location: DatabaseLocation): pg.ClientConfig =>
  'url' in location
    ? toUrlConfig(location.url, location.role)
    : {
        host: location.socketDir,
        user: location.user ?? 'postgres',
        database: location.database,
        options: sessionOptions,
      }

/** A pooler in transaction mode keeps no session, so nothing is set for one. */
const toPoolConfig = (location: DatabaseLocation, timeoutMs: number): pg.PoolConfig =>
  'url' in location && location.poolerUrl !== undefined
    ? { connectionString: location.poolerUrl }
    : { ...toConnectionConfig(location), ...toSessionTimeouts(timeoutMs) }

/**
 * Creates a pool.
 * @param options.connections the maximum for this process, 12 by default
 * @param options.log receives one line for a connection that broke while idle; the pool replaces it
 * @param options.timeoutMs for one statement and the wait for its connection; 3 seconds by default
 * @param options.random spreads the pauses before a retry
 */
export const createDatabaseClient = (
  location: DatabaseLocation,
  options: { connections?: number; log?: (line: string) => void; timeoutMs?: number; random?: () => number } = {},
): Database => {
  const { timeoutMs = defaultTimeoutMs, random = Math.random } = options
  const isPooled = 'url' in location && location.poolerUrl !== undefined
  const pool = new pg.Pool({
    ...toPoolConfig(location, timeoutMs),
    max: options.connections ?? 12,
    connectionTimeoutMillis: timeoutMs * connectTimeoutShare,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    application_name: 'motohaat',
  })
  const logError = (error: Error) => {
    if (!pool.ending) options.log?.(`Database connection lost: ${error.message}`)
  }
  const toStatementName = createStatementNames()
  const watchClient = killStalledQueries(pool, timeoutMs * queryTimeoutShare)
  // The pool handles errors of idle connections only. Without a listener, a connection that breaks between two statements
  // of a transaction would end the process; with it the next statement fails.
  pool.on('connect', (client) => {
    client.on('error', logError)
    if (!(client instanceof pg.Client)) return
    if (isPooled) removeStatementNames(client)
    else nameRepeatedStatements(toStatementName, client)
    watchClient(client)
  })
  pool.on('error', () => {})
  const connections = isPooled ? setActorInTransactions(pool) : setActor(pool)
  const transaction = createTransactionRunner(connections.connectForTransaction, random)
  Object.assign(pool, { query: createQueryRunner(connections, random) })
  // The options of the pool change when the embedded PostgreSQL gets another socket.
  const sessionConfig = isPooled ? { ...toConnectionConfig(location), application_name: 'motohaat' } : pool.options
  return Object.assign(drizzle(pool), { transaction, sessionConfig })
}

/** The name of the constraint that the statement violated, if any. */
export const violatedConstraint = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}

/** Whether the statement failed because of this constraint. */
export const violates = (error: unknown, constraint: string): boolean => violatedConstraint(error) === constraint
