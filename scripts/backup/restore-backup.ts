// Restores database and pictures, completely or not at all.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { PictureStore } from '#market/pictures/store.ts'
import { migrateInTransaction, migrationLockId } from '#platform/database/migrate.ts'
import { readMigrations } from '#platform/database/migration-files.ts'
import { BackupError, verifyBackup, type Header, readBackup } from './backup-file.ts'
import { isAppRunning } from '#scripts/database-connection.ts'
import { findViolations, type Violation } from '#scripts/invariants.ts'
import { listTables } from './backup-tables.ts'

type RestoreTarget = {
  /** The pool of the tables' owner, with at least one connection. */
  pool: pg.Pool
  migrations: string
  store: PictureStore
  now: Date
  /** Whether existing data may be replaced. */
  replaces: boolean
}
type BackupHeader = Extract<Header, { kind: 'shop' }>
/** `violations` are invariants that the backup breaks; the database was empty then. */
export type RestoreSummary = { madeAt: string; rows: number; pictures: number; violations: Violation[] }

const requireKnownMigrations = async ({ migrations }: BackupHeader, folder: string): Promise<void> => {
  const known = new Map((await readMigrations(folder)).map((one) => [one.name, one.sha256]))
  const unknownMigration = migrations.find(({ name, sha256 }) => sha256 !== (known.get(name) ?? '') && sha256 !== null)
  if (unknownMigration)
    throw new BackupError(
      `The backup was made by a version of the shop that knows ${unknownMigration.name}, which this one does not: restore it with that version.`,
    )
}

/** Whether there is a relation of this name. */
const hasTable = async (client: pg.ClientBase, name: string): Promise<boolean> => {
  const found = await client.query('select to_regclass($1) is not null as there', [`public.${name}`])
  return found.rows[0]?.there === true
}

const hasMembers = async (client: pg.ClientBase): Promise<boolean> =>
  (await hasTable(client, 'members')) && (await client.query('select from members limit 1')).rowCount !== 0

const requireReplaceable = async (client: pg.ClientBase, { replaces }: RestoreTarget): Promise<void> => {
  if (await isAppRunning(client))
    throw new BackupError('The app is running on this database: stop it first. Nothing was restored.')
  if (!replaces && (await hasMembers(client)))
    throw new BackupError(
      'There are members in this database already: restore into an empty one, or say --replace to throw them away.',
    )
}

// Only another program that uses the tables makes the restore wait.
const lockTimeoutMs = 30_000

/** A connection for one long transaction. Its name differs from that of the app, which must not run. */
const connect = async (pool: pg.Pool): Promise<pg.Client> => {
  const timeouts = {
    query_timeout: 0,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    lock_timeout: lockTimeoutMs,
  }
  const client = new pg.Client({ ...pool.options, ...timeouts, application_name: 'motohaat-restore' })
  // The statement that is running reports a lost connection.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Disables triggers and row checks, so that the restore writes only the rows: no audit log, no alerts. */
const runWithoutTriggers = async (client: pg.Client, callback: () => Promise<void>): Promise<void> => {
  const tables = (await listTables(client)).map(({ name }) => `public."${name}"`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  // Rows that migrations insert are in the backup too, in their later state.
  await client.query(`truncate ${tables.join(', ')}`)
  await callback()
  await client.query('set constraints all immediate')
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

const readAll = async (chunks: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Writes the pictures of the backup to the store. They never replace others: the name of a picture is its checksum. */
const restorePictures = async ({ store }: RestoreTarget, path: string): Promise<number> => {
  let pictures = 0
  for await (const { header, chunks } of readBackup(path)) {
    const bytes = await readAll(chunks)
    if (header.kind !== 'picture') continue
    try {
      await store.put(header.name, bytes)
    } catch (error) {
      throw new BackupError('The picture store takes no pictures: nothing was restored. Check its settings.', {
        cause: error,
      })
    }
    pictures += 1
  }
  return pictures
}

/** Restores the rows of all tables and returns their number. */
const restoreRows = async (client: pg.Client, path: string): Promise<number> => {
  let rows = 0
  for await (const { header, chunks } of readBackup(path)) {
    if (header.kind === 'table') {
      const copyStream = client.query(
        copyFrom(`copy public."${header.name}" (${header.columns.join(', ')}) from stdin`),
      )
      await pipeline(Readable.from(chunks), copyStream)
      rows += copyStream.rowCount
      continue
    }
    if (header.kind === 'shop')
      for (const { name, last } of header.sequences)
        await client.query(`select setval($1, $2)`, [`public.${name}`, last])
    for await (const chunk of chunks) void chunk
  }
  return rows
}

type BackupFile = { migrations: string; path: string }

/** Creates the tables of the backup's version and restores their rows. Returns the number of rows. */
const restoreTables = async (client: pg.Client, header: BackupHeader, { migrations, path }: BackupFile) => {
  await migrateInTransaction(client, migrations, new Set(header.migrations.map(({ name }) => name)))
  let rows = 0
  await runWithoutTriggers(client, async () => {
    rows = await restoreRows(client, path)
  })
  return rows
}

/** Restores the tables of a backup into an empty database and leaves them at the version of the backup. */
export const restoreVersion = async (client: pg.Client, file: BackupFile): Promise<void> => {
  const header = await verifyBackup(file.path)
  await requireKnownMigrations(header, file.migrations)
  await client.query('begin')
  await restoreTables(client, header, file)
  await client.query('commit')
}

/** Replaces the schema by that of the backup, and migrates it to this version. Returns the number of rows restored. */
const replaceSchema = async (client: pg.Client, header: BackupHeader, { target, path }: Restore): Promise<number> => {
  await client.query('select pg_advisory_xact_lock($1)', [migrationLockId])
  await requireReplaceable(client, target)
  if (await hasTable(client, 'migrations')) await client.query('drop schema public cascade; create schema public')
  const rows = await restoreTables(client, header, { migrations: target.migrations, path })
  await migrateInTransaction(client, target.migrations)
  await client.query('insert into restores (restored_at, backup_made_at) values ($1, $2)', [target.now, header.madeAt])
  return rows
}

/** Refuses to throw members away for a backup that breaks a rule; an empty database takes it. */
const requireInvariants = (violations: Violation[]): void => {
  if (violations.length === 0) return
  const statements = violations.map(({ invariant }) => `${invariant.id} (${invariant.statement})`).join(', ')
  throw new BackupError(
    `The backup breaks ${statements} Nothing was restored. Restore it into an empty database to look at it.`,
  )
}

type Restore = { target: RestoreTarget; path: string }

/** Commits only when everything is there and checked, so that until then the old data is what everybody sees. */
const restoreInTransaction = async (client: pg.Client, header: BackupHeader, restore: Restore) => {
  const replacesMembers = await hasMembers(client)
  await client.query('begin')
  try {
    const rows = await replaceSchema(client, header, restore)
    // Without statistics the checks of a large backup take hours.
    await client.query('analyze')
    const { violations } = await findViolations(client, null)
    if (replacesMembers) requireInvariants(violations)
    await client.query('commit')
    return { rows, violations }
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw toBackupError(error)
  }
}

const toBackupError = (error: unknown): unknown =>
  error instanceof pg.DatabaseError && error.code === '55P03'
    ? new BackupError('Another program uses the tables of this database: end it first. Nothing was restored.', {
        cause: error,
      })
    : error

/**
 * Restores a backup, migrates it to this version and checks it, in one transaction: until the end, and after any error or
 * a crash, the database has its old content. Verifies the whole file and writes the pictures before that. Throws
 * BackupError for a damaged or newer file, a database with members unless `replaces`, one that a running app uses, a
 * store that takes no pictures, and a backup that breaks an invariant where it would replace members.
 * At its next start the app reads later payments from the card provider.
 */
export const restoreBackup = async (target: RestoreTarget, path: string): Promise<RestoreSummary> => {
  const header = await verifyBackup(path)
  await requireKnownMigrations(header, target.migrations)
  const client = await connect(target.pool)
  try {
    await requireReplaceable(client, target)
    const pictures = await restorePictures(target, path)
    const { rows, violations } = await restoreInTransaction(client, header, { target, path })
    return { madeAt: header.madeAt, rows, pictures, violations }
  } finally {
    await client.end()
  }
}
