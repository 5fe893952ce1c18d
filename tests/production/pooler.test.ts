// A connection pooler between the app and PostgreSQL.
// @module-tag processes
import { afterAll, assert, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findConnectionProblem } from '#platform/database/connection-check.ts'
import { findPoolerProblem, toPoolerStatements } from '#platform/database/pooler-check.ts'
import {
  type ExternalPostgres,
  findDistributionPostgres,
  findPackagedPostgres,
  startExternalPostgres,
} from '#tests/support/external-postgres.ts'
import { findPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'

const program = findPgBouncer()
const reason = program === null ? ' (does not run: no PgBouncer is installed here)' : ''
const login = { user: 'shop', password: 'quiet', database: 'motohaat' }
const sentence =
  'DATABASE_URL leads to a connection pooler, such as PgBouncer, and the app needs connections that stay its own: set it to the address of PostgreSQL itself, and DATABASE_POOLER_URL to that of the pooler.'

const folder = mkdtempSync(join(tmpdir(), 'motohaat-pooler-'))
let server: ExternalPostgres
beforeAll(async () => {
  server = await startExternalPostgres(findDistributionPostgres() ?? findPackagedPostgres(folder))
  await server.query(`create role shop login password 'quiet'`)
  await server.query('create database motohaat owner shop')
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const findProblemBehindPgBouncer = async (ignoredParameters: string[]): Promise<string | null> => {
  assert(program)
  const pooler = await startPgBouncer(program, { login: { ...login, port: server.port }, ignoredParameters })
  onTestFinished(() => pooler.stop())
  return findConnectionProblem('DATABASE_URL', pooler.url)
}

test('PostgreSQL itself is accepted', async () => {
  expect(await findConnectionProblem('DATABASE_URL', server.toUrl(login))).toBeNull()
})

describe('as DATABASE_POOLER_URL', () => {
  const databaseTimeoutMs = 3_000
  const findProblem = (poolerUrl: string) =>
    findPoolerProblem(poolerUrl, { url: server.toUrl(login), databaseTimeoutMs })
  const withSettings = (settings: Record<string, string>): string => {
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
    return `${server.toUrl(login)}?options=${encodeURIComponent(options.join(' '))}`
  }
  const settings = {
    jit: 'off',
    statement_timeout: '1800',
    lock_timeout: '1500',
    idle_in_transaction_session_timeout: '10000',
  }

  test('connections with the settings of the app are accepted', async () => {
    expect(await findProblem(withSettings(settings))).toBeNull()
  })

  test.each([
    ['compile long statements', { jit: 'on' }],
    ['let a statement run for ever', { statement_timeout: '0' }],
    ['let a statement run for longer', { statement_timeout: '1801' }],
    ['wait for ever for a lock', { lock_timeout: '0' }],
    ['keep an idle transaction', { idle_in_transaction_session_timeout: '0' }],
  ])('connections that %s are refused, with what to add', async (_name, changes) => {
    expect(await findProblem(withSettings({ ...settings, ...changes }))).toBe(
      `DATABASE_POOLER_URL: the connections of the pooler need other settings. Add them to the database in pgbouncer.ini and restart PgBouncer: connect_query='set jit = off; set statement_timeout = 1800; set lock_timeout = 1500; set idle_in_transaction_session_timeout = 10000'`,
    )
  })

  test('connections of another role are refused, with the role to set', async () => {
    await server.query('create role motohaat_app; grant motohaat_app to shop')
    const direct = { url: server.toUrl(login), role: 'motohaat_app', databaseTimeoutMs }
    expect(await findPoolerProblem(withSettings(settings), direct)).toContain(`set role motohaat_app'`)
    expect(await findPoolerProblem(withSettings({ ...settings, role: 'motohaat_app' }), direct)).toBeNull()
  })

  test('another database is refused', async () => {
    await server.query('create database other owner shop')
    const url = withSettings(settings).replace('/motohaat?', '/other?')
    expect(await findProblem(url)).toBe('DATABASE_POOLER_URL must lead to the same database as DATABASE_URL.')
  })

  test('a pooler that does not answer is named', async () => {
    expect(await findProblem('postgres://shop@127.0.0.1:1/motohaat')).toBe(
      'DATABASE_POOLER_URL: cannot connect to the database (connect ECONNREFUSED 127.0.0.1:1).',
    )
  })
})

describe.runIf(program !== null)(`PgBouncer in transaction mode${reason}`, () => {
  test('is refused when it does not know the parameters of the app', async () => {
    expect(await findProblemBehindPgBouncer([])).toBe(sentence)
  })

  test('is refused when it drops the parameters of the app', async () => {
    expect(await findProblemBehindPgBouncer(['options', 'statement_timeout'])).toBe(sentence)
  })

  test('is refused when only the role of its login has those parameters', async () => {
    await server.query(`alter role shop set jit = off; alter role shop set statement_timeout = 5000`)
    expect(await findProblemBehindPgBouncer(['options', 'statement_timeout'])).toBe(sentence)
  })

  test('is accepted as DATABASE_POOLER_URL with the statements that the sentence names', async () => {
    assert(program)
    const direct = { url: server.toUrl(login), databaseTimeoutMs: 3_000 }
    const find = async (connectQuery?: string) => {
      const options = { login: { ...login, port: server.port }, ignoredParameters: [] }
      const pooler = await startPgBouncer(program, { ...options, ...(connectQuery !== undefined && { connectQuery }) })
      onTestFinished(() => pooler.stop())
      return findPoolerProblem(pooler.url, direct)
    }
    const statements = toPoolerStatements(direct)
    expect(await find()).toContain(`connect_query='${statements}'`)
    expect(await find(statements)).toBeNull()
  })
})
