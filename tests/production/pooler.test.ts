// A connection pooler between the app and PostgreSQL.
// @module-tag processes
import { afterAll, assert, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findConnectionProblem } from '#platform/database/connection-check.ts'
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
  'DATABASE_URL leads to a connection pooler, such as PgBouncer, and the app needs connections that stay its own: set it to the address of PostgreSQL itself; the app has a pool.'

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
})
