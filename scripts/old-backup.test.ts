// Backups that were made before a migration renamed tables and columns.
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskPictureStore } from '#market/pictures/provider.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { createTestDatabase } from '#tests/support/test-app.ts'
import { createBackup } from './backup/create-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { findViolations } from './invariants.ts'

const migrations = join(import.meta.dirname, '../migrations')
const namesBeforeRename = readdirSync(migrations).filter((name) => /^\d{4}_/.test(name) && name < '0015')

/** At least one row in every table that 0015_plain_names.sql touches, written under the old names. */
const fillSql = `
  create function pg_temp.id(number int) returns uuid language sql return lpad(number::text, 32, '0')::uuid;
  create function pg_temp.at(minutes int) returns timestamptz language sql return timestamptz '2026-01-01' + minutes * interval '1 minute';
  insert into members (id, name, email, role, created_at, updated_at) values
    (pg_temp.id(1), 'Habib', 'habib@example.com', 'Seller', pg_temp.at(0), pg_temp.at(0)),
    (pg_temp.id(2), 'Karim', 'karim@example.com', 'Buyer', pg_temp.at(0), pg_temp.at(0)),
    (pg_temp.id(3), 'Sadia', 'sadia@example.com', 'Buyer', pg_temp.at(0), pg_temp.at(0));
  insert into categories (id, name, picture, description, position) values (pg_temp.id(4), 'Yamaha', 'x', 'x', 1);
  insert into pictures (url, begun_at, kept_at, width_px, height_px)
    values ('/pictures/one.webp', pg_temp.at(0), pg_temp.at(1), 8, 8), ('/pictures/half.webp', pg_temp.at(0), null, null, null);
  insert into picture_uploads (member_id, picture, uploaded_at) values (pg_temp.id(1), '/pictures/one.webp', pg_temp.at(1));
  insert into bikes (id, seller_id, category, name, sale_price_taka, original_price_taka, bought_in_year, years_used, condition,
      seller_name, contact_number, location, picture, created_at, draft_id, draft_mark, brand_id, model_id)
    select pg_temp.id(10 + number), pg_temp.id(1), 'Yamaha', 'Yamaha FZS', 100000 + number * 1000, 200000, 2020, 5, 'Good',
      'Habib', '01711000000', 'Banani', '/pictures/one.webp', pg_temp.at(2), pg_temp.id(20 + number), 'checksum', brand_id, id
    from generate_series(0, 5) as number, (select id, brand_id from models order by id limit 1) as model;
  insert into wishes (id, bike_id, buyer_id, created_at) values (pg_temp.id(30), pg_temp.id(10), pg_temp.id(2), pg_temp.at(3));
  update bikes set sale_price_taka = 90000, edited_at = pg_temp.at(4) where id = pg_temp.id(10);
  update price_notes set settled_at = pg_temp.at(5), told_taka = 90000;
  update bikes set sale_price_taka = 80000, edited_at = pg_temp.at(6) where id = pg_temp.id(10);
  insert into price_letters (member_id, stop_token, stopped_at) values (pg_temp.id(2), 'price-token', null);
  insert into saved_searches (id, member_id, name, query, language, stop_token, created_at, look_from, due_at)
    values (pg_temp.id(31), pg_temp.id(2), 'FZS', 'q=fzs', 'bn', 'search-token', pg_temp.at(3), pg_temp.at(3), pg_temp.at(7));
  insert into search_matches (search_id, bike_id, told_at) values (pg_temp.id(31), pg_temp.id(11), pg_temp.at(7));
  insert into mails (id, recipient, subject, text, made_at, useless_at, next_try_at, stop_url)
    values (pg_temp.id(32), 'karim@example.com', 'x', 'x', pg_temp.at(7), pg_temp.at(8), pg_temp.at(7), 'https://motohaat.example/stop');
  insert into bike_worth (bike_id, price_taka, low_taka, mid_taka, high_taka, verdict, far_below, compared, reckoned_at)
    values (pg_temp.id(10), 80000, 90000, 100000, 110000, 'great', true, 6, pg_temp.at(8));
  insert into worth_markets (model_id, year, reckoned_at) select model_id, 2020, pg_temp.at(8) from bikes limit 1;
  insert into forgotten_passwords (email, asked_at, language) values ('karim@example.com', pg_temp.at(8), 'bn');
  insert into password_resets (token_hash, member_id, made_at, ends_at) values ('hash', pg_temp.id(2), pg_temp.at(8), pg_temp.at(9));
  insert into contact_messages (id, email, message, created_at, draft_id, draft_mark)
    values (pg_temp.id(33), 'karim@example.com', 'Hello', pg_temp.at(8), pg_temp.id(34), 'checksum');
  begin;
  insert into bookings (id, bike_id, buyer_id, contact_number, meeting_location, price_taka, created_at, paid_at)
    values (pg_temp.id(40), pg_temp.id(12), pg_temp.id(3), '01811000000', 'Banani', 102000, pg_temp.at(8), pg_temp.at(9));
  insert into payments (id, bike_id, buyer_id, booking_id, amount_taka, intent_id, state, created_at)
    values (pg_temp.id(41), pg_temp.id(12), pg_temp.id(3), pg_temp.id(40), 102000, 'pi_old', 'open', pg_temp.at(8));
  update payments set state = 'succeeded', settled_at = pg_temp.at(9);
  update bikes set sold_at = pg_temp.at(9) where id = pg_temp.id(12);
  commit;
  update payments set sent_back_taka = 2000;
  insert into webhook_events (id, type, intent_id, made_at, received_at, processed_at)
    values ('evt_old', 'payment_intent.succeeded', 'pi_old', pg_temp.at(9), pg_temp.at(9), pg_temp.at(9));
  insert into restores (restored_at, backup_made_at, relearnt_at) values (pg_temp.at(1), pg_temp.at(0), pg_temp.at(2));`

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

test('a backup from before the plain names restores into them, row for row, and every invariant holds', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'motohaat-old-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'pictures'))
  const store = createDiskPictureStore(join(folder, 'pictures'))
  const old = await createDatabase()
  await migrate(old.pool, migrations, new Set(namesBeforeRename))
  await old.client.query(fillSql)
  const file = join(folder, 'old.backup')
  await createBackup({ client: old.client, store, now: new Date() }, file)

  const restored = await createDatabase()
  await restoreBackup({ pool: restored.pool, migrations, store, now: new Date(), replaces: false }, file)

  for (const [oldTable, newTable, columns] of renames) {
    const oldRows = await readRows(old.client, oldTable, columns)
    expect(oldRows.length, oldTable).toBeGreaterThan(0)
    const names = Object.keys(oldRows[0] ?? {})
    const newRows = await readRows(restored.client, newTable)
    // Later migrations add columns.
    expect(
      newRows.map((row) => pick(row, names)),
      newTable,
    ).toEqual(oldRows)
  }
  expect((await restored.client.query('select recovered_at from restores')).rowCount).toBe(2)
  expect((await findViolations(restored.client, null)).violations).toEqual([])
}, 60_000)

test('the triggers of a restored old database write under the new names', async () => {
  const { pool, client } = await createDatabase()
  await migrate(pool, migrations, new Set(namesBeforeRename))
  await client.query(fillSql)
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
    [`update members set role = 'Admin'`, 'role_never_changes'],
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
}, 60_000)
