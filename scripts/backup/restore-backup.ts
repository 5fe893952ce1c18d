// Restores database and pictures into an empty database, completely or not at all.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { PictureStore } from '#market/pictures/provider.ts'
import { migrate } from '#platform/database/migrate.ts'
import { readMigrations } from '#platform/database/migration-files.ts'
import { BackupError, verifyBackup, type Header, readBackup } from './backup-file.ts'
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
export type RestoreSummary = { madeAt: string; rows: number; pictures: number }

const requireKnownMigrations = async ({ migrations }: BackupHeader, folder: string): Promise<void> => {
  const known = new Map((await readMigrations(folder)).map((one) => [one.name, one.sha256]))
  const unknownMigration = migrations.find(({ name, sha256 }) => sha256 !== (known.get(name) ?? '') && sha256 !== null)
  if (unknownMigration)
    throw new BackupError(
      `The backup was made by a version of the shop that knows ${unknownMigration.name}, which this one does not: restore it with that version.`,
    )
}

const hasMembers = async (pool: pg.Pool): Promise<boolean> => {
  const found = await pool.query(`select to_regclass('public.members') is not null as there`)
  if (found.rows[0]?.there !== true) return false
  const rows = await pool.query('select from members limit 1')
  return rows.rowCount !== 0
}

const requireStoppedApp = async (pool: pg.Pool): Promise<void> => {
  const others = await pool.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = 'motohaat'`,
  )
  if (others.rowCount !== 0)
    throw new BackupError('The app is running on this database: stop it first. Nothing was restored.')
}

const clearDatabase = async ({ pool, replaces }: RestoreTarget): Promise<void> => {
  await requireStoppedApp(pool)
  const hasData = await hasMembers(pool)
  if (hasData && !replaces)
    throw new BackupError(
      'There are members in this database already: restore into an empty one, or say --replace to throw them away.',
    )
  if (hasData) await pool.query('drop schema public cascade; create schema public')
}

/** A connection without a statement timeout. */
const connect = async (pool: pg.Pool): Promise<pg.Client> => {
  const client = new pg.Client({ ...pool.options, query_timeout: 0, statement_timeout: 0, lock_timeout: 0 })
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

const restoreEntries = async (client: pg.Client, target: RestoreTarget, path: string): Promise<RestoreSummary> => {
  const summary: RestoreSummary = { madeAt: '', rows: 0, pictures: 0 }
  for await (const { header, chunks } of readBackup(path)) {
    if (header.kind === 'shop') {
      summary.madeAt = header.madeAt
      for (const { name, last } of header.sequences)
        await client.query(`select setval($1, $2)`, [`public.${name}`, last])
    } else if (header.kind === 'table') {
      const copyStream = client.query(
        copyFrom(`copy public."${header.name}" (${header.columns.join(', ')}) from stdin`),
      )
      await pipeline(Readable.from(chunks), copyStream)
      summary.rows += copyStream.rowCount
      continue
    } else if (header.kind === 'picture') {
      await target.store.put(header.name, await readAll(chunks))
      summary.pictures += 1
      continue
    }
    for await (const chunk of chunks) void chunk
  }
  return summary
}

const restoreInTransaction = async (target: RestoreTarget, path: string): Promise<RestoreSummary> => {
  const client = await connect(target.pool)
  let summary: RestoreSummary | undefined
  try {
    await client.query('begin')
    await runWithoutTriggers(client, async () => {
      summary = await restoreEntries(client, target, path)
    })
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  if (!summary) throw new Error('Nothing was restored.')
  return summary
}

/**
 * Restores a backup into an empty database and migrates it to this version. Verifies the whole file before it changes
 * anything. Throws BackupError for a damaged or newer file, a database that is not empty, and one that a running app uses.
 * At its next start the app reads later payments from the card provider.
 */
export const restoreBackup = async (target: RestoreTarget, path: string): Promise<RestoreSummary> => {
  const header = await verifyBackup(path)
  await requireKnownMigrations(header, target.migrations)
  await clearDatabase(target)
  await migrate(target.pool, target.migrations, new Set(header.migrations.map(({ name }) => name)))
  const summary = await restoreInTransaction(target, path)
  await migrate(target.pool, target.migrations)
  await target.pool.query('insert into restores (restored_at, backup_made_at) values ($1, $2)', [
    target.now,
    summary.madeAt,
  ])
  return summary
}
