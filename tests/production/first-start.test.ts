// The first start on an empty PostgreSQL that an operator has set up, as docs/operations.md describes it.
// @module-tag processes
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type ExternalPostgres,
  findDistributionPostgres,
  findPackagedPostgres,
  startExternalPostgres,
} from '#tests/support/external-postgres.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { findFreePort } from '#tests/support/ports/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'motohaat-first-start-'))
const password = 'a password of the tests'
let server: ExternalPostgres

beforeAll(async () => {
  server = await startExternalPostgres(findDistributionPostgres() ?? findPackagedPostgres(folder))
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Creates a database that `owner` owns, and further logins. */
const createDatabase = async (name: string, owner: string, logins: Record<string, string>): Promise<void> => {
  for (const [login, options] of Object.entries(logins))
    await server.query(`create role ${login} login ${options} password '${password}'`)
  await server.query(`create database ${name} owner ${owner}`)
}

const toUrl = (user: string, database: string): string => server.toUrl({ user, password, database })

/** Starts the shop without demonstration data; its process ends with the test. */
const startShop = async (settings: Record<string, string>) => {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()]
  const shop = spawnServer({
    HOST: '127.0.0.1',
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
    DEMO: 'off',
    ...settings,
  })
  // A refused start is awaited through its exit code.
  shop.started.catch(() => {})
  onTestFinished(async () => {
    shop.process.kill('SIGKILL')
    await shop.exited
  })
  return { ...shop, port }
}

const stop = async (shop: Awaited<ReturnType<typeof startShop>>): Promise<void> => {
  shop.process.kill('SIGTERM')
  expect(await shop.exited).toBe(0)
}

/** The output of a shop that refuses to start. */
const readStartError = async (settings: Record<string, string>): Promise<string[]> => {
  const shop = await startShop(settings)
  expect(
    await Promise.race([
      shop.exited,
      shop.started.then(
        () => 'started',
        () => shop.exited,
      ),
    ]),
  ).toBe(1)
  return shop.getOutput().trim().split('\n')
}

const ownerWarning = /^Warning: the server connects as the owner of the tables/m

test(
  'an owner and a served login start at once on an empty database, and the served login owns nothing',
  { tags: 'long' },
  async () => {
    await createDatabase('safest', 'safest_owner', { safest_owner: 'createrole', safest_web: '' })
    const urls = { DATABASE_URL: toUrl('safest_web', 'safest'), DATABASE_OWNER_URL: toUrl('safest_owner', 'safest') }
    const shop = await startShop(urls)
    const { url } = await shop.started
    expect(shop.getOutput()).not.toMatch(ownerWarning)
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    expect((await fetch(`${url}/api/bikes`)).status).toBe(200)
    await stop(shop)
    expect(
      await server.query(
        `select pg_has_role('safest_web', relowner, 'usage') as owns, has_table_privilege('safest_web', oid, 'insert') as writes
        from pg_class where oid = 'audit'::regclass`,
        'safest',
      ),
    ).toEqual([{ owns: false, writes: false }])
    const again = await startShop(urls)
    await again.started
  },
)

test(
  'an owner that may create no role is told what a superuser must run, and then the shop starts',
  { tags: 'long' },
  async () => {
    await createDatabase('plain', 'plain_owner', { plain_owner: '', plain_web: '' })
    await server.query('alter role motohaat_app rename to motohaat_app_elsewhere')
    onTestFinished(async () => {
      await server.query('drop owned by motohaat_app', 'plain')
      await server.query('drop role motohaat_app')
      await server.query('alter role motohaat_app_elsewhere rename to motohaat_app')
    })
    const settings = { DATABASE_URL: toUrl('plain_web', 'plain'), DATABASE_OWNER_URL: toUrl('plain_owner', 'plain') }
    const sentences = await readStartError(settings)
    expect(sentences).toEqual([
      'DATABASE_OWNER_URL: its login may not give "plain_web", the login of DATABASE_URL, its rights. As a superuser run: create role motohaat_app; grant motohaat_app to "plain_web"; then start again.',
    ])
    await server.query('create role motohaat_app; grant motohaat_app to "plain_web"')
    const shop = await startShop(settings)
    const { url } = await shop.started
    expect((await fetch(`${url}/api/bikes`)).status).toBe(200)
    await stop(shop)
  },
)

test('one ordinary login that owns the tables serves, and the log warns of it', { tags: 'long' }, async () => {
  await createDatabase('alone', 'alone_owner', { alone_owner: '' })
  const shop = await startShop({ DATABASE_URL: toUrl('alone_owner', 'alone') })
  await shop.started
  expect(shop.getOutput()).toMatch(ownerWarning)
  await stop(shop)
})

test(
  'a superuser as the one login switches to the role of the server, without a warning',
  { tags: 'long' },
  async () => {
    await createDatabase('switching', 'switching_owner', { switching_owner: 'superuser' })
    const shop = await startShop({ DATABASE_URL: toUrl('switching_owner', 'switching') })
    await shop.started
    expect(shop.getOutput()).not.toMatch(ownerWarning)
    await stop(shop)
  },
)

test('an unreachable database, a wrong password and a wrong HOST are told at once, one sentence each', async () => {
  const closedPort = await findFreePort()
  const sentences = await readStartError({
    HOST: '192.0.2.7',
    DATABASE_URL: `postgres://shop:hush-hush@localhost:${closedPort}/shop`,
    DATABASE_OWNER_URL: server.toUrl({ user: 'postgres', password: 'hush-hush', database: 'postgres' }),
  })
  expect(sentences).toEqual([
    'HOST is 192.0.2.7, which is no address of this machine: set it to 127.0.0.1, to 0.0.0.0 or to one of this machine.',
    expect.stringMatching(/^DATABASE_URL: cannot connect to the database \(connect ECONNREFUSED .*\)\.$/),
    'DATABASE_OWNER_URL: cannot connect to the database (password authentication failed for user "postgres").',
  ])
})
