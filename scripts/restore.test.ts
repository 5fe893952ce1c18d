// `npm run restore` as a command: a process of its own, on the PostgreSQL of the tests and on an embedded one.
// @module-tag processes
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { assert, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDiskPictureStore } from '#market/pictures/store.ts'
import { sampleInShortRun } from '#tests/support/run-length.ts'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { createBackup } from './backup/create-backup.ts'

type TestDatabase = Awaited<ReturnType<typeof cloneDatabase>>

// A command that hangs is killed after this, and the test fails.
const commandTimeoutMs = 90_000
const root = join(import.meta.dirname, '..')

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'motohaat-restore-'))
  await mkdir(join(folder, 'pictures'))
  for (const name of ['one', 'two']) writeFileSync(join(folder, 'pictures', `${name}.webp`), name)
  const database = await cloneDatabase()
  file = join(folder, 'shop.backup')
  const client = await connectTo(database)
  const store = createDiskPictureStore(join(folder, 'pictures'))
  await createBackup({ client, store, now: new Date() }, file)
  await client.end()
  await database.drop()
  return () => rm(folder, { recursive: true, force: true })
})

const connectTo = async ({ socketDir, database }: TestDatabase): Promise<pg.Client> => {
  const client = new pg.Client({ host: socketDir, user: 'postgres', database })
  await client.connect()
  return client
}

/** A shop that changed after the backup: it has one member more. */
const createLaterShop = async () => {
  const database = await cloneDatabase()
  onTestFinished(database.drop)
  const client = await connectTo(database)
  onTestFinished(() => client.end())
  await client.query(`insert into members (id, name, email, role, created_at, updated_at)
    values (gen_random_uuid(), 'Moushumi', 'later@example.com', 'Buyer', now(), now())`)
  const countMembers = async (where = ''): Promise<number> =>
    (await client.query(`select from members ${where}`)).rowCount ?? 0
  const members = await countMembers()
  assert(members > 3, 'needs a shop with members')
  const url = `postgres://postgres@localhost/${database.database}?host=${encodeURIComponent(database.socketDir)}`
  return {
    url,
    client,
    /** Whether the shop is whole: as it was before the restore, or as in the backup. */
    readState: async () => {
      const laterMembers = await countMembers(`where email = 'later@example.com'`)
      return { members: (await countMembers()) - members, isRestored: laterMembers === 0 }
    },
  }
}

/** Starts `npm run restore` with these settings. */
const spawnRestore = (args: string[], settings: Record<string, string>) => {
  const child = spawn(process.execPath, ['scripts/restore.ts', ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, 'data'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killTimer = setTimeout(() => child.kill('SIGKILL'), commandTimeoutMs)
  const output = { out: '', errors: '' }
  child.stdout.on('data', (text) => (output.out += String(text)))
  child.stderr.on('data', (text) => (output.errors += String(text)))
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    clearTimeout(killTimer)
    return { code, ...output }
  })
  return { child, ended }
}

const runRestore = (args: string[], settings: Record<string, string>) => spawnRestore(args, settings).ended

/** The command failed as it should: one sentence for the operator, and no stack. */
const expectOneSentence = (result: { code: unknown; errors: string }, sentence: string) => {
  expect(result).toMatchObject({ code: 1, errors: expect.stringContaining(sentence) })
  expect(result.errors.trim().split('\n')).toHaveLength(1)
}

/** Settings of a bucket whose endpoint accepts connections and never answers. */
const createSilentBucket = async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  assert(address !== null && typeof address !== 'string')
  const endpoint = `http://127.0.0.1:${address.port}`
  return { S3_ENDPOINT: endpoint, S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }
}

describe('restore --replace', () => {
  test('replaces the shop by that of the backup, and checks it', async () => {
    const shop = await createLaterShop()
    const result = await runRestore([file, '--replace'], { DATABASE_URL: shop.url })
    expect(result).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('All invariants') })
    expect(await shop.readState()).toEqual({ members: -1, isRestored: true })
  })

  test('keeps every row when the picture store does not answer', { tags: 'long' }, async () => {
    const shop = await createLaterShop()
    const bucket = await createSilentBucket()
    const result = await runRestore([file, '--replace'], { DATABASE_URL: shop.url, ...bucket })
    expect(await shop.readState()).toEqual({ members: 0, isRestored: false })
    expectOneSentence(result, 'The picture store takes no pictures: nothing was restored.')
  })

  test('keeps every row when the backup breaks a rule of the data', async () => {
    const shop = await createLaterShop()
    const wrong = join(folder, 'wrong.backup')
    const source = await cloneDatabase()
    onTestFinished(source.drop)
    const client = await connectTo(source)
    await client.query(`alter table bikes disable trigger all; update bikes set sold_at = now() where sold_at is null`)
    const store = createDiskPictureStore(join(folder, 'none'))
    await createBackup({ client, store, now: new Date() }, wrong)
    await client.end()
    const result = await runRestore([wrong, '--replace'], { DATABASE_URL: shop.url })
    expect(await shop.readState()).toEqual({ members: 0, isRestored: false })
    expect(result.code).toBe(1)
  })

  test('killed at any moment it leaves the old shop or the new one, whole', { tags: 'long' }, async () => {
    const shop = await createLaterShop()
    // A full run says how long it takes on this machine; the kills are spread over that time.
    const full = await createLaterShop()
    const startedAt = performance.now()
    expect(await runRestore([file, '--replace'], { DATABASE_URL: full.url })).toMatchObject({ code: 0 })
    // Clock: the kills are spread over this time.
    const fullMs = performance.now() - startedAt
    let killed = 0
    for (const share of sampleInShortRun([0.5, 0.6, 0.7, 0.8, 0.9], 3, 'restore kills')) {
      const { child, ended } = spawnRestore([file, '--replace'], { DATABASE_URL: shop.url })
      await pause(fullMs * share)
      child.kill('SIGKILL')
      if ((await ended).code === null) killed += 1
      await waitForOtherConnections(shop.client)
      const state = await shop.readState()
      expect(state).toEqual(state.isRestored ? { members: -1, isRestored: true } : { members: 0, isRestored: false })
    }
    assert(killed > 0, 'needs a restore that was killed')
  })
})

/** Waits until the server has ended the connection of a killed command. */
const waitForOtherConnections = async (client: pg.Client) => {
  const listSql = `select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
  while ((await client.query(listSql)).rowCount !== 0) await pause(50)
}

describe('a refused restore into the embedded database ends, with one sentence', () => {
  /** Restores into a data folder of its own; returns what `postmaster.pid` says afterwards. */
  const restoreInto = async (dataDir: string, args: string[], settings: Record<string, string> = {}) => {
    const result = await runRestore(args, { DATA_DIR: dataDir, DATABASE_URL: '', ...settings })
    return { ...result, isPostgresRunning: existsSync(join(dataDir, 'postgres/postmaster.pid')) }
  }

  test(
    'a truncated file, a store that does not answer, and members without --replace',
    { tags: 'long', timeout: 3_600_000 },
    async () => {
      const dataDir = join(folder, 'embedded')
      const cut = join(folder, 'cut.backup')
      await copyFile(file, cut)
      truncateSync(cut, readFileSync(file).length - 9)
      const truncated = await restoreInto(dataDir, [cut])
      expectOneSentence(truncated, 'is not a complete backup')
      const unanswered = await restoreInto(dataDir, [file], await createSilentBucket())
      expectOneSentence(unanswered, 'The picture store takes no pictures')
      expect(await restoreInto(dataDir, [file])).toMatchObject({ code: 0, isPostgresRunning: false })
      const refused = await restoreInto(dataDir, [file])
      expectOneSentence(refused, '--replace')
      for (const { isPostgresRunning } of [truncated, unanswered, refused]) expect(isPostgresRunning).toBe(false)
    },
  )

  test('an external database that does not answer', async () => {
    const result = await runRestore([file], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    expect(result.code).toBe(1)
    expectOneSentence(result, 'DATABASE_URL: cannot connect to the database')
  })
})
