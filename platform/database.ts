// One pool of connections to PostgreSQL, and the query builder over it.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export type Database = NodePgDatabase & { $client: pg.Pool }

/** Where a database is: the socket of the shop's own PostgreSQL, or the address of another one. */
export type Where = { socketDir: string; database: string } | { url: string }

// A query that takes longer has met a lock or a dead server: the person is told to try again instead of waiting.
const statementMs = 10_000
const connectMs = 3_000

const address = (where: Where): pg.PoolConfig =>
  'url' in where
    ? { connectionString: where.url }
    : { host: where.socketDir, user: 'postgres', database: where.database }

/**
 * Opens a pool.
 * @param options.connections the most connections of this process
 * @param options.say told of a connection that broke while idle; the pool replaces it by itself
 */
export const openDatabase = (
  where: Where,
  options: { connections?: number; say?: (line: string) => void } = {},
): Database => {
  const pool = new pg.Pool({
    ...address(where),
    max: options.connections ?? 12,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: statementMs,
    application_name: 'motohaat',
  })
  const tell = (error: Error) => options.say?.(`A database connection broke: ${error.message}`)
  // The pool looks after idle connections only. One that breaks between two statements of a transaction would end the
  // process if nobody listened; the next statement fails and says so.
  pool.on('connect', (client) => client.on('error', tell))
  pool.on('error', () => {})
  return drizzle(pool)
}

/** The name of the constraint that a statement broke, if it broke one. */
export const broken = (error: unknown): string | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}

/** Whether a statement failed because it broke the constraint of this name. */
export const broke = (error: unknown, constraint: string): boolean => broken(error) === constraint
