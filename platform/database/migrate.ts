// Brings a database to the newest shape: each file of migrations/ once, in the order of its number. A run that was cut off
// anywhere is simply repeated.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Migration, migrationsIn } from './migration-files.ts'

/** Why this database cannot be brought to the shape of this code, as a sentence for the person who starts the shop. */
export class MigrationTrouble extends Error {
  override name = 'MigrationTrouble'
}

// One number for this program: two processes that start at once take turns.
export const migrationsTurn = 4_060_717
// A statement that waits for a table makes everybody after it wait too; it steps back and tries again.
const lockMs = 3_000
const lockTries = 5
const stepBackMs = 500

// What the table had before its first version could not tell is added by itself.
const books = `
  create table if not exists migrations (name text primary key, done_at timestamptz not null default now());
  alter table migrations add column if not exists sha256 text;
  alter table migrations add column if not exists is_contract boolean not null default false;`
const haveBooks = `select from information_schema.columns where table_name = 'migrations' and column_name = 'is_contract'
  and table_schema = current_schema()`

type Done = { name: string; sha256: string | null; isContract: boolean }

const readDone = async (connection: pg.PoolClient): Promise<Done[]> => {
  const found = await connection.query(haveBooks)
  if (found.rowCount === 0) await connection.query(books)
  const rows = await connection.query<Done>(
    'select name, sha256, is_contract as "isContract" from migrations order by name',
  )
  return rows.rows
}

/** Refuses a database that this code does not fit: one that a later version changed for good, or by another file. */
const check = (done: readonly Done[], known: readonly Migration[]): void => {
  const byName = new Map(known.map((one) => [one.name, one]))
  const newer = done.find(({ name, isContract }) => isContract && !byName.has(name))
  if (newer)
    throw new MigrationTrouble(
      `This database was changed by a newer version of the shop (${newer.name}), and this version no longer fits it: start the newer one.`,
    )
  const other = done.find(({ name, sha256 }) => sha256 !== null && sha256 !== (byName.get(name)?.sha256 ?? sha256))
  if (other)
    throw new MigrationTrouble(
      `The file ${other.name} is not the one that this database was made with: put the old file back, and write the change as a new migration.`,
    )
}

const remember = `insert into migrations (name, sha256, is_contract) values ($1, $2, $3)`
const wordsOf = ({ name, sha256, isContract }: Migration) => [name, sha256, isContract]

const runWhole = async (connection: pg.PoolClient, one: Migration): Promise<void> => {
  await connection.query('begin')
  try {
    await connection.query(one.text)
    await connection.query(remember, wordsOf(one))
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => {})
    throw error
  }
}

/** An index whose building was cut off stays behind unusable, and `if not exists` would take it for done. */
const dropHalfBuilt = async (connection: pg.PoolClient): Promise<void> => {
  const half = await connection.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where not indisvalid`,
  )
  for (const { name } of half.rows) await connection.query(`drop index if exists ${name}`)
}

const runOneByOne = async (connection: pg.PoolClient, one: Migration): Promise<void> => {
  await dropHalfBuilt(connection)
  for (const statement of one.text.split(/;[ \t]*$/m)) if (statement.trim() !== '') await connection.query(statement)
  await connection.query(remember, wordsOf(one))
}

const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

const run = async (connection: pg.PoolClient, one: Migration): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (one.isOneByOne ? runOneByOne(connection, one) : runWhole(connection, one))
    } catch (error) {
      if (tries < lockTries && isLocked(error)) await pause(stepBackMs * tries)
      else throw new Error(`The migration ${one.name} did not run; run it again.`, { cause: error })
    }
  }
}

/** What ran before the books kept the contents of the files is taken to be what lies here now. */
const rememberContents = async (connection: pg.PoolClient, done: readonly Done[], known: readonly Migration[]) => {
  const unknown = new Set(done.filter(({ sha256 }) => sha256 === null).map(({ name }) => name))
  for (const { name, sha256 } of known.filter((one) => unknown.has(one.name)))
    await connection.query('update migrations set sha256 = $2 where name = $1', [name, sha256])
}

/** Says what the running shop may do. Repeated each time: it costs little, and a new table is never left out. */
const grant = async (connection: pg.PoolClient, folder: string): Promise<void> => {
  const file = join(folder, 'grants.sql')
  // One statement, so that no connection ever sees a part of it.
  if (existsSync(file)) await connection.query(await readFile(file, 'utf8'))
}

/** A run that was killed leaves its statement to the server, which notices within a second that nobody waits for it. */
const makeReady = async (connection: pg.PoolClient): Promise<void> => {
  await connection.query(`set client_connection_check_interval = '1s'`).catch(() => {})
  await connection.query('set statement_timeout = 0')
  await connection.query('set lock_timeout = 0')
  await connection.query('select pg_advisory_lock($1)', [migrationsTurn])
  await connection.query(`set lock_timeout = ${lockMs}`)
}

/**
 * Runs the migrations that this database has not seen, as the owner of its tables; gives their names.
 * A database that a newer version only added to is left as it is. Throws MigrationTrouble for one that does not fit.
 * @param until runs these names only, for a database that shall have an older shape
 */
export const migrate = async (pool: pg.Pool, folder: string, until?: ReadonlySet<string>): Promise<string[]> => {
  const known = await migrationsIn(folder)
  const connection = await pool.connect()
  try {
    await makeReady(connection)
    const done = await readDone(connection)
    check(done, known)
    const seen = new Set(done.map(({ name }) => name))
    const fresh = known.filter(({ name }) => !seen.has(name) && (until?.has(name) ?? true))
    for (const one of fresh) await run(connection, one)
    await rememberContents(connection, done, known)
    await grant(connection, folder)
    return fresh.map(({ name }) => name)
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationsTurn]).catch(() => {})
    // It waits longer than others may, so it is not lent again.
    connection.release(true)
  }
}
