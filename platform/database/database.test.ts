import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTcpProxy } from '#tests/support/tcp-proxy.ts'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { type Database, createDatabaseClient } from './database.ts'
import { isConflict, isDatabaseUnavailable } from './errors.ts'

// A loaded machine may take ten times as long.
const timeoutMs = 1_000

let testDatabase: Awaited<ReturnType<typeof cloneDatabase>>
let owner: Database
beforeAll(async () => {
  testDatabase = await cloneDatabase()
  owner = createDatabaseClient(testDatabase, { connections: 4, timeoutMs: 15_000 })
})
afterAll(async () => {
  await owner.$client.end()
  await testDatabase.drop()
})

/** Two counters, and a connection to them through a proxy that can break it; `settings` are those of the connections. */
const connectThroughProxy = async ({ connections = 3, clientTimeoutMs = timeoutMs, settings = '' } = {}) => {
  const wire = await createTcpProxy({ path: `${testDatabase.socketDir}/.s.PGSQL.5432` })
  onTestFinished(() => wire.close())
  await owner.execute(sql`drop table if exists counters`)
  await owner.execute(sql`create table counters (id int primary key, value int not null)`)
  await owner.execute(sql`insert into counters values (1, 0), (2, 0)`)
  const url = `postgres://postgres@127.0.0.1:${wire.port}/${testDatabase.database}?options=${encodeURIComponent(settings)}`
  const db = createDatabaseClient({ url }, { connections, timeoutMs: clientTimeoutMs })
  onTestFinished(() => db.$client.end())
  return { db, wire }
}

const add = (db: Pick<Database, 'execute'>, id: number) =>
  db.execute(sql`update counters set value = value + 1 where id = ${id}`)
const addInTransaction = (db: Database, id: number) => db.transaction(async (tx) => add(tx, id))

const readValues = async (db: Database): Promise<unknown[]> =>
  (await db.execute<{ value: number }>(sql`select value from counters order by id`)).rows.map(({ value }) => value)

const catchError = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

const waitUntilHealthy = (db: Database) => vi.waitFor(() => addInTransaction(db, 2), { timeout: 60_000, interval: 50 })

test('queries to an unresponsive database time out, and work again by themselves when it responds', async () => {
  const { db, wire } = await connectThroughProxy()
  // All three connections are open before the test begins.
  const sleepers = () => Promise.all([1, 2, 3].map(() => db.execute(sql`select pg_sleep(0.02)`)))
  await vi.waitFor(sleepers, { timeout: 60_000 })
  wire.dropPackets()
  // More attempts than connections, so that some wait for one; a transaction must release its own.
  const attempts = [1, 2, 3, 4].flatMap(() => [catchError(add(db, 1)), catchError(addInTransaction(db, 1))])
  for (const error of await Promise.all(attempts)) expect(isDatabaseUnavailable(error), String(error)).toBe(true)
  for (let round = 0; round < 3; round += 1)
    expect(isDatabaseUnavailable(await catchError(addInTransaction(db, 1)))).toBe(true)
  wire.resume()
  await waitUntilHealthy(db)
  // All three connections work again at the same time.
  const runTogether = () =>
    Promise.all([1, 2, 3].map(() => db.transaction((tx) => tx.execute(sql`select pg_sleep(0.02)`))))
  await vi.waitFor(runTogether, { timeout: 60_000 })
  expect(db.$client.waitingCount).toBe(0)
  expect(db.$client.totalCount).toBeLessThanOrEqual(3)
})

test('connections that break during a transaction are replaced, and the transaction is rolled back', async () => {
  const { db, wire } = await connectThroughProxy({ clientTimeoutMs: 15_000 })
  const error = await catchError(
    db.transaction(async (tx) => {
      await add(tx, 1)
      wire.closeConnections()
      await add(tx, 1)
    }),
  )
  expect(isDatabaseUnavailable(error), String(error)).toBe(true)
  await waitUntilHealthy(db)
  expect((await readValues(owner))[0]).toBe(0)
})

test('a statement that waits too long for a lock is cancelled at the server, and its connection is reused', async () => {
  const { db } = await connectThroughProxy()
  await waitUntilHealthy(db)
  await owner.transaction(async (tx) => {
    await add(tx, 1)
    expect(isDatabaseUnavailable(await catchError(add(db, 1)))).toBe(true)
    expect(isDatabaseUnavailable(await catchError(addInTransaction(db, 1)))).toBe(true)
  })
  await waitUntilHealthy(db)
  expect(await readValues(owner)).toEqual([1, 2])
})

test('two transactions in a deadlock both succeed, one of them at its second try', async () => {
  const { db } = await connectThroughProxy({
    connections: 2,
    clientTimeoutMs: 15_000,
    settings: '-c deadlock_timeout=20ms',
  })
  const tries = { made: 0 }
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const swap = (from: number, to: number, mine: typeof first, other: typeof first) =>
    db.transaction(async (tx) => {
      tries.made += 1
      await add(tx, from)
      mine.resolve()
      await other.promise
      await add(tx, to)
    })
  await Promise.all([swap(1, 2, first, second), swap(2, 1, second, first)])
  expect(await readValues(owner)).toEqual([2, 2])
  expect(tries.made).toBe(3)
})

test('serializable transactions and single statements in conflict all succeed', async () => {
  const settings = '-c default_transaction_isolation=serializable'
  const { db } = await connectThroughProxy({ connections: 2, clientTimeoutMs: 15_000, settings })
  const readAndWrite = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select value from counters where id = 1`)
      await add(tx, 1)
    })
  for (let round = 0; round < 10; round += 1) await Promise.all([readAndWrite(), add(db, 1)])
  expect((await readValues(owner))[0]).toBe(20)
})

test('a transaction that always conflicts is tried three times', async () => {
  await connectThroughProxy()
  const tries = { made: 0 }
  const error = await catchError(
    owner.transaction(async (tx) => {
      tries.made += 1
      await tx.execute(sql`do $$ begin raise 'no' using errcode = '40001'; end $$`)
    }),
  )
  expect([tries.made, isConflict(error)]).toEqual([3, true])
})

test('an error of the work is thrown without a retry, and the connection is reused', async () => {
  await connectThroughProxy()
  const tries = { made: 0 }
  const error = await catchError(
    owner.transaction(async (tx) => {
      tries.made += 1
      await add(tx, 1)
      throw new Error('the bike is sold')
    }),
  )
  expect([tries.made, error]).toEqual([1, new Error('the bike is sold')])
  expect((await readValues(owner))[0]).toBe(0)
  expect(owner.$client.totalCount).toBe(owner.$client.idleCount)
})
