import { connect } from 'node:net'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { refusals } from '#contract/errors/api-errors.ts'
import { openTestShop } from '#tests/support/test-app.ts'
import { inProcessAddress } from '#platform/http/client-address.ts'
import { keepReadyBytes } from '#platform/ssr/response-cache.ts'
import { openServer } from '#platform/http/http-server.ts'
import { shedLoad, usualShedding } from './load-shedding.ts'
import { type Bounds, isTooMuch, openGauge, type Pressure, usualBounds } from './pressure-gauge.ts'
import { openTurns } from './queue.ts'

const well: Pressure = { delayMs: 0, utilization: 1, heapShare: 0.2, waitingForDatabase: 0 }

/** Waits until something is so; a test that waits for ever fails by its own time limit. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** A server whose work ends when it is told to, and which has it as hard as it is told. */
const open = async (changes: Partial<typeof usualShedding> = {}) => {
  const app = openServer({ log: pino({ level: 'silent' }), newRequestId: () => 'request' })
  keepReadyBytes(app, { paths: new Set(['/shared']), now: () => performance.now() })
  const pressure = { now: well }
  const gauge = { look: () => pressure.now, close: () => {} }
  const said: string[] = []
  const { inWork } = shedLoad(app, {
    shedding: { ...usualShedding, inWorkMost: 3, inWorkMostUnderPressure: 1, uploadsMost: 1, ...changes },
    gauge,
    urgencyOf: ({ url }) => (url === '/health' ? 'health' : url.startsWith('/pay') ? 'money' : 'usual'),
    say: (line) => void said.push(line),
  })
  const work: (() => void)[] = []
  const slow = () => new Promise<object>((resolve) => work.push(() => resolve({ done: true })))
  for (const path of ['/slow', '/pay']) app.get(path, slow)
  app.post('/slow', slow)
  for (const path of ['/quick', '/health', '/shared']) app.get(path, async () => ({ done: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const get = (url: string, remoteAddress = '127.0.0.1') => app.inject({ url, remoteAddress })
  const statusOf = async (url: string, from?: string) => (await get(url, from)).statusCode
  const begin = async (url: string, times: number) => {
    const before = work.length
    const answers = Array.from({ length: times }, () => get(url))
    await until(() => work.length === before + times)
    return { answers: () => Promise.all(answers) }
  }
  const finish = () => work.splice(0).forEach((end) => end())
  onTestFinished(finish)
  return { app, port, pressure, said, get, statusOf, begin, finish, inWork, work }
}

describe('a server with so many requests in work', () => {
  test('turns the next one away at once, with a sentence and a time to come back, and takes others when it has room', async () => {
    const { get, begin, finish, statusOf, inWork } = await open()
    const { answers } = await begin('/slow', 3)
    const refused = await get('/quick')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.json()).toMatchObject({ code: 'shop_unavailable', message: refusals.shop_unavailable.message })
    finish()
    expect((await answers()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(inWork()).toBe(0)
    expect(await statusOf('/quick')).toBe(200)
  })

  test('takes what finishes a payment up to twice as much, and answers about its health always', async () => {
    const { begin, statusOf } = await open()
    await begin('/slow', 3)
    await begin('/pay', 3)
    expect([await statusOf('/pay'), await statusOf('/quick'), await statusOf('/health')]).toEqual([503, 503, 200])
  })

  test('sends what lies ready all the same', async () => {
    const { begin, statusOf, port } = await open()
    expect(await statusOf('/shared')).toBe(200)
    await begin('/slow', 3)
    const answer = await fetch(`http://127.0.0.1:${port}/shared`)
    expect([answer.status, await answer.json()]).toEqual([200, { done: true }])
    expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(503)
  })

  test('answers its own pages what they ask for: their visitors were let in', async () => {
    const { begin, statusOf } = await open()
    await begin('/slow', 3)
    expect([await statusOf('/quick', inProcessAddress), await statusOf('/quick')]).toEqual([200, 503])
  })

  test('does not count those whose body is still to come: they could keep all others out', async () => {
    const { port, statusOf, inWork, app } = await open()
    const dawdlers = Array.from({ length: 9 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
      return socket
    })
    const connected = () => new Promise<number>((resolve) => app.server.getConnections((_, number) => resolve(number)))
    await until(async () => (await connected()) === 9)
    expect(await statusOf('/quick')).toBe(200)
    expect(inWork()).toBe(0)
    for (const socket of dawdlers) socket.destroy()
  })

  test('counts work whose person has hung up until it is done', async () => {
    const { port, inWork, work, finish, statusOf } = await open()
    const callers = Array.from({ length: 3 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
      return socket
    })
    await until(() => work.length === 3)
    for (const socket of callers) socket.destroy()
    expect([inWork(), await statusOf('/quick')]).toEqual([3, 503])
    finish()
    await until(() => inWork() === 0)
    expect(await statusOf('/quick')).toBe(200)
  })
})

test('a process that has it hard takes a few at a time, says so once, and takes all when it is well again', async () => {
  const { pressure, begin, statusOf, said, finish } = await open()
  pressure.now = { ...well, waitingForDatabase: 500 }
  await until(() => said.length === 1)
  expect(said[0]).toContain('"waitingForDatabase":500')
  expect(await statusOf('/quick')).toBe(200)
  await begin('/slow', 1)
  expect([await statusOf('/quick'), await statusOf('/health')]).toEqual([503, 200])
  pressure.now = well
  await until(() => said.length === 2)
  expect(await statusOf('/quick')).toBe(200)
  finish()
})

describe('too much', () => {
  const bounds: Bounds = { ...usualBounds }
  test.each<[string, Partial<Pressure>, boolean, boolean]>([
    ['nothing', {}, false, false],
    ['the loop stands still', { delayMs: 300 }, true, true],
    ['the loop is late still', { delayMs: 100 }, false, true],
    ['the loop is late and was idle: others have the machine', { delayMs: 300, utilization: 0.3 }, false, false],
    ['memory runs out', { heapShare: 0.95 }, true, true],
    ['memory is scarce still', { heapShare: 0.85 }, false, true],
    ['the database is waited for', { waitingForDatabase: 60 }, true, true],
    ['the database is waited for still', { waitingForDatabase: 30 }, false, true],
    ['well again', { delayMs: 10, heapShare: 0.5, waitingForDatabase: 2 }, false, false],
  ])('%s', (_, changes, afresh, still) => {
    const pressure = { ...well, ...changes }
    expect([isTooMuch(pressure, bounds, false), isTooMuch(pressure, bounds, true)]).toEqual([afresh, still])
  })

  test('is measured: a loop that stands still shows in the next look, and a queue for the database too', async () => {
    const gauge = openGauge({ waitingCount: 7 })
    onTestFinished(gauge.close)
    // The measuring begins with its own first tick.
    await new Promise((resolve) => setTimeout(resolve, 100))
    gauge.look()
    const standsStillUntil = performance.now() + 600
    while (performance.now() < standsStillUntil);
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { delayMs, utilization, heapShare, waitingForDatabase } = gauge.look()
    expect(delayMs).toBeGreaterThan(50)
    expect(utilization).toBeGreaterThan(0.5)
    expect(heapShare).toBeGreaterThan(0)
    expect(heapShare).toBeLessThan(1)
    expect(waitingForDatabase).toBe(7)
  })
})

describe('turns', () => {
  test('are as many at once as were said; the next ones wait, and who would wait behind too many is refused', async () => {
    const inTurn = openTurns({ atOnce: 2, waitingMost: 2 })
    const ends: (() => void)[] = []
    const work = () => inTurn(() => new Promise<void>((resolve) => ends.push(resolve)))
    const under = [work(), work(), work(), work()]
    await until(() => ends.length === 2)
    await expect(work()).rejects.toMatchObject({ code: 'shop_unavailable', status: 503 })
    ends.shift()?.()
    await until(() => ends.length === 2)
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(under)
  })

  test('a work that fails gives its turn on', async () => {
    const inTurn = openTurns({ atOnce: 1, waitingMost: 1 })
    const failing = inTurn(() => Promise.reject(new Error('no')))
    const next = inTurn(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
    expect(await inTurn(async () => 'and again')).toBe('and again')
  })
})

describe('the shop', () => {
  test('behind a database that answers nobody turns people away, and serves all when it answers again', async () => {
    const shop = await openTestShop({ shedding: { ...usualShedding, inWorkMost: 6 } })
    const { token } = await shop.as('karim')
    const lock = await shop.db.$client.connect()
    await lock.query('begin')
    await lock.query('lock table members in access exclusive mode')
    const ask = () => shop.app.inject({ url: '/api/bookings', headers: { authorization: `Bearer ${token}` } })
    const asked = Array.from({ length: 30 }, ask)
    const early = await Promise.any(asked)
    expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '5'])
    expect((await shop.app.inject('/health')).statusCode).toBe(200)
    await lock.query('rollback')
    lock.release()
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.filter((status) => status === 503)).toHaveLength(24)
    expect((await ask()).statusCode).toBe(200)
  })

  test('of a flood of sign-ups it takes as many as it can hash, and others get their answers meanwhile', async () => {
    const shop = await openTestShop({ shedding: { ...usualShedding, inWorkMost: 1_000 } })
    const signUp = (at: number) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/auth/sign-up/email',
        payload: {
          name: 'Flood',
          image: 'https://photos.motohaat.test/f.jpg',
          email: `flood-${at}@example.com`,
          password: 'a-long-enough-secret',
        },
      })
    const flood = Array.from({ length: 120 }, (_, at) => signUp(at))
    const meanwhile = await shop.app.inject('/api/category')
    expect(meanwhile.statusCode).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    for (const status of statuses) expect([200, 503]).toContain(status)
    const { rows } = await shop.db.$client.query<{ made: number }>(
      `select count(*)::int as made from members where email like 'flood-%'`,
    )
    expect(rows[0]?.made).toBe(statuses.filter((status) => status === 200).length)
  })
})
