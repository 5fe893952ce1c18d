// The PostgreSQL of a distribution differs from the embedded one: it has JIT, which is on by default.
// @module-tag processes
import { join } from 'node:path'
import { afterAll, assert, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { v7 } from 'uuid'
import { createDatabaseClient, type Database } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { seedDatabase } from '#seed/seed.ts'
import {
  type ExternalPostgres,
  findDistributionPostgres,
  startExternalPostgres,
} from '#tests/support/external-postgres.ts'

const binaries = findDistributionPostgres()
const reason = binaries === null ? ' (skipped: no PostgreSQL of a distribution is installed here)' : ''

describe.runIf(binaries !== null)(`on the PostgreSQL of the distribution${reason}`, () => {
  let server: ExternalPostgres
  let db: Database
  const toShopUrl = () => server.toUrl({ user: 'shop', password: 'quiet', database: 'motohaat' })
  beforeAll(async () => {
    assert(binaries)
    server = await startExternalPostgres(binaries)
    await server.query(`create role shop login createrole password 'quiet'`)
    await server.query('create database motohaat owner shop')
    db = createDatabaseClient({ url: toShopUrl() })
  })
  afterAll(async () => {
    await db?.$client.end()
    await server?.stop()
  })

  test('JIT is on by default there, and off for every connection of the shop', async () => {
    expect(await server.query('show jit')).toEqual([{ jit: 'on' }])
    // The server has just started, and other tests may keep the machine busy.
    const connect = () => db.$client.query('select 1').then(() => 'connected', String)
    await expect.poll(connect, { timeout: 60_000 }).toBe('connected')
    expect((await db.$client.query('show jit')).rows).toEqual([{ jit: 'off' }])
  })

  test('a URL with options of its own keeps them, and JIT stays off', async () => {
    const url = `${toShopUrl()}?options=${encodeURIComponent('-c work_mem=5MB')}`
    const own = createDatabaseClient({ url })
    onTestFinished(() => own.$client.end())
    expect((await own.$client.query('show jit')).rows).toEqual([{ jit: 'off' }])
    expect((await own.$client.query('show work_mem')).rows).toEqual([{ work_mem: '5MB' }])
  })

  // Long, because the timeouts are too short for a machine on which everything else runs as well.
  test('the migrations and the demonstration data fit into the timeouts of the shop', { tags: 'long' }, async () => {
    await migrate(db.$client, join(import.meta.dirname, '../../migrations'))
    const createId = (at?: Date) => (at ? v7({ msecs: at.getTime() }) : v7())
    await seedDatabase(db, { now: new Date(), createId, hash: async () => 'no password' })
    const { rows } = await db.$client.query<{ count: number }>('select count(*)::int as count from bikes')
    expect(rows[0]?.count).toBeGreaterThan(20)
  })
})
