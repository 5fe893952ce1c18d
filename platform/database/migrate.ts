// Brings a database to the newest shape: each file of migrations/ once, in the order of its number. A run that was cut off
// anywhere is simply repeated.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Migration, readMigrations } from './migration-files.ts'

/** Why this database cannot be brought to the shape of this code, as a sentence for the person who starts the shop. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

// One number for this program: two processes that start at once take turns.
export const migrationLockId = 4_060_717
// A statement that waits for a table makes everybody after it wait too; it steps back and tries again.
const lockTimeoutMs = 3_000
const lockTries = 5
const retryDelayMs = 500

// What the table had before its first version could not tell is added by itself.
const createTableSql = `
  create table if not exists migrations (name text primary key, done_at timestamptz not null default now());
  alter table migrations add column if not exists sha256 text;
  alter table migrations add column if not exists is_contract boolean not null default false;`
const findTableSql = `select from information_schema.columns where table_name = 'migrations' and column_name = 'is_contract'
  and table_schema = current_schema()`

type AppliedMigration = { name: string; sha256: string | null; isContract: boolean }

const readApplied = async (connection: pg.PoolClient): Promise<AppliedMigration[]> => {
  const found = await connection.query(findTableSql)
  if (found.rowCount === 0) await connection.query(createTableSql)
  const rows = await connection.query<AppliedMigration>(
    'select name, sha256, is_contract as "isContract" from migrations order by name',
  )
  return rows.rows
}

/** Refuses a database that this code does not fit: one that a later version changed for good, or by another file. */
const checkApplied = (applied: readonly AppliedMigration[], known: readonly Migration[]): void => {
  const byName = new Map(known.map((one) => [one.name, one]))
  const newer = applied.find(({ name, isContract }) => isContract && !byName.has(name))
  if (newer)
    throw new MigrationError(
      `This database was changed by a newer version of the shop (${newer.name}), and this version no longer fits it: start the newer one.`,
    )
  const changed = applied.find(({ name, sha256 }) => sha256 !== null && sha256 !== (byName.get(name)?.sha256 ?? sha256))
  if (changed)
    throw new MigrationError(
      `The file ${changed.name} is not the one that this database was made with: put the old file back, and write the change as a new migration.`,
    )
}

const insertSql = `insert into migrations (name, sha256, is_contract) values ($1, $2, $3)`
const toInsertValues = ({ name, sha256, isContract }: Migration) => [name, sha256, isContract]

const runInTransaction = async (connection: pg.PoolClient, migration: Migration): Promise<void> => {
  await connection.query('begin')
  try {
    await connection.query(migration.text)
    await connection.query(insertSql, toInsertValues(migration))
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => {})
    throw error
  }
}

/** An index whose building was cut off stays behind unusable, and `if not exists` would take it for done. */
const dropInvalidIndexes = async (connection: pg.PoolClient): Promise<void> => {
  const invalid = await connection.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index where not indisvalid`,
  )
  for (const { name } of invalid.rows) await connection.query(`drop index if exists ${name}`)
}

const runStatements = async (connection: pg.PoolClient, migration: Migration): Promise<void> => {
  await dropInvalidIndexes(connection)
  for (const statement of migration.text.split(/;[ \t]*$/m))
    if (statement.trim() !== '') await connection.query(statement)
  await connection.query(insertSql, toInsertValues(migration))
}

const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

const runMigration = async (connection: pg.PoolClient, migration: Migration): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (migration.isNonTransactional
        ? runStatements(connection, migration)
        : runInTransaction(connection, migration))
    } catch (error) {
      if (tries < lockTries && isLocked(error)) await pause(retryDelayMs * tries)
      else throw new Error(`The migration ${migration.name} did not run; run it again.`, { cause: error })
    }
  }
}

/** What ran before the books kept the contents of the files is taken to be what lies here now. */
const saveChecksums = async (
  connection: pg.PoolClient,
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
) => {
  const unknown = new Set(applied.filter(({ sha256 }) => sha256 === null).map(({ name }) => name))
  for (const { name, sha256 } of known.filter((one) => unknown.has(one.name)))
    await connection.query('update migrations set sha256 = $2 where name = $1', [name, sha256])
}

/** Says what the running shop may do. Repeated each time: it costs little, and a new table is never left out. */
const applyGrants = async (connection: pg.PoolClient, folder: string): Promise<void> => {
  const file = join(folder, 'grants.sql')
  // One statement, so that no connection ever sees a part of it.
  if (existsSync(file)) await connection.query(await readFile(file, 'utf8'))
}

/** A run that was killed leaves its statement to the server, which notices within a second that nobody waits for it. */
const prepareConnection = async (connection: pg.PoolClient): Promise<void> => {
  await connection.query(`set client_connection_check_interval = '1s'`).catch(() => {})
  await connection.query('set statement_timeout = 0')
  await connection.query('set lock_timeout = 0')
  await connection.query('select pg_advisory_lock($1)', [migrationLockId])
  await connection.query(`set lock_timeout = ${lockTimeoutMs}`)
}

/**
 * Runs the migrations that this database has not seen, as the owner of its tables; gives their names.
 * A database that a newer version only added to is left as it is. Throws MigrationError for one that does not fit.
 * @param onlyNames runs these names only, for a database that shall have an older shape
 */
export const migrate = async (pool: pg.Pool, folder: string, onlyNames?: ReadonlySet<string>): Promise<string[]> => {
  const known = await readMigrations(folder)
  const connection = await pool.connect()
  try {
    await prepareConnection(connection)
    const applied = await readApplied(connection)
    checkApplied(applied, known)
    const appliedNames = new Set(applied.map(({ name }) => name))
    const pending = known.filter(({ name }) => !appliedNames.has(name) && (onlyNames?.has(name) ?? true))
    for (const migration of pending) await runMigration(connection, migration)
    await saveChecksums(connection, applied, known)
    await applyGrants(connection, folder)
    return pending.map(({ name }) => name)
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationLockId]).catch(() => {})
    // It waits longer than others may, so it is not lent again.
    connection.release(true)
  }
}
