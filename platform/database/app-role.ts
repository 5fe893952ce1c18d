// The PostgreSQL role of the server. It owns no table, so a fault in the program cannot change the audit log.
import type pg from 'pg'
import { type Database, createDatabaseClient, type DatabaseLocation } from './database.ts'

/** Its privileges are in migrations/grants.sql. */
export const appRole = 'motohaat_app'

/** Creates the role on the embedded server, where every user of the socket may log in. */
export const createAppRole = async (server: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const found = await server.query('select from pg_roles where rolname = $1', [appRole])
  await server.query(`${found.rowCount === 0 ? 'create' : 'alter'} role ${appRole} login`)
}

// A migration of a large table may take minutes.
export const ownerTimeoutMs = 10 * 60_000

/** Whether this login may `set role` to the app role. */
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

const isTableOwner = async (db: Database): Promise<boolean> => {
  const { rows } = await db.$client.query<{ owns: boolean }>(
    `select relowner = current_user::regrole or (select rolsuper from pg_roles where rolname = current_user) as owns
      from pg_class where oid = 'audit'::regclass`,
  )
  return rows[0]?.owns ?? true
}

type ExternalDatabaseOptions = {
  url: string
  /** The owner's login; null when the login of `url` owns the tables and sets the app role on each connection. */
  ownerUrl: string | null
  /** Runs as the owner: the migrations. */
  prepare: (owner: Database) => Promise<unknown>
  log: (line: string) => void
}

/** Prepares an external database as its owner; returns its location with the app role, where `set role` is allowed. */
export const prepareExternalDatabase = async (options: ExternalDatabaseOptions): Promise<DatabaseLocation> => {
  const { url, ownerUrl, prepare, log } = options
  const owner = createDatabaseClient({ url: ownerUrl ?? url }, { connections: 1, timeoutMs: ownerTimeoutMs, log })
  let shouldSetRole: boolean
  try {
    await prepare(owner)
    shouldSetRole = ownerUrl === null && (await canSetAppRole(owner))
  } finally {
    await owner.$client.end()
  }
  return { url, ...(shouldSetRole && { role: appRole }) }
}

/** Prepares an external database as its owner and connects as the app role, where `set role` is allowed. */
export const createExternalDatabaseClient = async (options: ExternalDatabaseOptions): Promise<Database> => {
  const { log } = options
  const db = createDatabaseClient(await prepareExternalDatabase(options), { log })
  if (await isTableOwner(db))
    log('The server connects as the owner of the tables, who can disable the audit triggers: set DATABASE_OWNER_URL.')
  return db
}
