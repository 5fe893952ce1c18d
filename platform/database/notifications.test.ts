// Notifications between processes through PostgreSQL, also after a lost connection.
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '#tests/support/test-app.ts'
import { createDatabaseClient } from './database.ts'
import { subscribeToNotifications } from './notifications.ts'
import { createResponseCache } from '#platform/ssr/response-cache.ts'
import { createHttpServer } from '#platform/http/http-server.ts'

/** A process with one cached list that never expires: only a notification clears it. */
const startProcess = async (testDatabase: { socketDir: string; database: string }, name: string) => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request' })
  const db = createDatabaseClient(testDatabase, { connections: 1 })
  db.$client.options.application_name = name
  const state = { reads: 0, notifications: 0 }
  const cache = createResponseCache(app, {
    paths: new Set(['/list']),
    keys: new Set(['bikes']),
    receiveChanges: () => subscription.receiveAll(),
    now: () => 0,
  })
  app.get('/list', async (_request, reply) => {
    state.reads += 1
    return reply.send({ read: state.reads })
  })
  const subscription = subscribeToNotifications(db.sessionConfig, {
    public_data_changed: (notification) => {
      state.notifications += 1
      cache.remove(notification)
    },
  })
  onTestFinished(async () => {
    await subscription.close()
    await app.close()
    await db.$client.end()
  })
  await vi.waitFor(() => expect(state.notifications).toBeGreaterThan(0), { timeout: 60_000 })
  const read = async () => (await app.inject('/list')).json<{ read: number }>().read
  return { state, read, receiveAll: subscription.receiveAll }
}

const startTwoProcesses = async () => {
  const testDatabase = await cloneDatabase()
  const another = new pg.Client({ host: testDatabase.socketDir, user: 'postgres', database: testDatabase.database })
  await another.connect()
  onTestFinished(async () => {
    await another.end()
    await testDatabase.drop()
  })
  const processes = [await startProcess(testDatabase, 'listens-one'), await startProcess(testDatabase, 'listens-two')]
  for (const { read } of processes) expect([await read(), await read()]).toEqual([1, 1])
  return { another, processes }
}

test('a change in one process clears the caches of all', async () => {
  const { another, processes } = await startTwoProcesses()
  await another.query(`update bikes set sale_price_taka = sale_price_taka where id = (select id from bikes limit 1)`)
  for (const { read } of processes) await vi.waitFor(async () => expect(await read()).toBe(2), { timeout: 60_000 })
})

test('whoever waits for all notifications has those of everything that was committed before', async () => {
  const { another, processes } = await startTwoProcesses()
  const [process] = processes
  for (let round = 0; round < 20; round += 1) {
    const before = process?.state.notifications ?? 0
    await another.query(`notify public_data_changed, 'bikes ${round}'`)
    // Those who come at once share what they wait for.
    const received = await Promise.all([process?.receiveAll(), process?.receiveAll()])
    // A busy machine may take too long; then it is not certain.
    const notifications = received.every(Boolean) ? process?.state.notifications : before + 1
    expect(notifications).toBe(before + 1)
  }
})

test('a process whose connection broke may have missed notifications, so it clears its cache', async () => {
  const { another, processes } = await startTwoProcesses()
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listens-two' and query like 'listen%'`
  expect((await another.query(cut)).rowCount).toBe(1)
  const [one, two] = processes
  await vi.waitFor(async () => expect(await two?.read()).toBeGreaterThan(1), { timeout: 60_000 })
  expect(await one?.read()).toBe(1)
  // And it receives notifications again.
  await vi.waitFor(() => expect(two?.state.notifications).toBeGreaterThanOrEqual(3), { timeout: 60_000 })
  const before = await two!.read()
  await another.query(`notify public_data_changed`)
  await vi.waitFor(async () => expect(await two?.read()).toBeGreaterThan(before), { timeout: 60_000 })
})
