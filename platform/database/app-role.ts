// The role in which the shop serves: it owns nothing, so that a fault of the program cannot rewrite history.
import type pg from 'pg'
import { type Database, createDatabaseClient, type DatabaseLocation } from './database.ts'

/** What this role may do is said in migrations/grants.sql. */
export const appRole = 'motohaat_app'

/** Makes the role on a server of our own, where whoever reaches the socket may log in. */
export const createAppRole = async (server: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const found = await server.query('select from pg_roles where rolname = $1', [appRole])
  await server.query(`${found.rowCount === 0 ? 'create' : 'alter'} role ${appRole} login`)
}

// A migration over a large table takes its time, and nobody waits for it with a page open.
export const ownerTimeoutMs = 10 * 60_000

/** Whether this login may serve in the role; its connections take the role before they do anything else. */
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
  /** The owner's login; without it the serving login owns the tables and steps down by itself. */
  ownerUrl: string | null
  /** What only the owner may do: the migrations. */
  prepare: (owner: Database) => Promise<unknown>
  log: (line: string) => void
}

/** Prepares a database that is not ours as its owner; gives as whom it is served: as less than that where the server lets us. */
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

/** Opens a database that is not ours: prepares it as the owner, serves as less than that where the server lets us. */
export const createExternalDatabaseClient = async (options: ExternalDatabaseOptions): Promise<Database> => {
  const { log } = options
  const db = createDatabaseClient(await prepareExternalDatabase(options), { log })
  if (await isTableOwner(db))
    log('The shop serves as the owner of its tables, who can switch off what keeps the trail: set DATABASE_OWNER_URL.')
  return db
}
