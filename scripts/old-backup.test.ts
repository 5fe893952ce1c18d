// Backups that were made before a migration renamed tables and columns.
// @module-tag long
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskPictureStore } from '#market/pictures/store.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { listMigrations } from '#platform/database/migration-files.ts'
import { rowsBeforeRename } from '#tests/old-databases/rows.ts'
import { createTestDatabase } from '#tests/support/test-app.ts'
import { createBackup } from './backup/create-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { findViolations } from './invariants.ts'

const migrations = join(import.meta.dirname, '../migrations')
const namesBeforeRename = listMigrations(migrations).filter((name) => name < '0015')

/** Old table and the new name of it, with the columns that the migration renames as `old new`. */
const renames: [oldTable: string, newTable: string, columns: string[]][] = [
  ['bike_worth', 'bike_price_estimates', ['reckoned_at computed_at']],
  ['worth_markets', 'price_estimate_groups', ['reckoned_at computed_at']],
  ['worth_changes', 'price_estimate_changes', []],
  ['price_letters', 'price_alert_settings', ['stop_token unsubscribe_token']],
  ['price_notes', 'price_drops', ['fell_at dropped_at', 'told_taka notified_taka']],
  ['saved_searches', 'saved_searches', ['stop_token unsubscribe_token', 'look_from search_from']],
  ['search_matches', 'search_matches', ['told_at notified_at']],
  ['mails', 'mails', ['made_at created_at', 'useless_at expires_at', 'stop_url unsubscribe_url']],
  ['member_counts', 'member_counts', ['here active_count']],
  ['forgotten_passwords', 'forgotten_passwords', ['asked_at requested_at']],
  ['password_resets', 'password_resets', ['made_at created_at', 'ends_at expires_at']],
  ['contact_messages', 'contact_messages', ['draft_mark draft_checksum']],
  ['bikes', 'bikes', ['draft_mark draft_checksum']],
  ['bike_search', 'bike_search', []],
  ['pictures', 'pictures', ['begun_at upload_started_at', 'kept_at stored_at']],
  ['make_spellings', 'make_spellings', ['spoken normalized_name']],
  ['payments', 'payments', ['sent_back_taka refunded_taka']],
  ['webhook_events', 'webhook_events', ['made_at occurred_at']],
  ['audit', 'audit', []],
]

const createDatabase = async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const owner = createDatabaseClient(database, { connections: 1, timeoutMs: 60_000 })
  onTestFinished(() => owner.$client.end())
  const client = new pg.Client({ host: database.socketDir, user: 'postgres', database: database.database })
  await client.connect()
  onTestFinished(() => client.end())
  return { pool: owner.$client, client }
}

type Row = Record<string, unknown>

const pick = (row: Row, names: string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]))

/** The rows of a table as objects, sorted; `columns` lists the columns to rename as `old new`. */
const readRows = async (client: pg.Client, table: string, columns: string[] = []): Promise<Row[]> => {
  const newNames = new Map(
    columns.map((column) => {
      const [oldName = '', newName = ''] = column.split(' ')
      return [oldName, newName]
    }),
  )
  const { rows } = await client.query<Row>(`select * from ${table} as one order by one::text`)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [newNames.get(name) ?? name, value])),
  )
}

/** The migrations make a payout of each sale from before, and the audit log says so. */
const isOfMigration = ({ what }: Row): boolean => what === 'payout_created'

/** Bikes are filed under their brand since then; before, every one was a Yamaha, a Suzuki or a TVS. */
const fileUnderBrand = (rows: Row[], brands: Row[]): Row[] =>
  rows.map((row) => {
    const brand = brands.find(({ id }) => id === row['brand_id'])
    return 'category' in row && brand ? { ...row, category: brand['name'] } : row
  })

test('a backup from before the plain names restores into them, row for row, and every invariant holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-old-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'pictures'))
  const store = createDiskPictureStore(join(folder, 'pictures'))
  const old = await createDatabase()
  await migrate(old.pool, migrations, new Set(namesBeforeRename))
  await old.client.query(rowsBeforeRename)
  const file = join(folder, 'old.backup')
  await createBackup({ client: old.client, store, now: new Date() }, file)

  const restored = await createDatabase()
  await restoreBackup({ pool: restored.pool, migrations, store, now: new Date(), replaces: false }, file)

  const brands = await readRows(old.client, 'brands')
  for (const [oldTable, newTable, columns] of renames) {
    const oldRows = fileUnderBrand(await readRows(old.client, oldTable, columns), brands)
    expect(oldRows.length, oldTable).toBeGreaterThan(0)
    const names = Object.keys(oldRows[0] ?? {})
    const newRows = (await readRows(restored.client, newTable)).filter((row) => !isOfMigration(row))
    // Later migrations add columns, and models to the catalogue.
    const picked = newRows.map((row) => pick(row, names))
    const isOld = (row: Row) => oldRows.some((oldRow) => isDeepStrictEqual(oldRow, row))
    expect(newTable === 'make_spellings' ? picked.filter(isOld) : picked, newTable).toEqual(oldRows)
  }
  const sales = await readRows(old.client, 'payments')
  const payouts = await restored.client.query<{ state: string }>('select state from payouts')
  expect(payouts.rows).toEqual(sales.filter(({ state }) => state === 'succeeded').map(() => ({ state: 'due' })))
  expect((await restored.client.query('select recovered_at from restores')).rowCount).toBe(2)
  expect((await findViolations(restored.client, null)).violations).toEqual([])
})

test('the triggers of a restored old database write under the new names', async () => {
  const { pool, client } = await createDatabase()
  await migrate(pool, migrations, new Set(namesBeforeRename))
  await client.query(rowsBeforeRename)
  await migrate(pool, migrations)
  const count = async (sql: string): Promise<number> => (await client.query(sql)).rowCount ?? 0

  const changesBefore = await count('select from price_estimate_changes')
  await client.query(`update price_drops set settled_at = now() where settled_at is null;
    update bikes set sale_price_taka = 70000 where sale_price_taka = 80000;
    update bikes set kilometres = 1000 where sale_price_taka = 70000;
    update payments set refunded_taka = 3000;
    update members set removed_at = now() where name = 'Karim';
    update brands set aliases = array_append(aliases, 'Yamahaa'); update models set aliases = array_append(aliases, 'Fazer Eight');`)
  expect(await count('select from price_drops where settled_at is null')).toBe(1)
  expect(await count('select from price_estimate_changes')).toBeGreaterThan(changesBefore)
  expect(await count('select from bike_price_estimates')).toBe(0)
  expect(await count(`select from audit where details ->> 'sentBackTaka' = '3000'`)).toBe(1)
  expect(await count(`select from member_counts where role = 'Buyer' and active_count = 1`)).toBe(1)
  expect(await count(`select from make_spellings where normalized_name = 'fazereight'`)).toBeGreaterThan(0)

  const forbidden: [sql: string, constraint: string][] = [
    ['delete from audit', 'audit_is_append_only'],
    ['delete from payments', 'payments_are_never_deleted'],
    ['truncate payments cascade', 'payments_are_never_deleted'],
    ['update bike_prices set price_taka = 5000', 'price_history_is_append_only'],
    [`update members set role = 'Admin'`, 'role_is_only_added'],
    [`update bikes set slug = 'x'`, 'slug_never_changes'],
    [
      `insert into picture_uploads select id, '/pictures/half.webp', now() from members limit 1`,
      'only_stored_pictures',
    ],
    [
      `insert into wishes (id, bike_id, buyer_id, created_at)
        select gen_random_uuid(), bikes.id, members.id, now() from bikes, members where members.name = 'Karim' limit 1`,
      'member_is_active',
    ],
  ]
  for (const [sql, constraint] of forbidden) await expect(client.query(sql), sql).rejects.toMatchObject({ constraint })
})
