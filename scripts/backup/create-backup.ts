// Creates a backup of database and pictures while the app runs.
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { PictureStore } from '#market/pictures/store.ts'
import { migrationLockId } from '#platform/database/migrate.ts'
import { type BackupEntry, type Header, writeBackup } from './backup-file.ts'
import { listTables } from './backup-tables.ts'

type BackupSource = { client: pg.ClientBase; store: PictureStore; now: Date }
export type BackupSummary = { tables: number; rows: number; pictures: number }

const noChunks = async function* (): AsyncGenerator<Buffer> {}
const singleChunk = async function* (chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk
}

const readHeader = async ({ client, now }: BackupSource): Promise<Header> => {
  const migrations = await client.query<{ name: string; sha256: string | null }>(
    'select name, sha256 from migrations order by name',
  )
  const sequences = await client.query<{ name: string; last: string }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences
      where schemaname = 'public' and last_value is not null`,
  )
  return {
    kind: 'shop',
    format: 1,
    madeAt: now.toISOString(),
    migrations: migrations.rows,
    sequences: sequences.rows,
  }
}

async function* generateEntries(source: BackupSource, summary: BackupSummary): AsyncGenerator<BackupEntry> {
  const { client, store } = source
  yield { header: await readHeader(source), chunks: noChunks() }
  for (const { name, columns } of await listTables(client)) {
    const copyStream = client.query(copyTo(`copy public."${name}" (${columns.join(', ')}) to stdout`))
    yield { header: { kind: 'table', name, columns }, chunks: copyStream }
    summary.tables += 1
    summary.rows += copyStream.rowCount
  }
  // A picture's row is written after its files, so the files of all rows above exist.
  for await (const { name } of store.list()) {
    const bytes = await store.get(name).catch(() => null)
    if (bytes === null) continue
    yield { header: { kind: 'picture', name }, chunks: singleChunk(bytes) }
    summary.pictures += 1
  }
}

/**
 * Writes a backup of the current state; the app may run and write. Throws BackupError when the file exists. The connection
 * must not be used for anything else meanwhile.
 */
export const createBackup = async (source: BackupSource, path: string): Promise<BackupSummary> => {
  const { client } = source
  const summary: BackupSummary = { tables: 0, rows: 0, pictures: 0 }
  // No migration runs while the tables are listed and read.
  await client.query('select pg_advisory_lock_shared($1)', [migrationLockId])
  try {
    await client.query('begin isolation level repeatable read read only')
    await writeBackup(path, generateEntries(source, summary))
    return summary
  } finally {
    await client.query('rollback').catch(() => {})
    await client.query('select pg_advisory_unlock_shared($1)', [migrationLockId]).catch(() => {})
  }
}
