// Checks before the start whether the app can work through a connection pooler, such as PgBouncer in transaction mode.
import pg from 'pg'
import { getConnectionError } from './connection-check.ts'
import { toConnectionConfig, toSessionTimeouts } from './database.ts'

const timeoutMs = 5_000

type Session = { server: string; user: string; jit: string; timeouts: Record<string, number> }

const sessionSql = `select current_database() || ' since ' || pg_postmaster_start_time() as server, current_user::text as "user",
  current_setting('jit') as jit,
  (select json_object_agg(name, setting::int) from pg_settings
   where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')) as timeouts`

const readSession = async (config: pg.ClientConfig): Promise<Session | null> => {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs }
  const client = new pg.Client({ ...config, ...limits, application_name: 'motohaat-check' })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Session>(sessionSql)).rows[0] ?? null
  } finally {
    await client.end().catch(() => {})
  }
}

type Direct = {
  /** The address of PostgreSQL itself. */
  url: string
  /** The role of the app; undefined where the login may not set it. */
  role?: string
  /** For one statement and the wait for its connection. */
  databaseTimeoutMs: number
}

/** The statements that a pooler must run on each connection that it opens, since it drops the parameters of its clients. */
export const toPoolerStatements = ({ role, databaseTimeoutMs }: Omit<Direct, 'url'>): string =>
  [
    'set jit = off',
    ...Object.entries(toSessionTimeouts(databaseTimeoutMs)).map(([name, ms]) => `set ${name} = ${Math.round(ms)}`),
    ...(role === undefined ? [] : [`set role ${role}`]),
  ].join('; ')

/** Whether the pooler has opened its connection as the app opens its own; shorter time limits are as good. */
const isPrepared = (pooled: Session, direct: Session, databaseTimeoutMs: number): boolean =>
  pooled.user === direct.user &&
  pooled.jit === 'off' &&
  Object.entries(toSessionTimeouts(databaseTimeoutMs)).every(([name, ms]) => {
    const found = pooled.timeouts[name] ?? 0
    return found > 0 && found <= Math.round(ms)
  })

/**
 * Returns what prevents the app from working through the pooler at `poolerUrl`, as one sentence that names the setting, or
 * null. Takes at most some seconds.
 * @param direct how the app reaches the same database without it
 */
export const findPoolerProblem = async (poolerUrl: string, direct: Direct): Promise<string | null> => {
  try {
    const own = await readSession(toConnectionConfig(direct))
    const pooled = await readSession({ connectionString: poolerUrl })
    if (own === null || pooled === null || own.server !== pooled.server)
      return 'DATABASE_POOLER_URL must lead to the same database as DATABASE_URL.'
    if (isPrepared(pooled, own, direct.databaseTimeoutMs)) return null
    return `DATABASE_POOLER_URL: the connections of the pooler need other settings. Add them to the database in pgbouncer.ini and restart PgBouncer: connect_query='${toPoolerStatements(direct)}'`
  } catch (error) {
    return `DATABASE_POOLER_URL: cannot connect to the database (${getConnectionError(error)}).`
  }
}
