import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openWire } from '#tests/support/tcp-proxy.ts'
import { cloneDatabase, openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { openDatabase } from '#platform/database/database.ts'
import { askDatabase } from '#platform/database/readiness-check.ts'
import { openMetrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'

const folder = `${import.meta.dirname}/../../migrations`

let shop: TestShop
const metrics = openMetrics()
beforeAll(async () => {
  shop = await openTestShop({ keep: true, logLevel: 'info', metrics })
})
afterAll(() => shop.close())

describe('health and readiness', () => {
  test('a shop that lives and is ready says so in one word, for no cache to keep', async () => {
    for (const [path, status] of [
      ['/health', 'alive'],
      ['/ready', 'ready'],
    ] as const) {
      const answer = await shop.app.inject(path)
      expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, { status }, 'no-store'])
    }
  })

  /** A question to this test's own database, in a login of its own; each asking is a new one. */
  const openAsked = async (asOwner: (login: string) => string[]) => {
    const place = await cloneDatabase()
    const owner = openDatabase(place, { connections: 2, patienceMs: 15_000 })
    const login = `asks_${place.database.slice(-12)}`
    await owner.$client.query(`create role ${login} login`)
    for (const line of asOwner(login)) await owner.$client.query(line)
    const { $client: pool } = openDatabase({ ...place, user: login }, { patienceMs: 15_000 })
    onTestFinished(async () => {
      await pool.end()
      await owner.$client.query(`drop owned by ${login}; drop role ${login}`)
      await owner.$client.end()
      await place.drop()
    })
    const said: string[] = []
    const clock = { now: 0 }
    const asked = askDatabase({ pool, folder, now: () => clock.now, say: (line) => void said.push(line) })
    const ask = () => {
      clock.now += 5_000
      return asked()
    }
    return { ask, said, login, own: (line: string) => owner.$client.query(line) }
  }
  const mayRead = (login: string) => [`grant select on migrations to ${login}`]

  test('a login that is shut out, and a house that is full, are not ready, and the log says it once', async () => {
    const { ask, said, login, own } = await openAsked(mayRead)
    expect(await ask()).toBe(null)
    await own(`alter role ${login} nologin`)
    expect([await ask(), await ask()]).toEqual(['database', 'database'])
    await own(`alter role ${login} login`)
    expect(await ask()).toBe(null)
    await own(`alter role ${login} connection limit 0`)
    expect(await ask()).toBe('database')
    expect(said).toEqual([
      expect.stringMatching(/^The database does not let us in: .*not permitted to log in/),
      'The database lets us in again.',
      expect.stringMatching(/^The database does not let us in: too many connections/),
    ])
  })

  test('a database without the newest migration is not ready; one that knows more is', async () => {
    const { ask, own } = await openAsked(mayRead)
    await own(`insert into migrations (name) values ('9999_of_tomorrow.sql')`)
    expect(await ask()).toBe(null)
    await own(`delete from migrations where name like '0004%'`)
    expect(await ask()).toBe('migrations')
  })

  test('a database that says nothing at all is not ready', async () => {
    const place = await cloneDatabase()
    onTestFinished(place.drop)
    const wire = await openWire({ path: `${place.socketDir}/.s.PGSQL.5432` })
    onTestFinished(() => wire.close())
    const { $client: pool } = openDatabase({ url: `postgres://postgres@127.0.0.1:${wire.port}/${place.database}` })
    onTestFinished(() => pool.end())
    const clock = { now: 0 }
    const ask = askDatabase({ pool, folder, now: () => clock.now, say: () => {} })
    wire.goSilent()
    expect(await ask()).toBe('database')
    // Within the same second nobody is troubled again.
    wire.speak()
    expect(await ask()).toBe('database')
    clock.now = 5_000
    expect(await ask()).toBe(null)
  })
})

describe('the log', () => {
  const linesSince = (before: number) => shop.logged.slice(before).map((line): unknown => JSON.parse(line))

  test('each request is one line: the call, the status, the time, its number, and the member by id alone', async () => {
    const karim = await shop.as('karim')
    const before = shop.logged.length
    const answer = await shop.app.inject({
      url: `/api/bookings?email=${karim.email}`,
      headers: { authorization: `Bearer ${karim.token}` },
    })
    const { rows } = await shop.db.$client.query<{ id: string }>('select id from members where email = $1', [
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

  test('line breaks and colours of a terminal in name, agent and path stay one line of JSON without them', async () => {
    const before = shop.logged.length
    const evil = 'x\r\n{"level":60}\u001b[31m\u009b2J'
    const body = { email: 'evil@example.com', name: evil, message: evil }
    await shop.app.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'user-agent': 'x\u001b[2J', 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    await shop.app.inject({ url: `/api/${encodeURIComponent(evil)}` })
    await shop.app.inject({ url: `/api/users/buyer/${encodeURIComponent(`${evil}@example.com`)}` })
    const raw = shop.logged.slice(before)
    expect(raw).toHaveLength(3)
    for (const line of raw) {
      expect(line.trimEnd()).not.toMatch(/\p{Cc}/u)
      expect(line).not.toContain('level\\":60')
    }
    expect(linesSince(before)).toEqual(raw.map(() => expect.objectContaining({ level: 30 })))
  })
})

describe('metrics', () => {
  const openDoor = async (token: string | null) => {
    const door = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token })
    onTestFinished(door.close)
    return (path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${door.port}${path}`, { headers })
  }

  test('calls, connections, ready bytes, letters, payments, jobs and the process are counted', async () => {
    await shop.app.inject('/api/category')
    await shop.app.inject('/api/category')
    await shop.app.inject('/api/bookings')
    await shop.sweep()
    const answer = await (await openDoor(null))('/metrics')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const said = await answer.text()
    for (const line of [
      /^motohaat_request_seconds_count\{call="GET \/category",status="2xx"\} [1-9]/m,
      /^motohaat_request_seconds_count\{call="GET \/bookings",status="4xx"\} [1-9]/m,
      /^motohaat_requests_in_flight 0$/m,
      /^motohaat_database_connections [1-9]/m,
      /^motohaat_database_waiting 0$/m,
      /^motohaat_ready_bytes_kept [1-9]/m,
      /^motohaat_ready_bytes_made [1-9]/m,
      /^motohaat_mails_waiting \d+$/m,
      /^motohaat_payments_open \d+$/m,
      /^motohaat_payments_refund_due \d+$/m,
      /^motohaat_jobs_done\{job="payments"\} 1$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^process_resident_memory_bytes \d+/m,
    ])
      expect(said).toMatch(line)
    expect(said).not.toContain('@')
  })

  test('who does not bring the word reads nothing, and the public door does not know the address', async () => {
    const ask = await openDoor('a word of the watchers')
    expect((await ask('/metrics')).status).toBe(401)
    expect((await ask('/metrics', { authorization: 'Bearer a word of the watcherz' })).status).toBe(401)
    expect((await ask('/metrics', { authorization: 'Bearer a word of the watchers' })).status).toBe(200)
    expect((await ask('/')).status).toBe(404)
    expect((await shop.app.inject('/metrics')).statusCode).toBe(404)
  })
})
