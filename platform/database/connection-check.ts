// Checks before the start whether the app can work with the PostgreSQL at a URL.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { toConnectionConfig } from './database.ts'

const connectTimeoutMs = 5_000
const queryTimeoutMs = 5_000
// Of two connections each takes its turn, so that a pooler that mixes them is noticed.
const poolingRounds = 3
const minVersion = 15

const poolerProblem =
  'leads to a connection pooler, such as PgBouncer, and the app needs connections that stay its own: set it to the address of PostgreSQL itself, and DATABASE_POOLER_URL to that of the pooler.'

/** Why a connection failed, without passwords. A host name with several addresses has one reason for each. */
export const getConnectionError = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(getConnectionError).join(', ')
  return error instanceof Error ? error.message : String(error)
}

const createClient = (url: string): pg.Client => {
  const timeouts = { connectionTimeoutMillis: connectTimeoutMs, query_timeout: queryTimeoutMs }
  // A pooler refuses start parameters that it does not know, or drops them; statement_timeout is one that the app uses.
  const config = { ...toConnectionConfig({ url }), ...timeouts, statement_timeout: queryTimeoutMs }
  const client = new pg.Client({ ...config, application_name: 'motohaat-check' })
  client.on('error', () => {})
  return client
}

const hasStartParameters = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ jit: string; timeout: string }>(
    `select current_setting('jit') as jit, current_setting('statement_timeout') as timeout`,
  )
  return rows[0]?.jit === 'off' && rows[0].timeout !== '0'
}

/** Whether `client` keeps its session while another one has a transaction open. */
const isSessionKept = async (client: pg.Client, other: pg.Client): Promise<boolean> => {
  const mark = randomUUID()
  await client.query(`select set_config('motohaat.check', $1, false)`, [mark])
  await other.query('begin')
  try {
    await other.query('select 1')
    const { rows } = await client.query<{ mark: string | null }>(
      `select current_setting('motohaat.check', true) as mark`,
    )
    return rows[0]?.mark === mark
  } finally {
    await other.query('rollback')
  }
}

const isPooled = async (client: pg.Client, other: pg.Client): Promise<boolean> => {
  if (!(await hasStartParameters(client))) return true
  for (let round = 0; round < poolingRounds; round += 1) if (!(await isSessionKept(client, other))) return true
  return false
}

const isPoolerError = (error: unknown): boolean =>
  /unsupported startup parameter|pooling mode/.test(getConnectionError(error))

const getVersion = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return rows[0]?.version ?? 0
}

/**
 * Returns what prevents the app from using the database at `url`, as one sentence that names the setting, or null.
 * Takes at most some seconds.
 */
export const findConnectionProblem = async (setting: string, url: string): Promise<string | null> => {
  const [client, other] = [createClient(url), createClient(url)]
  try {
    await client.connect()
    const version = await getVersion(client)
    if (version < minVersion)
      return `${setting} leads to PostgreSQL ${version}, and the app needs ${minVersion} or newer.`
    await other.connect()
    return (await isPooled(client, other)) ? `${setting} ${poolerProblem}` : null
  } catch (error) {
    if (isPoolerError(error)) return `${setting} ${poolerProblem}`
    return `${setting}: cannot connect to the database (${getConnectionError(error)}).`
  } finally {
    await Promise.allSettled([client.end(), other.end()])
  }
}
