import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTcpProxy } from '#tests/support/tcp-proxy.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { cloneDatabase, createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createDatabaseClient } from '#platform/database/database.ts'
import { createReadinessCheck } from '#platform/database/readiness-check.ts'
import { createMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

const migrationsDir = `${import.meta.dirname}/../../migrations`

let testApp: TestApp
const metrics = createMetrics()
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, logLevel: 'info', metrics })
})
afterAll(() => testApp.close())

describe('health and readiness', () => {
  test('a live and ready server answers 200, which no cache may store', async () => {
    for (const [path, status] of [
      ['/health', 'alive'],
      ['/ready', 'ready'],
    ] as const) {
      const answer = await testApp.fastify.inject(path)
      expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, { status }, 'no-store'])
    }
  })

  /** A readiness check with its own database and login. `checkAgain` advances the clock, so that it queries again. */
  const createReadinessTest = async (toOwnerStatements: (login: string) => string[]) => {
    const testDatabase = await cloneDatabase()
    const owner = createDatabaseClient(testDatabase, { connections: 2, timeoutMs: 15_000 })
    const login = `reader_${testDatabase.database.slice(-12)}`
    await owner.$client.query(`create role ${login} login`)
    for (const line of toOwnerStatements(login)) await owner.$client.query(line)
    const { $client: pool } = createDatabaseClient({ ...testDatabase, user: login }, { timeoutMs: 15_000 })
    onTestFinished(async () => {
      await pool.end()
      await owner.$client.query(`drop owned by ${login}; drop role ${login}`)
      await owner.$client.end()
      await testDatabase.drop()
    })
    const logLines: string[] = []
    const clock = { now: 0 }
    const check = createReadinessCheck({
      pool,
      migrationsDir,
      now: () => clock.now,
      log: (line) => void logLines.push(line),
    })
    const checkAgain = () => {
      clock.now += 5_000
      return check()
    }
    return { checkAgain, logLines, login, own: (line: string) => owner.$client.query(line) }
  }
  const grantRead = (login: string) => [`grant select on migrations to ${login}`]

  test('a rejected database login and an exhausted connection limit are not ready, and are logged once', async () => {
    const { checkAgain, logLines, login, own } = await createReadinessTest(grantRead)
    expect(await checkAgain()).toBe(null)
    await own(`alter role ${login} nologin`)
    expect([await checkAgain(), await checkAgain()]).toEqual(['database', 'database'])
    await own(`alter role ${login} login`)
    expect(await checkAgain()).toBe(null)
    await own(`alter role ${login} connection limit 0`)
    expect(await checkAgain()).toBe('database')
    expect(logLines).toEqual([
      expect.stringMatching(/^Database connection failed: .*not permitted to log in/),
      'Database connection restored.',
      expect.stringMatching(/^Database connection failed: too many connections/),
    ])
  })

  test('a database without the newest migration is not ready; one with newer migrations is', async () => {
    const { checkAgain, own } = await createReadinessTest(grantRead)
    await own(`insert into migrations (name) values ('9999_of_tomorrow.sql')`)
    expect(await checkAgain()).toBe(null)
    await own(`delete from migrations where name like '0004%'`)
    expect(await checkAgain()).toBe('migrations')
  })

  test('the check knows the migrations before the app is open, when connections can take every open file', async () => {
    const testDatabase = await cloneDatabase()
    onTestFinished(testDatabase.drop)
    const { $client: pool } = createDatabaseClient(testDatabase, { timeoutMs: 15_000 })
    onTestFinished(() => pool.end())
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
    cpSync(migrationsDir, folder, { recursive: true })
    const check = createReadinessCheck({ pool, migrationsDir: folder, now: () => 0, log: () => {} })
    rmSync(folder, { recursive: true })
    expect(await check()).toBe(null)
  })

  test('a database that does not respond is not ready', async () => {
    const testDatabase = await cloneDatabase()
    onTestFinished(testDatabase.drop)
    const wire = await createTcpProxy({ path: `${testDatabase.socketDir}/.s.PGSQL.5432` })
    onTestFinished(() => wire.close())
    const { $client: pool } = createDatabaseClient({
      url: `postgres://postgres@127.0.0.1:${wire.port}/${testDatabase.database}`,
    })
    onTestFinished(() => pool.end())
    const clock = { now: 0 }
    const check = createReadinessCheck({ pool, migrationsDir, now: () => clock.now, log: () => {} })
    wire.dropPackets()
    expect(await check()).toBe('database')
    // The result is cached for a second.
    wire.resume()
    expect(await check()).toBe('database')
    clock.now = 5_000
    expect(await check()).toBe(null)
  })
})

describe('the log', () => {
  const linesSince = (before: number) => testApp.logLines.slice(before).map((line): unknown => JSON.parse(line))

  test('each request is one line: endpoint, status, duration, request id, and the member by id only', async () => {
    const karim = await testApp.signInAs('karim')
    const before = testApp.logLines.length
    const answer = await testApp.fastify.inject({
      url: `/api/bookings?email=${karim.email}`,
      headers: { authorization: `Bearer ${karim.token}` },
    })
    const { rows } = await testApp.db.$client.query<{ id: string }>('select id from members where email = $1', [
      karim.email,
    ])
    expect(linesSince(before)).toEqual([
      expect.objectContaining({
        call: 'GET /bookings',
        status: 200,
        ms: expect.any(Number),
        reqId: answer.headers['x-request-id'],
        member: rows[0]?.id,
      }),
    ])
  })

  test('control characters in name, user agent and path are removed from the log line', async () => {
    const before = testApp.logLines.length
    const evil = 'x\r\n{"level":60}\u001b[31m\u009b2J'
    const body = { email: 'evil@example.com', name: evil, message: evil }
    await testApp.fastify.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'user-agent': 'x\u001b[2J', 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    await testApp.fastify.inject({ url: `/api/${encodeURIComponent(evil)}` })
    await testApp.fastify.inject({ url: `/api/users/buyer/${encodeURIComponent(`${evil}@example.com`)}` })
    const raw = testApp.logLines.slice(before)
    expect(raw).toHaveLength(3)
    for (const line of raw) {
      expect(line.trimEnd()).not.toMatch(/\p{Cc}/u)
      expect(line).not.toContain('level\\":60')
    }
    expect(linesSince(before)).toEqual(raw.map(() => expect.objectContaining({ level: 30 })))
  })
})

describe('metrics', () => {
  const startMetricsServer = async (token: string | null) => {
    const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token })
    onTestFinished(server.close)
    return (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
  }

  test('endpoints, connections, the response cache, e-mails, payments, jobs and the process are counted', async () => {
    await testApp.fastify.inject('/api/category')
    await testApp.fastify.inject('/api/category')
    await testApp.fastify.inject('/api/bookings')
    await testApp.sweep()
    const answer = await (await startMetricsServer(null))('/metrics')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const metricsText = await answer.text()
    for (const line of [
      /^motohaat_request_seconds_count\{call="GET \/category",status="2xx"\} [1-9]/m,
      /^motohaat_request_seconds_count\{call="GET \/bookings",status="4xx"\} [1-9]/m,
      /^motohaat_requests_in_flight 0$/m,
      /^motohaat_database_connections [1-9]/m,
      /^motohaat_database_waiting 0$/m,
      /^motohaat_response_cache_hits_total [1-9]/m,
      /^motohaat_response_cache_misses_total [1-9]/m,
      /^motohaat_mails_waiting \d+$/m,
      /^motohaat_payments_open \d+$/m,
      /^motohaat_payments_refund_due \d+$/m,
      /^motohaat_jobs_done_total\{job_name="payments"\} 1$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes \d+/m,
    ])
      expect(metricsText).toMatch(line)
    expect(metricsText).not.toContain('@')
  })

  test('every counter is named _total and every other metric is not, as Prometheus asks', async () => {
    const metricsText = await (await (await startMetricsServer(null))('/metrics')).text()
    const types = [...metricsText.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
    }))
    expect(types.filter(({ type }) => type === 'counter').length).toBeGreaterThanOrEqual(3)
    const own = types.filter(({ name }) => name.startsWith('motohaat_'))
    expect(own.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([])
  })

  test('the dashboard, the alert rules and docs/operations.md name metrics that exist', async () => {
    await testApp.sweep()
    const metricsText = await (await (await startMetricsServer(null))('/metrics')).text()
    const existing = new Set(
      [...metricsText.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type = '']) =>
        type === 'histogram' || type === 'summary' ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
    for (const file of ['deploy/monitoring/dashboard.json', 'deploy/monitoring/alerts.yml', 'docs/operations.md']) {
      const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
      // Names of metrics end in a unit or a noun; role and folder names of the documents do not look like this.
      const named = [...text.matchAll(/\b(?:motohaat_(?!web\b|owner\b|app\b)|nodejs_|process_)\w+/g)].map(
        ([name]) => name,
      )
      expect(named.length, file).toBeGreaterThan(8)
      expect(
        named.filter((name) => !existing.has(name)),
        file,
      ).toEqual([])
    }
  })

  test('a violation of the ledger is a metric from the next check on', async () => {
    const readViolations = async () => {
      const text = await (await (await startMetricsServer(null))('/metrics')).text()
      return Number(/^motohaat_ledger_violations (\d+)$/m.exec(text)?.[1])
    }
    await testApp.checkLedger()
    expect(await readViolations()).toBe(0)
    const owner = await connectAsOwner(testApp)
    onTestFinished(() => owner.end())
    // An entry without lines, past the constraints.
    await owner.query('set session_replication_role = replica')
    await owner.query(
      `insert into ledger_entries (id, cause, cause_ref, at) values (gen_random_uuid(), 'settled', 'a test', now())`,
    )
    await testApp.checkLedger()
    expect(await readViolations()).toBe(1)
    await owner.query(`delete from ledger_entries where cause_ref = 'a test'`)
    await testApp.checkLedger()
    expect(await readViolations()).toBe(0)
  })

  test('metrics need the token, and the public server does not serve them', async () => {
    const ask = await startMetricsServer('a word of the watchers')
    expect((await ask('/metrics')).status).toBe(401)
    expect((await ask('/metrics', { authorization: 'Bearer a word of the watcherz' })).status).toBe(401)
    expect((await ask('/metrics', { authorization: 'Bearer a word of the watchers' })).status).toBe(200)
    expect((await ask('/')).status).toBe(404)
    expect((await testApp.fastify.inject('/metrics')).statusCode).toBe(404)
  })
})
