// Creates the schema of a new database, and runs the migrations that an older one has not seen, in the order of their numbers.
// An interrupted run can be repeated.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Migration, readMigrations, readSchema, type SchemaFile } from './migration-files.ts'

/** This code cannot work with the database; the message is for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

// Key of the advisory lock: two processes that start at the same time migrate one after the other.
export const migrationLockId = 4_060_717
// A statement that waits for a table lock blocks every query after it, so it gives up and is retried.
const lockTimeoutMs = 3_000
const lockTries = 5
const retryDelayMs = 500

// The first version of the table had no sha256 and no is_contract.
const createTableSql = `
  create table if not exists migrations (name text primary key, done_at timestamptz not null default now());
  alter table migrations add column if not exists sha256 text;
  alter table migrations add column if not exists is_contract boolean not null default false;`
const findTableSql = `select from information_schema.columns where table_name = 'migrations' and column_name = 'is_contract'
  and table_schema = current_schema()`

type AppliedMigration = { name: string; sha256: string | null; isContract: boolean }

const readApplied = async (connection: pg.ClientBase): Promise<AppliedMigration[]> => {
  const found = await connection.query(findTableSql)
  if (found.rowCount === 0) await connection.query(createTableSql)
  const rows = await connection.query<AppliedMigration>(
    'select name, sha256, is_contract as "isContract" from migrations order by name',
  )
  return rows.rows
}

/** Throws for a database that a newer contract migration or an edited migration file has changed. */
const checkApplied = (applied: readonly AppliedMigration[], known: readonly Migration[]): void => {
  const byName = new Map(known.map((one) => [one.name, one]))
  const newer = applied.find(({ name, isContract }) => isContract && !byName.has(name))
  if (newer)
    throw new MigrationError(
      `A newer version of Motohaat has migrated this database (${newer.name}); this version cannot use it. Start the newer version.`,
    )
  const changed = applied.find(({ name, sha256 }) => sha256 !== null && sha256 !== (byName.get(name)?.sha256 ?? sha256))
  if (changed)
    throw new MigrationError(
      `The migration ${changed.name} was edited after it ran on this database. Restore the file and write the change as a new migration.`,
    )
}

type Plan = {
  applied: AppliedMigration[]
  known: Migration[]
  /** For a database in which no migration has run; empty otherwise. */
  schema: SchemaFile[]
  /** What the schema contains: only recorded. */
  inSchema: Migration[]
  /** In the order in which they run. */
  pending: Migration[]
}

/** Says what is to be run. An older schema, which `onlyNames` may ask for, is created by its migrations. */
const planMigrations = async (
  client: pg.ClientBase,
  folder: string,
  onlyNames: ReadonlySet<string> | undefined,
): Promise<Plan> => {
  const known = await readMigrations(folder)
  const applied = await readApplied(client)
  checkApplied(applied, known)
  const appliedNames = new Set(applied.map(({ name }) => name))
  const missing = known.filter(({ name }) => !appliedNames.has(name) && (onlyNames?.has(name) ?? true))
  const inSchema = known.filter((one) => one.isInSchema)
  const isNew = applied.length === 0 && inSchema.every((one) => missing.includes(one))
  const schema = isNew ? await readSchema(folder) : []
  if (schema.length === 0) return { applied, known, schema, inSchema: [], pending: missing }
  return { applied, known, schema, inSchema, pending: missing.filter((one) => !one.isInSchema) }
}

const recordMigrations = async (client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> => {
  await client.query(
    'insert into migrations (name, sha256, is_contract) select * from unnest($1::text[], $2::text[], $3::boolean[])',
    [
      migrations.map(({ name }) => name),
      migrations.map(({ sha256 }) => sha256),
      migrations.map(({ isContract }) => isContract),
    ],
  )
}

const createSchema = async (client: pg.ClientBase, { schema, inSchema }: Plan): Promise<void> => {
  for (const { name, text } of schema) {
    try {
      await client.query(text)
    } catch (error) {
      throw new Error(`The file ${name} of the schema failed.`, { cause: error })
    }
  }
  await recordMigrations(client, inSchema)
}

const runInTransaction = async (connection: pg.PoolClient, run: () => Promise<void>): Promise<void> => {
  await connection.query('begin')
  try {
    await run()
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => {})
    throw error
  }
}

/** An interrupted `create index concurrently` leaves an invalid index, which `if not exists` would accept. */
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
  await recordMigrations(connection, [migration])
}

const runAtOnce = async (connection: pg.PoolClient, migration: Migration): Promise<void> => {
  await connection.query(migration.text)
  await recordMigrations(connection, [migration])
}

const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

const runMigration = async (connection: pg.PoolClient, migration: Migration): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await (migration.isNonTransactional
        ? runStatements(connection, migration)
        : runInTransaction(connection, () => runAtOnce(connection, migration)))
    } catch (error) {
      if (tries < lockTries && isLocked(error)) await pause(retryDelayMs * tries)
      else throw new Error(`The migration ${migration.name} failed; run it again.`, { cause: error })
    }
  }
}

/** Stores the checksum of migrations that ran before checksums were stored: that of the current file. */
const saveChecksums = async (
  connection: pg.ClientBase,
  applied: readonly AppliedMigration[],
  known: readonly Migration[],
) => {
  const unknown = new Set(applied.filter(({ sha256 }) => sha256 === null).map(({ name }) => name))
  for (const { name, sha256 } of known.filter((one) => unknown.has(one.name)))
    await connection.query('update migrations set sha256 = $2 where name = $1', [name, sha256])
}

/** Grants the app role its privileges. Runs every time, so that no new table is left out. */
const applyGrants = async (connection: pg.ClientBase, folder: string): Promise<void> => {
  const file = join(folder, 'grants.sql')
  // One query and so one transaction: no connection sees a part of the grants.
  if (existsSync(file)) await connection.query(await readFile(file, 'utf8'))
}

/** With the check interval the server cancels the statement of a killed run within a second. */
const prepareConnection = async (connection: pg.PoolClient): Promise<void> => {
  await connection.query(`set client_connection_check_interval = '1s'`).catch(() => {})
  await connection.query('set statement_timeout = 0')
  await connection.query('set lock_timeout = 0')
  await connection.query('select pg_advisory_lock($1)', [migrationLockId])
  await connection.query(`set lock_timeout = ${lockTimeoutMs}`)
}

/**
 * Creates the schema of a new database, or runs the migrations that this one has not seen. Returns the names of the migrations
 * that it has now and had not before. The pool must log in as the owner.
 * Additions of a newer version are left alone. Throws MigrationError when this code cannot work with the database.
 * @param onlyNames runs only these, to create an older schema
 */
export const migrate = async (pool: pg.Pool, folder: string, onlyNames?: ReadonlySet<string>): Promise<string[]> => {
  const connection = await pool.connect()
  try {
    await prepareConnection(connection)
    const plan = await planMigrations(connection, folder, onlyNames)
    const { applied, known, schema, inSchema, pending } = plan
    if (schema.length > 0) await runInTransaction(connection, () => createSchema(connection, plan))
    for (const migration of pending) await runMigration(connection, migration)
    await saveChecksums(connection, applied, known)
    await applyGrants(connection, folder)
    return [...inSchema, ...pending].map(({ name }) => name)
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [migrationLockId]).catch(() => {})
    // Its timeouts differ from those of the pool, so it is closed.
    connection.release(true)
  }
}

// PostgreSQL alters no table whose deferred constraints are still to be checked.
const checkConstraintsSql = 'set constraints all immediate; set constraints all deferred'

/**
 * Creates the schema or runs the missing migrations inside the caller's transaction, so that all can be rolled back. For a
 * schema that nobody else sees yet: indexes are not created concurrently. The caller is the owner and holds the lock
 * `migrationLockId`. Throws MigrationError when this code cannot work with the schema.
 * @param onlyNames runs only these, to create an older schema
 */
export const migrateInTransaction = async (
  client: pg.ClientBase,
  folder: string,
  onlyNames?: ReadonlySet<string>,
): Promise<void> => {
  const plan = await planMigrations(client, folder, onlyNames)
  await createSchema(client, plan)
  await client.query(checkConstraintsSql)
  for (const migration of plan.pending) {
    const { isNonTransactional, text } = migration
    await client.query(isNonTransactional ? text.replaceAll(/\bconcurrently\b/gi, '') : text)
    await recordMigrations(client, [migration])
    await client.query(checkConstraintsSql)
  }
  await saveChecksums(client, plan.applied, plan.known)
  await applyGrants(client, folder)
}
