// migrations/schema/ and the migrations of migrations/older/, which it contains, create the same database.
import pg from 'pg'
import { assert, beforeAll, expect, test } from 'vitest'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { readMigrations } from '#platform/database/migration-files.ts'
import { createTestDatabase } from '#tests/support/test-app.ts'
import { type Catalog, findDifferences, kinds, readCatalog } from './catalog.ts'
import { migrationsFolder } from './old-databases.ts'

const older = (await readMigrations(migrationsFolder)).filter(({ isInSchema }) => isInSchema).map(({ name }) => name)

/** A database that runs each list of migrations after the other, and a connection to it. */
const createDatabase = async (...lists: string[][]) => {
  const database = await createTestDatabase()
  const owner = createDatabaseClient(database, { connections: 1, timeoutMs: 60_000 })
  for (const names of lists) await migrate(owner.$client, migrationsFolder, new Set(names))
  await owner.$client.end()
  const client = new pg.Client({ host: database.socketDir, user: 'postgres', database: database.database })
  await client.connect()
  const drop = async () => {
    await client.end()
    await database.drop()
  }
  return { client, drop }
}

let client: pg.Client
let bySchema: Catalog
let byMigrations: Catalog
beforeAll(async () => {
  const created = await createDatabase(older)
  client = created.client
  // A database in which a migration has run gets the others one by one.
  const migrated = await createDatabase(older.slice(0, 1), older)
  byMigrations = await readCatalog(migrated.client)
  await migrated.drop()
  bySchema = await readCatalog(client)
  return created.drop
})

test('the schema creates what the migrations create: every object, privilege and row', () => {
  assert(Object.keys(bySchema).length > 4_000, 'needs the objects of the database')
  assert((bySchema['rows of models'] ?? []).length > 300, 'needs the rows of the catalogue')
  const differing = findDifferences(bySchema, byMigrations)
  const pick = (catalog: Catalog) => Object.fromEntries(differing.map((name) => [name, catalog[name]]))
  expect(pick(bySchema)).toEqual(pick(byMigrations))
})

// Each statement, and what it makes differ.
const faults: [statement: string, difference: string][] = [
  ['alter table notifications set (fillfactor = 80)', 'relation notifications'],
  ['alter table mails set (toast.autovacuum_enabled = false)', 'relation mails'],
  ['alter table empty_searches set unlogged', 'relation empty_searches'],
  ['alter table wishes replica identity full', 'relation wishes'],
  ['alter table sessions enable row level security', 'relation sessions'],
  ['grant update on audit to motohaat_app', 'relation audit'],
  ['alter table sessions alter column user_agent type varchar(900)', 'column sessions.user_agent'],
  ['alter table sessions alter column ip_address type text collate "C"', 'column sessions.ip_address'],
  [`alter table members alter column language set default 'bn'`, 'column members.language'],
  ['alter table accounts alter column password set not null', 'column accounts.password'],
  ['alter table reports add length int generated always as (length(words)) stored', 'column reports.length'],
  ['alter table fired_rules drop column quote, add column quote text', 'column fired_rules.quote'],
  ['alter table chat_messages alter column body set storage external', 'column chat_messages.body'],
  ['alter table chat_messages alter column shown_body set compression pglz', 'column chat_messages.shown_body'],
  ['alter table deals alter column bike_id set statistics 500', 'column deals.bike_id'],
  ['alter table deals alter column buyer_id set (n_distinct = 5)', 'column deals.buyer_id'],
  ['alter index bikes_by_text alter column 1 set statistics 500', 'column bikes_by_text.1'],
  ['grant update (price_taka) on payments to motohaat_app', 'column payments.price_taka'],
  ['alter table fees drop constraint deadline_has_days', 'constraint fees.deadline_has_days'],
  ['alter table offers alter constraint offers_answers_id_fkey deferrable', 'constraint offers.offers_answers_id_fkey'],
  ['drop index deals_due; create index deals_due on deals (due_at)', 'index deals_due'],
  ['alter table brands cluster on brand_known', 'index brand_known'],
  ['alter function dhaka_day(timestamptz) cost 5', 'function dhaka_day(timestamp with time zone)'],
  ['grant execute on function read_paper_key to public', 'function read_paper_key(uuid,uuid,timestamp with time zone)'],
  ['alter table bikes disable trigger search_changed', 'trigger bikes.search_changed'],
  ['alter trigger audit_fee on fees rename to audit_fees', 'trigger fees.audit_fee'],
  ['create view sellers as select * from members', 'rule sellers._RETURN'],
  ['create policy own on sessions using (true)', 'policy sessions.own'],
  [`create type mood as enum ('good', 'bad')`, 'type mood'],
  ['alter table audit alter column id set increment by 2', 'sequence audit_id_seq'],
  ['create statistics places (dependencies) on district, location from bikes', 'statistics places'],
  [`update pg_extension set extversion = '0'`, 'extension plpgsql'],
  ['create schema other', 'namespace other'],
  ['alter default privileges grant select on tables to motohaat_app', 'default privilege postgres r'],
  [`comment on table bikes is 'For sale.'`, 'comment public.bikes'],
  ['create publication changes for all tables', 'publication changes'],
  [
    'create operator === (leftarg = int, rightarg = int, function = int4eq)',
    'object operator public.===(integer,integer)',
  ],
  ['update fees set amount = 31', 'rows of fees'],
  [`update models set name_bn = null where name = 'FZS'`, 'rows of models'],
  [`delete from make_spellings where normalized_name = 'fzs'`, 'rows of make_spellings'],
  [`update migrations set sha256 = 'x'`, 'rows of migrations'],
]

test('a difference of any kind is found', async () => {
  await client.query('begin')
  for (const [statement] of faults) await client.query(statement)
  const found = findDifferences(await readCatalog(client), byMigrations)
  await client.query('rollback')
  expect(faults.filter(([, difference]) => !found.includes(difference))).toEqual([])
  const isFound = (kind: string) => faults.some(([, difference]) => difference.startsWith(`${kind} `))
  expect([...kinds, 'rows of'].filter((kind) => !isFound(kind))).toEqual([])
})
