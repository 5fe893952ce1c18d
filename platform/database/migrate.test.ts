// @module-tag processes
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase } from '#tests/support/test-app.ts'
import { type Database, createDatabaseClient } from './database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let owner: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  owner = createDatabaseClient(testDatabase, { connections: 3, timeoutMs: 60_000 })
})
beforeEach(async () => {
  await owner.$client.query('drop schema public cascade; create schema public')
})
afterAll(async () => {
  await owner.$client.end()
  await testDatabase.drop()
})

const query = async (sql: string): Promise<unknown[]> => {
  const { rows } = await owner.$client.query<Record<string, unknown>>(sql)
  return rows.map((row) => Object.values(row)[0])
}

/** Writes migrations to a temporary folder. */
const createMigrationsDir = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'motohaat-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const firstMigration = { '0001_open.sql': 'create table bikes (id int primary key, price int not null);' }

test('each migration runs once, in order, even when several processes start at the same time', async () => {
  const folder = createMigrationsDir({ ...firstMigration, '0002_more.sql': 'insert into bikes values (1, 2000);' })
  const runs = await Promise.all([1, 2, 3].map(() => migrate(owner.$client, folder)))
  expect(runs.flat()).toEqual(['0001_open.sql', '0002_more.sql'])
  expect(await migrate(owner.$client, folder)).toEqual([])
  expect(await query('select count(*)::int from bikes')).toEqual([1])
})

test('a failed migration is rolled back and named in the error', async () => {
  const folder = createMigrationsDir({
    ...firstMigration,
    '0002_bad.sql': 'insert into bikes values (1, 2000); select 1 / 0;',
  })
  await expect(migrate(owner.$client, folder)).rejects.toThrow('0002_bad.sql')
  expect(await query('select count(*)::int from bikes')).toEqual([0])
  expect(await query('select name from migrations')).toEqual(['0001_open.sql'])
})

test('a run that was killed in the middle can be repeated', async () => {
  const folder = createMigrationsDir({
    ...firstMigration,
    '0002_many.sql': 'insert into bikes select n, 2000 from generate_series(1, 50000) n;',
    '0003_long.sql':
      'alter table bikes add column sold_at timestamptz; update bikes set price = price + 1; select pg_sleep(60);',
  })
  const program = `
    import { createDatabaseClient } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'database.ts')).href)}
    import { migrate } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'migrate.ts')).href)}
    const db = createDatabaseClient(${JSON.stringify(testDatabase)}, { timeoutMs: 600_000 })
    await migrate(db.$client, ${JSON.stringify(folder)})`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { stdio: 'ignore' })
  const isSleeping = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  await vi.waitFor(async () => expect(await query(isSleeping)).toEqual([1]), { timeout: 60_000, interval: 50 })
  child.kill('SIGKILL')
  writeFileSync(
    join(folder, '0003_long.sql'),
    'alter table bikes add column sold_at timestamptz; update bikes set price = price + 1;',
  )
  // The server notices the lost client and cancels the statement by itself.
  expect(await migrate(owner.$client, folder)).toEqual(['0003_long.sql'])
  expect(await query('select distinct price from bikes')).toEqual([2001])
})

describe('a schema that contains older migrations', () => {
  const files = {
    'schema/01-bikes.sql': 'create table bikes (id int primary key, price int not null);',
    'schema/02-rows.sql': `insert into bikes values (1, 2000);`,
    'older/0001_open.sql': 'create table bikes (id int primary key);',
    'older/0002_price.sql': '-- contract: of version 1\nalter table bikes add column price int not null default 1;',
    '0003_more.sql': 'insert into bikes values (2, 3000);',
  }
  const names = ['0001_open.sql', '0002_price.sql', '0003_more.sql']

  test('is created in a new database, which records them and runs the newer ones', async () => {
    const folder = createMigrationsDir(files)
    const runs = await Promise.all([1, 2, 3].map(() => migrate(owner.$client, folder)))
    expect(runs.flat()).toEqual(names)
    expect(await query('select price from bikes order by id')).toEqual([2000, 3000])
    const applied = `select format('%s %s %s', name, length(sha256), is_contract) from migrations order by name`
    expect(await query(applied)).toEqual(['0001_open.sql 64 f', '0002_price.sql 64 t', '0003_more.sql 64 f'])
    expect(await migrate(owner.$client, folder)).toEqual([])
    writeFileSync(join(folder, 'older/0001_open.sql'), 'create table bikes (id bigint primary key);')
    await expect(migrate(owner.$client, folder)).rejects.toThrow('0001_open.sql was edited after it ran')
  })

  test('is left out where a migration has run, or where an older schema is asked for', async () => {
    const folder = createMigrationsDir(files)
    expect(await migrate(owner.$client, folder, new Set(['0001_open.sql']))).toEqual(['0001_open.sql'])
    await query('insert into bikes values (1)')
    expect(await migrate(owner.$client, folder)).toEqual(['0002_price.sql', '0003_more.sql'])
    expect(await query('select price from bikes order by id')).toEqual([1, 3000])
  })

  test('is rolled back as a whole when a file fails, which the error names', async () => {
    const folder = createMigrationsDir({ ...files, 'schema/02-rows.sql': 'insert into bikes values (1, null);' })
    await expect(migrate(owner.$client, folder)).rejects.toThrow('02-rows.sql')
    expect(await query(`select to_regclass('bikes') is null`)).toEqual([true])
    writeFileSync(join(folder, 'schema/02-rows.sql'), '')
    expect(await migrate(owner.$client, folder)).toEqual(names)
  })
})

test('an index whose creation was interrupted is created again', async () => {
  const folder = createMigrationsDir({
    ...firstMigration,
    '0002_twice.sql': 'insert into bikes values (1, 2000), (2, 2000);',
    '0003_index.sql': '-- one by one\ncreate unique index concurrently if not exists by_price on bikes (price);\n',
  })
  await expect(migrate(owner.$client, folder)).rejects.toThrow('0003_index.sql')
  expect(await query(`select indisvalid from pg_index where indexrelid = 'by_price'::regclass`)).toEqual([false])
  await owner.$client.query('update bikes set price = 3000 where id = 2')
  expect(await migrate(owner.$client, folder)).toEqual(['0003_index.sql'])
  expect(await query(`select indisvalid from pg_index where indexrelid = 'by_price'::regclass`)).toEqual([true])
})

test(
  'a locked table is not waited for, which would block others; the migration is retried',
  { tags: 'long' },
  async () => {
    const folder = createMigrationsDir({
      ...firstMigration,
      '0002_column.sql': 'alter table bikes add column sold_at timestamptz;',
    })
    await migrate(owner.$client, folder, new Set(['0001_open.sql']))
    const busy = await owner.$client.connect()
    await busy.query('begin; select * from bikes')
    const migrating = migrate(owner.$client, folder)
    const waits = `select count(*)::int from pg_locks where not granted`
    await vi.waitFor(async () => expect(await query(waits)).toEqual([1]), { timeout: 60_000, interval: 20 })
    // It gives up its lock request while the reader still holds the table.
    await vi.waitFor(async () => expect(await query(waits)).toEqual([0]), { timeout: 60_000, interval: 20 })
    await busy.query('commit')
    busy.release()
    expect(await migrating).toEqual(['0002_column.sql'])
  },
)

describe('a database that does not fit', () => {
  test('a migration that was edited after it ran is refused by name', async () => {
    const folder = createMigrationsDir(firstMigration)
    await migrate(owner.$client, folder)
    writeFileSync(join(folder, '0001_open.sql'), 'create table bikes (id bigint primary key);')
    await expect(migrate(owner.$client, folder)).rejects.toThrow('0001_open.sql was edited after it ran')
  })

  test('additions of a newer version are accepted, its contract migrations are not', async () => {
    const newer = { ...firstMigration, '0002_adds.sql': 'alter table bikes add column name text;' }
    const folder = createMigrationsDir(firstMigration)
    await migrate(owner.$client, createMigrationsDir(newer))
    expect(await migrate(owner.$client, folder)).toEqual([])
    const contract = '-- contract: nothing reads the price since version 2\nalter table bikes drop column price;'
    await migrate(owner.$client, createMigrationsDir({ ...newer, '0003_takes.sql': contract }))
    await expect(migrate(owner.$client, folder)).rejects.toThrow(
      'A newer version of Motohaat has migrated this database (0003_takes.sql)',
    )
  })

  test('a database without checksums gets those of the current files', async () => {
    const folder = createMigrationsDir(firstMigration)
    await owner.$client
      .query(`create table migrations (name text primary key, done_at timestamptz not null default now());
      create table bikes (id int primary key, price int not null); insert into migrations (name) values ('0001_open.sql')`)
    expect(await migrate(owner.$client, folder)).toEqual([])
    expect(await query('select length(sha256) from migrations')).toEqual([64])
  })
})

// The previous version runs until its last process is replaced, so a migration must not remove what it uses.
const destructivePatterns: [what: string, sign: RegExp][] = [
  ['drops a table or column', /\bdrop\s+(?:table|column|view)\b/i],
  ['renames', /\brename\s+(?:to|column|constraint)\b|\brename\s+\w+\s+to\b/i],
  ['changes a type', /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/i],
  [
    'asks for a value that the version before does not give',
    /\badd\s+(?:column\s+)?(?!constraint)\w+\s+[\w()]+(?:(?!\bdefault\b)[^,;])*\bnot\s+null\b(?:(?!\bdefault\b)[^,;])*[,;]/i,
  ],
  ['takes a default away', /\bdrop\s+default\b/i],
]
/** Only existing tables count: a table that the migration creates may be changed freely. */
const findDestructiveChanges = (sql: string): string[] => {
  const code = sql.replace(/--.*$/gm, '').replace(/\$\$[\s\S]*?\$\$/g, '')
  const statements = code.split(';').map((one) => `${one.trim()};`)
  const changes = statements.filter((one) => /^(?:alter\s+table|drop\s|alter\s+view)/i.test(one))
  return destructivePatterns.filter(([, sign]) => changes.some((one) => sign.test(one))).map(([what]) => what)
}

describe('the previous version works after every migration', async () => {
  const migrations = await readMigrations(join(import.meta.dirname, '../../migrations'))

  test.each(migrations)(
    '$name only adds, or states since when nothing uses what it removes',
    ({ isContract, text }) => {
      expect(isContract ? [] : findDestructiveChanges(text)).toEqual([])
    },
  )

  test.each([
    'alter table bikes drop column price',
    'drop table wishes',
    'alter table bikes rename column price to price_taka',
    'alter table bikes rename to motorbikes',
    'alter table bikes alter column price type bigint',
    'alter table bikes alter price set data type bigint',
    'alter table bikes add column owners int not null',
    'alter table bikes add owners int check (owners > 0) not null, add column x int',
    'alter table bikes alter column price drop default',
  ])('the rule finds: %s', (sql) => {
    expect(findDestructiveChanges(`${sql};`)).toHaveLength(1)
  })

  test.each([
    'create table offers (id int not null)',
    'alter table bikes add column owners int',
    'alter table bikes add column version int not null default 1, add column x int',
    'alter table bikes add constraint few check (owners < 9)',
    'drop index bikes_by_name',
    '-- drop table wishes',
  ])('the rule allows: %s', (sql) => {
    expect(findDestructiveChanges(`${sql};`)).toEqual([])
  })
})
