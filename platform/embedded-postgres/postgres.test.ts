// @module-tag processes
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { divideByLength } from '#tests/support/run-length.ts'
import { initDataDir } from './data-directory.ts'
import { PostgresError } from './errors.ts'
import { type Cluster, startPostgres } from './postgres.ts'

const root = mkdtempSync(join(tmpdir(), 'postgres-test-'))
const preparedDir = join(root, 'made', 'data')

beforeAll(async () => {
  const cluster = await startPostgres({ dataDir: preparedDir, durable: false })
  await query(cluster, 'create table bikes (name text)')
  await query(cluster, "insert into bikes values ('FZS')")
  await cluster.stop()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('a database has its data after a restart', async () => {
  const cluster = await startPostgres({ dataDir: copyDatabase('again'), durable: false })
  expect(await query(cluster, 'select name from bikes')).toEqual([{ name: 'FZS' }])
  await cluster.stop()
  expect(await cluster.ended).toBeNull()
})

test('a folder that other users cannot enter can hold a database', async () => {
  const closed = join(root, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const cluster = await startPostgres({ dataDir: join(closed, 'deep', 'data'), durable: false })
  expect(await query(cluster, 'show data_checksums')).toEqual([{ data_checksums: 'on' }])
  await cluster.stop()
})

const folders = ['with spaces', 'বাংলা ঘর', `quote's "double" \`tick\``, 'dollar $HOME & ampersand; semicolon']

for (const { rows, options } of divideByLength(folders, (name) => name.includes('"')))
  test.each(rows)('a folder named %s can hold a database', options, async (name) => {
    const cluster = await startPostgres({ dataDir: join(root, name, 'data'), durable: false })
    expect(await query(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
    await cluster.stop()
  })

test.each(['dollar $HOME', 'double "quote"', 'back`tick'])(
  'programs in a folder named %s, which initdb cannot start, are refused with one sentence',
  async (name) => {
    const programs = join(root, name)
    const created = initDataDir(join(root, 'never'), {
      durable: false,
      launcher: { prefix: [], account: null, spawnAs: null },
      binaries: { initdb: join(programs, 'initdb'), postgres: join(programs, 'postgres') },
    })
    await expect(created).rejects.toThrow(PostgresError)
    await expect(created).rejects.toThrow(`PostgreSQL cannot create a database from ${programs}, because the path`)
  },
)

test(
  'a killed server is reported, and the next start finds everything that was committed',
  { tags: 'long' },
  async () => {
    const dataDir = copyDatabase('killed')
    const first = await startPostgres({ dataDir })
    await query(first, "insert into bikes values ('Gixxer')")
    process.kill(first.pid, 'SIGKILL')
    expect(await first.ended).toMatch(/^PostgreSQL exited unexpectedly \(SIGKILL\): its log is .*postgres\.log\.$/)

    const second = await startPostgres({ dataDir })
    expect(await query(second, 'select name from bikes order by name')).toEqual([{ name: 'FZS' }, { name: 'Gixxer' }])
    await second.stop()
  },
)

test('the database of a killed process starts again at once', async () => {
  const dataDir = copyDatabase('orphan')
  const owner = await startOwner(dataDir)
  owner.kill('SIGKILL')
  await once(owner, 'exit')

  const cluster = await startPostgres({ dataDir, durable: false })
  expect(await query(cluster, 'select name from bikes')).toEqual([{ name: 'FZS' }])
  await cluster.stop()
})

test('a lock file whose pid belongs to another program does not block the start', async () => {
  const dataDir = copyDatabase('reused')
  const stranger = spawn('sleep', ['60'])
  const lock = [stranger.pid, dataDir, 1, 5432, '/tmp/embedded-pg-1-x', '', '  1234  5678', 'ready', '']
  writeFileSync(join(dataDir, 'postmaster.pid'), lock.join('\n'))

  const cluster = await startPostgres({ dataDir, durable: false })
  expect(await query(cluster, 'select name from bikes')).toEqual([{ name: 'FZS' }])
  await cluster.stop()
  stranger.kill()
})

test(
  'a database that another process uses is refused with a message, and still serves that process',
  { tags: 'long' },
  async () => {
    const dataDir = copyDatabase('in-use')
    const owner = await startOwner(dataDir)
    await expect(startPostgres({ dataDir })).rejects.toMatchObject({
      name: 'PostgresError',
      message: `Another process is using the database in ${dataDir}: stop it first, or set DATA_DIR to a folder of its own.`,
    })
    expect(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8')).toContain('ready')
    owner.kill('SIGTERM')
    await once(owner, 'exit')
  },
)

test('a start after a killed initdb creates the database', { tags: 'long' }, async () => {
  const parent = join(root, 'half')
  // Above the maximum pid of Linux, so no process has it.
  const unfinished = join(parent, 'data.new-99999999')
  mkdirSync(unfinished, { recursive: true })
  writeFileSync(join(unfinished, 'PG_VERSION'), '18\n')
  const cluster = await startPostgres({ dataDir: join(parent, 'data'), durable: false })
  await cluster.stop()
  expect(readdirSync(parent).toSorted()).toEqual(['data', 'postgres.log'])
})

test('a damaged database is refused with a message that names the folder and what is missing', async () => {
  const dataDir = copyDatabase('damaged')
  rmSync(join(dataDir, 'global', 'pg_control'))
  await expect(startPostgres({ dataDir })).rejects.toMatchObject({
    name: 'PostgresError',
    message: expect.stringMatching(/^The database in .*damaged.* does not start \(.*pg_control.*\): restore .*\.$/),
  })
})

test('a folder of another version, with other files, or that cannot be created is refused with a message', async () => {
  const older = copyDatabase('older')
  writeFileSync(join(older, 'PG_VERSION'), '16\n')
  await expect(startPostgres({ dataDir: older })).rejects.toThrow(
    /was created by PostgreSQL 16 and this is PostgreSQL 18/,
  )

  rmSync(join(older, 'PG_VERSION'))
  await expect(startPostgres({ dataDir: older })).rejects.toThrow(/is not empty and contains no database/)

  await expect(startPostgres({ dataDir: '/dev/null/data' })).rejects.toThrow(/is not writable/)
})

async function query(cluster: Cluster, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ host: cluster.socketDir, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function copyDatabase(name: string): string {
  const dataDir = join(root, name, 'data')
  mkdirSync(join(root, name))
  cpSync(preparedDir, dataDir, { recursive: true, preserveTimestamps: true })
  return dataDir
}

async function startOwner(dataDir: string): Promise<ChildProcess> {
  const program = `
    import { startPostgres } from '${join(import.meta.dirname, 'postgres.ts')}'
    const cluster = await startPostgres({ dataDir: '${dataDir}', durable: false })
    process.once('SIGTERM', () => cluster.stop().then(() => process.exit()))
    console.log('open')
    setInterval(() => {}, 1_000)`
  const args = ['--input-type=module-typescript', '--eval', program]
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(owner.stdout, 'data')
  return owner
}
