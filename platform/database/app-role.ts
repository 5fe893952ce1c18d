// The role in which the shop serves: it owns nothing, so that a fault of the program cannot rewrite history.
import type pg from 'pg'
import { type Database, openDatabase, type Where } from './database.ts'

/** What this role may do is said in migrations/grants.sql. */
export const appRole = 'motohaat_app'

/** Makes the role on a server of our own, where whoever reaches the socket may log in. */
export const makeAppRole = async (server: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const found = await server.query('select from pg_roles where rolname = $1', [appRole])
  await server.query(`${found.rowCount === 0 ? 'create' : 'alter'} role ${appRole} login`)
}

// A migration over a large table takes its time, and nobody waits for it with a page open.
export const ownerPatienceMs = 10 * 60_000

/** Whether this login may serve in the role; its connections take the role before they do anything else. */
const mayServeAs = async ({ $client }: Database): Promise<boolean> => {
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

const servesAsOwner = async (db: Database): Promise<boolean> => {
  const { rows } = await db.$client.query<{ owns: boolean }>(
    `select relowner = current_user::regrole or (select rolsuper from pg_roles where rolname = current_user) as owns
      from pg_class where oid = 'audit'::regclass`,
  )
  return rows[0]?.owns ?? true
}

type Served = {
  url: string
  /** The owner's login; without it the serving login owns the tables and steps down by itself. */
  ownerUrl: string | null
  /** What only the owner may do: the migrations. */
  prepare: (owner: Database) => Promise<unknown>
  say: (line: string) => void
}

/** Prepares a database that is not ours as its owner; gives as whom it is served: as less than that where the server lets us. */
export const prepareServed = async (options: Served): Promise<Where> => {
  const { url, ownerUrl, prepare, say } = options
  const owner = openDatabase({ url: ownerUrl ?? url }, { connections: 1, patienceMs: ownerPatienceMs, say })
  let stepsDown: boolean
  try {
    await prepare(owner)
    stepsDown = ownerUrl === null && (await mayServeAs(owner))
  } finally {
    await owner.$client.end()
  }
  return { url, ...(stepsDown && { role: appRole }) }
}

/** Opens a database that is not ours: prepares it as the owner, serves as less than that where the server lets us. */
export const openServed = async (options: Served): Promise<Database> => {
  const { say } = options
  const db = openDatabase(await prepareServed(options), { say })
  if (await servesAsOwner(db))
    say('The shop serves as the owner of its tables, who can switch off what keeps the trail: set DATABASE_OWNER_URL.')
  return db
}
