// The PostgreSQL role of the server. It owns no table, so a fault in the program cannot change the audit log.
import pg from 'pg'
import { ConfigError } from '#platform/config/config.ts'
import { type Database, createDatabaseClient, type DatabaseLocation } from './database.ts'
import { findPoolerProblem } from './pooler-check.ts'

/** Its privileges are in migrations/grants.sql. */
export const appRole = 'motohaat_app'

/** Creates the role on the embedded server, where every user of the socket may log in. */
export const createAppRole = async (server: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const found = await server.query('select from pg_roles where rolname = $1', [appRole])
  await server.query(`${found.rowCount === 0 ? 'create' : 'alter'} role ${appRole} login`)
}

// A migration of a large table may take minutes.
export const ownerTimeoutMs = 10 * 60_000

/** Whether the login of this pool may `set role` to the app role. */
const canSetAppRole = async ({ $client }: Database): Promise<boolean> => {
  const connection = await $client.connect()
  try {
    await connection.query('begin')
    await connection.query(`set local role ${appRole}`)
    return true
  } catch {
    return false
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

/** Whether the connections of this pool have the rights of the tables' owner. */
const isTableOwner = async (db: Database): Promise<boolean> => {
  const { rows } = await db.$client.query<{ owns: boolean }>(
    `select pg_has_role(current_user, relowner, 'usage') as owns from pg_class where oid = 'audit'::regclass`,
  )
  return rows[0]?.owns ?? true
}

/** Grants the app role to the login of the server. Throws ConfigError with the statements that a superuser must run. */
const grantAppRole = async (owner: Database, login: string): Promise<void> => {
  const quotedLogin = pg.escapeIdentifier(login)
  const found = await owner.$client.query('select from pg_roles where rolname = $1', [appRole])
  const needsRole = found.rowCount === 0
  try {
    if (needsRole) throw new Error(`The role ${appRole} does not exist.`)
    await owner.$client.query(`grant ${appRole} to ${quotedLogin}`)
  } catch (cause) {
    const statements = [...(needsRole ? [`create role ${appRole}`] : []), `grant ${appRole} to ${quotedLogin}`]
    throw new ConfigError(
      `DATABASE_OWNER_URL: its login may not give ${quotedLogin}, the login of DATABASE_URL, its rights. As a superuser run: ${statements.join('; ')}; then start again.`,
      { cause },
    )
  }
}

type ExternalDatabaseOptions = {
  url: string
  /** The owner's login; null when the login of `url` owns the tables and sets the app role on each connection. */
  ownerUrl: string | null
  /** A pooler in front of `url`, or null. */
  poolerUrl: string | null
  /** For one statement of the server and the wait for its connection. */
  databaseTimeoutMs: number
  /** Runs as the owner: the migrations. */
  prepare: (owner: Database) => Promise<unknown>
  log: (line: string) => void
}

const prepareAsOwner = async (
  { url, ownerUrl, prepare, log }: ExternalDatabaseOptions,
  served: Database,
): Promise<void> => {
  const owner = createDatabaseClient({ url: ownerUrl ?? url }, { connections: 1, timeoutMs: ownerTimeoutMs, log })
  try {
    await prepare(owner)
    if (ownerUrl === null || (await canSetAppRole(served))) return
    const { rows } = await served.$client.query<{ login: string }>('select current_user as login')
    await grantAppRole(owner, rows[0]?.login ?? '')
  } finally {
    await owner.$client.end()
  }
}

/**
 * Prepares an external database as its owner. Returns its location with the app role, where the login may set it; logs a
 * warning when the server has the rights of the owner. Throws ConfigError when the login cannot get its rights, or the app
 * cannot work through the pooler.
 */
export const prepareExternalDatabase = async (options: ExternalDatabaseOptions): Promise<DatabaseLocation> => {
  const { url, poolerUrl, databaseTimeoutMs, log } = options
  const served = createDatabaseClient({ url }, { connections: 1, log })
  try {
    await prepareAsOwner(options, served)
    // With the role set, the rights are the same whatever else the login may do, and the audit log names the system.
    const hasRole = await canSetAppRole(served)
    if (!hasRole && (await isTableOwner(served))) log(ownerWarning)
    const direct = { url, ...(hasRole && { role: appRole }) }
    if (poolerUrl === null) return direct
    // Only now: on a new database the role exists since the first migration.
    const problem = await findPoolerProblem(poolerUrl, { ...direct, databaseTimeoutMs })
    if (problem !== null) throw new ConfigError(problem)
    return { ...direct, poolerUrl }
  } finally {
    await served.$client.end()
  }
}

const ownerWarning =
  'Warning: the server connects as the owner of the tables, who can disable the audit triggers. Create another login and set DATABASE_OWNER_URL (docs/operations.md).'
