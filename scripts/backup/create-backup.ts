// Taking a shop's books and pictures along while it goes on serving.
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { PictureStore } from '#market/pictures/provider.ts'
import { migrationsTurn } from '#platform/database/migrate.ts'
import { type Entry, type Header, writeBackup } from './backup-file.ts'
import { tablesOf } from './backup-tables.ts'

type Shop = { client: pg.ClientBase; store: PictureStore; now: Date }
export type Saved = { tables: number; rows: number; pictures: number }

const nothing = async function* (): AsyncGenerator<Buffer> {}
const only = async function* (piece: Buffer): AsyncGenerator<Buffer> {
  yield piece
}

const headOf = async ({ client, now }: Shop): Promise<Header> => {
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

async function* entriesOf(shop: Shop, saved: Saved): AsyncGenerator<Entry> {
  const { client, store } = shop
  yield { header: await headOf(shop), pieces: nothing() }
  for (const { name, columns } of await tablesOf(client)) {
    const copying = client.query(copyTo(`copy public."${name}" (${columns.join(', ')}) to stdout`))
    yield { header: { kind: 'table', name, columns }, pieces: copying }
    saved.tables += 1
    saved.rows += copying.rowCount
  }
  // A picture's row is written when its files lie there, so the files of all rows above are there by now.
  for await (const { name } of store.all()) {
    const bytes = await store.get(name).catch(() => null)
    if (bytes === null) continue
    yield { header: { kind: 'picture', name }, pieces: only(bytes) }
    saved.pictures += 1
  }
}

/**
 * Writes a backup of the shop as it stands at this moment; the shop may be open and goes on writing. Refuses with
 * BackupTrouble when the file is there already. The connection is used for nothing else meanwhile.
 */
export const backUp = async (shop: Shop, path: string): Promise<Saved> => {
  const { client } = shop
  const saved: Saved = { tables: 0, rows: 0, pictures: 0 }
  // Nobody migrates while the tables are listed and read.
  await client.query('select pg_advisory_lock_shared($1)', [migrationsTurn])
  try {
    await client.query('begin isolation level repeatable read read only')
    await writeBackup(path, entriesOf(shop, saved))
    return saved
  } finally {
    await client.query('rollback').catch(() => {})
    await client.query('select pg_advisory_unlock_shared($1)', [migrationsTurn]).catch(() => {})
  }
}
