// This version starts on the database of every older one: it migrates, serves, and every invariant holds.
// @module-tag processes
// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { assert, expect, onTestFinished, test } from 'vitest'
import { createDatabaseClient } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import {
  getBackupFile,
  listVersions,
  migrationsFolder,
  restoreOldDatabase,
} from '#tests/old-databases/old-databases.ts'
import { chooseByRun, sampleInShortRun } from '#tests/support/run-length.ts'
import { startServer } from '#tests/support/server-process.ts'
import { createTestDatabase } from '#tests/support/test-app.ts'
import { findViolations } from './invariants.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

const root = join(import.meta.dirname, '..')
const versions = listVersions()

/** A database as this version left it. */
const createOldDatabase = async (version: string) => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const owner = createDatabaseClient(database, { connections: 1, timeoutMs: 60_000 })
  await restoreOldDatabase(owner.$client, version)
  const client = new pg.Client({ host: database.socketDir, user: 'postgres', database: database.database })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await owner.$client.end()
  })
  const url = `postgres://postgres@localhost/${database.database}?host=${encodeURIComponent(database.socketDir)}`
  return { pool: owner.$client, client, url }
}

const readAppliedVersions = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

test('the versions up to the plain names have a backup', () => {
  const missing = versions.filter((version) => version < '0016' && !existsSync(getBackupFile(version)))
  expect(missing).toEqual([])
})

// The first and the newest always, and a few of the others where this file runs by itself.
const [first = '', ...others] = versions
const newest = others.pop() ?? ''
const chosen = [first, ...sampleInShortRun(others, 6, `old-${newest}`), newest]

test.for(chosen)('the database of %s can be migrated, and every invariant holds', async (version) => {
  const { pool, client } = await createOldDatabase(version)
  expect((await readAppliedVersions(client)).at(-1)).toBe(version)
  await migrate(pool, migrationsFolder)
  expect(await readAppliedVersions(client)).toEqual(versions)
  const { violations } = await findViolations(client, null)
  expect(violations).toEqual([])
  const sold = await client.query(`select from bikes where name = 'Suzuki Hayate' and sold_at is not null`)
  expect(sold.rowCount).toBe(1)
})

test('reasons that stood in words are choices then, and nobody reads any more that somebody found them strange', async () => {
  const { pool, client } = await createOldDatabase('0088_mails_that_wait.sql')
  const words = 'The seller asked for something strange. A code of my phone.'
  const { rows } = await client.query<{ id: string }>(
    `insert into deals (id, bike_id, buyer_id, seller_id, price_taka, requested_at, queued_at, closed_at, close_reason, close_note)
     select gen_random_uuid(), bikes.id, buyer.id, seller_id, 90000, now(), now(), now(), 'cancelled_by_buyer', $1
     from bikes, members as buyer where buyer.role = 'Buyer' limit 1 returning id`,
    [words],
  )
  await client.query(
    `insert into deal_steps (id, deal_id, kind, actor, note, at)
     values (gen_random_uuid(), $1, 'cancelled_by_buyer', 'buyer', $2, now())`,
    [rows[0]?.id, words],
  )
  await migrate(pool, migrationsFolder)
  const told = await client.query('select close_choice, close_note from deals where id = $1', [rows[0]?.id])
  expect(told.rows).toEqual([{ close_choice: 'strange', close_note: 'A code of my phone.' }])
  expect((await client.query('select from deal_steps where note = $1', [words])).rowCount).toBe(0)
})

/** Starts this version of the app on the database, as `npm start` does. */
const serve = async (url: string) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'motohaat-old-'))
  const port = await findFreePort()
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SANDBOX_PORT: String(await findFreePort()),
  })
  const stop = async () => {
    server.process.kill('SIGTERM')
    await server.exited
    await rm(dataDir, { recursive: true, force: true })
  }
  onTestFinished(stop)
  return { ...server, stop }
}

const runCheckData = async (url: string) => {
  const child = spawn(process.execPath, ['scripts/check-data.ts', '--books-alone'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += String(text)))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

// Starting the app takes seconds.
const served = [first, ...sampleInShortRun(others, 1, `served-${newest}`), ...chooseByRun([], [newest])]

test(
  'the app starts on the database of an older version, serves it, and check:data finds it whole',
  { timeout: 3_600_000 },
  async () => {
    for (const version of served) {
      const { client, url } = await createOldDatabase(version)
      const server = await serve(url)
      const response = await fetch(new URL('/api/bikes', server.url))
      expect([version, response.status, response.status === 200 ? '' : server.getOutput()]).toEqual([version, 200, ''])
      expect(await response.text()).toContain('Suzuki Gixxer')
      const page = await fetch(new URL('/', server.url))
      expect([version, page.status, page.status === 200 ? '' : server.getOutput()]).toEqual([version, 200, ''])
      const { code, output } = await runCheckData(url)
      expect([version, code, output]).toEqual([version, 0, expect.stringContaining('invariants of the database hold.')])
      expect(await readAppliedVersions(client)).toEqual(versions)
      // Two dozen servers at once would use up the connections of PostgreSQL.
      await server.stop()
    }
    assert(versions.length > 10, 'needs older versions')
  },
)
