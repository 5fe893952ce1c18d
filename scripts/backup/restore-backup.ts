// Putting a shop's books and pictures back into an empty database, whole or not at all.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { PictureStore } from '#market/pictures/provider.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrationsIn } from '#platform/database/migration-files.ts'
import { BackupTrouble, checkBackup, type Header, readBackup } from './backup-file.ts'
import { tablesOf } from './backup-tables.ts'

type Place = {
  /** The pool of the tables' owner, one connection of it at least. */
  pool: pg.Pool
  migrations: string
  store: PictureStore
  now: Date
  /** Whether what is there may be thrown away. */
  replaces: boolean
}
type Head = Extract<Header, { kind: 'shop' }>
export type Restored = { madeAt: string; rows: number; pictures: number }

const refuseUnknown = async ({ migrations }: Head, folder: string): Promise<void> => {
  const known = new Map((await migrationsIn(folder)).map((one) => [one.name, one.sha256]))
  const strange = migrations.find(({ name, sha256 }) => sha256 !== (known.get(name) ?? '') && sha256 !== null)
  if (strange)
    throw new BackupTrouble(
      `The backup was made by a version of the shop that knows ${strange.name}, which this one does not: restore it with that version.`,
    )
}

const isThere = async (pool: pg.Pool): Promise<boolean> => {
  const found = await pool.query(`select to_regclass('public.members') is not null as there`)
  if (found.rows[0]?.there !== true) return false
  const rows = await pool.query('select from members limit 1')
  return rows.rowCount !== 0
}

const refuseOpenShop = async (pool: pg.Pool): Promise<void> => {
  const others = await pool.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and application_name = 'motohaat'`,
  )
  if (others.rowCount !== 0)
    throw new BackupTrouble('A shop is open on this database: stop it first, nothing was restored.')
}

const makeRoom = async ({ pool, replaces }: Place): Promise<void> => {
  await refuseOpenShop(pool)
  const there = await isThere(pool)
  if (there && !replaces)
    throw new BackupTrouble(
      'There are members in this database already: restore into an empty one, or say --replace to throw them away.',
    )
  if (there) await pool.query('drop schema public cascade; create schema public')
}

/** A connection for work that takes its time. */
const connect = async (pool: pg.Pool): Promise<pg.Client> => {
  const client = new pg.Client({ ...pool.options, query_timeout: 0, statement_timeout: 0, lock_timeout: 0 })
  await client.connect()
  return client
}

/** Nothing but the rows themselves is written: no trail of the restoring, no notices, no rules about who may do what. */
const withoutTriggers = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  const tables = (await tablesOf(client)).map(({ name }) => `public."${name}"`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  // What the migrations filled in is in the backup too, as it had become.
  await client.query(`truncate ${tables.join(', ')}`)
  await work()
  await client.query('set constraints all immediate')
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
}

const wholeOf = async (pieces: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

const putBack = async (client: pg.Client, place: Place, path: string): Promise<Restored> => {
  const restored: Restored = { madeAt: '', rows: 0, pictures: 0 }
  for await (const { header, pieces } of readBackup(path)) {
    if (header.kind === 'shop') {
      restored.madeAt = header.madeAt
      for (const { name, last } of header.sequences)
        await client.query(`select setval($1, $2)`, [`public.${name}`, last])
    } else if (header.kind === 'table') {
      const copying = client.query(copyFrom(`copy public."${header.name}" (${header.columns.join(', ')}) from stdin`))
      await pipeline(Readable.from(pieces), copying)
      restored.rows += copying.rowCount
      continue
    } else if (header.kind === 'picture') {
      await place.store.put(header.name, await wholeOf(pieces))
      restored.pictures += 1
      continue
    }
    for await (const piece of pieces) void piece
  }
  return restored
}

const inOne = async (place: Place, path: string): Promise<Restored> => {
  const client = await connect(place.pool)
  let restored: Restored | undefined
  try {
    await client.query('begin')
    await withoutTriggers(client, async () => {
      restored = await putBack(client, place, path)
    })
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  if (!restored) throw new Error('Nothing was put back.')
  return restored
}

/**
 * Restores a backup into an empty database and brings it to the shape of this code. The file is read to its end before
 * anything is touched. Refuses with BackupTrouble a damaged or newer file, a database that is not empty, and one that a
 * shop has open. What happened after the backup the shop learns from the card provider when it is next opened.
 */
export const restore = async (place: Place, path: string): Promise<Restored> => {
  const head = await checkBackup(path)
  await refuseUnknown(head, place.migrations)
  await makeRoom(place)
  await migrate(place.pool, place.migrations, new Set(head.migrations.map(({ name }) => name)))
  const restored = await inOne(place, path)
  await migrate(place.pool, place.migrations)
  await place.pool.query('insert into restores (restored_at, backup_made_at) values ($1, $2)', [
    place.now,
    restored.madeAt,
  ])
  return restored
}
