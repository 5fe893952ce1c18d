import { connect } from 'node:net'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { apiErrors } from '#contract/errors/error-codes.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { inProcessAddress } from '#platform/http/client-address.ts'
import { createResponseCache } from '#platform/ssr/response-cache.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { shedLoad, defaultLoadShedding } from './load-shedding.ts'
import {
  type Thresholds,
  isOverloaded,
  createPressureGauge,
  type Pressure,
  defaultThresholds,
} from './pressure-gauge.ts'
import { createQueue } from './queue.ts'

const normal: Pressure = { delayMs: 0, utilization: 1, heapShare: 0.2, waitingForDatabase: 0 }

/** Polls until `isReady`; the timeout of the test ends an endless wait. */
const waitUntil = async (isReady: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** A server with slow routes that `finish` completes, and with a pressure that the test sets. */
const startServer = async (changes: Partial<typeof defaultLoadShedding> = {}) => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request' })
  createResponseCache(app, {
    paths: new Set(['/shared']),
    keys: new Set(),
    receiveChanges: async () => true,
    now: () => performance.now(),
  })
  const pressure = { now: normal }
  const gauge = { measure: () => pressure.now, close: () => {} }
  const logLines: string[] = []
  const { inFlight } = shedLoad(app, {
    shedding: { ...defaultLoadShedding, maxInFlight: 3, maxInFlightUnderPressure: 1, maxUploads: 1, ...changes },
    gauge,
    getPriority: ({ url }) =>
      url === '/health'
        ? 'health'
        : url.startsWith('/pay')
          ? 'money'
          : url.startsWith('/file')
            ? 'withoutDatabase'
            : 'usual',
    getMemberId: () => undefined,
    log: (line) => void logLines.push(line),
  })
  const work: (() => void)[] = []
  const slow = () => new Promise<object>((resolve) => work.push(() => resolve({ done: true })))
  for (const path of ['/slow', '/pay', '/file-slow']) app.get(path, slow)
  app.post('/slow', slow)
  for (const path of ['/quick', '/health', '/shared', '/file']) app.get(path, async () => ({ done: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const get = (url: string, remoteAddress = '127.0.0.1') => app.inject({ url, remoteAddress })
  const getStatus = async (url: string, from?: string) => (await get(url, from)).statusCode
  const begin = async (url: string, times: number) => {
    const before = work.length
    const answers = Array.from({ length: times }, () => get(url))
    const early: number[] = []
    for (const answer of answers) void answer.then(({ statusCode }) => early.push(statusCode))
    await waitUntil(() => early.length > 0 || work.length === before + times)
    expect(early, `answers to ${url} before any is finished`).toEqual([])
    return { answers: () => Promise.all(answers) }
  }
  const finish = () => work.splice(0).forEach((end) => end())
  onTestFinished(finish)
  return { app, port, pressure, logLines, get, getStatus, begin, finish, inFlight, work }
}

describe('a server at its limit of requests in flight', () => {
  test('rejects the next one at once with Retry-After, and accepts others when it has capacity', async () => {
    const { get, begin, finish, getStatus, inFlight } = await startServer()
    const { answers } = await begin('/slow', 3)
    const refused = await get('/quick')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.json()).toMatchObject({ code: 'shop_unavailable', message: apiErrors.shop_unavailable.message })
    finish()
    expect((await answers()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(inFlight()).toBe(0)
    expect(await getStatus('/quick')).toBe(200)
  })

  test('accepts payment requests up to twice the limit, and health checks always', async () => {
    const { begin, getStatus } = await startServer()
    await begin('/slow', 3)
    await begin('/pay', 3)
    expect([await getStatus('/pay'), await getStatus('/quick'), await getStatus('/health')]).toEqual([503, 503, 200])
  })

  test('still sends cached responses', async () => {
    const { begin, getStatus, port } = await startServer()
    expect(await getStatus('/shared')).toBe(200)
    await begin('/slow', 3)
    const answer = await fetch(`http://127.0.0.1:${port}/shared`)
    expect([answer.status, await answer.json()]).toEqual([200, { done: true }])
    expect((await fetch(`http://127.0.0.1:${port}/quick`)).status).toBe(503)
  })

  test('accepts the API calls of its own page rendering', async () => {
    const { begin, getStatus } = await startServer()
    await begin('/slow', 3)
    expect([await getStatus('/quick', inProcessAddress), await getStatus('/quick')]).toEqual([200, 503])
  })

  test('does not count requests whose body has not arrived: slow clients could block all others', async () => {
    const { port, getStatus, inFlight, app } = await startServer()
    const slowClients = Array.from({ length: 9 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{')
      return socket
    })
    const connected = () => new Promise<number>((resolve) => app.server.getConnections((_, number) => resolve(number)))
    await waitUntil(async () => (await connected()) === 9)
    expect(await getStatus('/quick')).toBe(200)
    expect(inFlight()).toBe(0)
    for (const socket of slowClients) socket.destroy()
  })

  test('counts a request whose client has disconnected until its work is done', async () => {
    const { port, inFlight, work, finish, getStatus } = await startServer()
    const callers = Array.from({ length: 3 }, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
      return socket
    })
    await waitUntil(() => work.length === 3)
    for (const socket of callers) socket.destroy()
    expect([inFlight(), await getStatus('/quick')]).toEqual([3, 503])
    finish()
    await waitUntil(() => inFlight() === 0)
    expect(await getStatus('/quick')).toBe(200)
  })
})

test('an overloaded process accepts few requests, logs it once, and accepts all when its load is normal again', async () => {
  const { pressure, begin, getStatus, logLines, finish } = await startServer()
  pressure.now = { ...normal, waitingForDatabase: 500 }
  await waitUntil(() => logLines.length === 1)
  expect(logLines[0]).toContain('"waitingForDatabase":500')
  expect(await getStatus('/quick')).toBe(200)
  await begin('/slow', 1)
  expect([await getStatus('/quick'), await getStatus('/health')]).toEqual([503, 200])
  pressure.now = normal
  await waitUntil(() => logLines.length === 2)
  expect(await getStatus('/quick')).toBe(200)
  finish()
})

test('requests that ask the database nothing are counted apart, and are refused when the process itself is overloaded', async () => {
  const { pressure, begin, getStatus, logLines, inFlight, finish } = await startServer()
  await begin('/slow', 3)
  pressure.now = { ...normal, waitingForDatabase: 500 }
  await waitUntil(() => logLines.length === 1)
  expect([await getStatus('/quick'), await getStatus('/file')]).toEqual([503, 200])
  await begin('/file-slow', 3)
  expect([await getStatus('/file'), inFlight()]).toEqual([503, 6])
  finish()
  await waitUntil(() => inFlight() === 0)
  await begin('/file-slow', 1)
  expect(await getStatus('/file')).toBe(200)
  pressure.now = { ...normal, delayMs: 5_000 }
  await expect.poll(() => getStatus('/file'), { timeout: 20_000 }).toBe(503)
  finish()
})

describe('overload', () => {
  const thresholds: Thresholds = { ...defaultThresholds }
  test.each<[string, Partial<Pressure>, boolean, boolean]>([
    ['normal', {}, false, false],
    ['the event loop is blocked', { delayMs: 300 }, true, true],
    ['the event loop is still delayed', { delayMs: 100 }, false, true],
    [
      'the event loop is delayed but idle: other processes use the CPU',
      { delayMs: 300, utilization: 0.3 },
      false,
      false,
    ],
    ['the heap is full', { heapShare: 0.95 }, true, true],
    ['the heap is still nearly full', { heapShare: 0.85 }, false, true],
    ['many queries wait for a connection', { waitingForDatabase: 60 }, true, true],
    ['queries still wait for a connection', { waitingForDatabase: 30 }, false, true],
    ['recovered', { delayMs: 10, heapShare: 0.5, waitingForDatabase: 2 }, false, false],
  ])('%s', (_, changes, whenNormal, whenOverloaded) => {
    const pressure = { ...normal, ...changes }
    expect([isOverloaded(pressure, thresholds, false), isOverloaded(pressure, thresholds, true)]).toEqual([
      whenNormal,
      whenOverloaded,
    ])
  })

  test('is measured: a blocked event loop and a queue for the database show in the next measurement', async () => {
    const gauge = createPressureGauge({ waitingCount: 7 })
    onTestFinished(gauge.close)
    // The histogram starts with its first tick.
    await new Promise((resolve) => setTimeout(resolve, 100))
    gauge.measure()
    const blockedUntil = performance.now() + 600
    while (performance.now() < blockedUntil);
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { delayMs, utilization, heapShare, waitingForDatabase } = gauge.measure()
    expect(delayMs).toBeGreaterThan(50)
    expect(utilization).toBeGreaterThan(0.5)
    expect(heapShare).toBeGreaterThan(0)
    expect(heapShare).toBeLessThan(1)
    expect(waitingForDatabase).toBe(7)
  })
})

describe('a queue', () => {
  test('runs tasks up to its concurrency; more tasks wait, up to a limit, and further ones are rejected', async () => {
    const queue = createQueue({ concurrency: 2, maxQueued: 2 })
    const ends: (() => void)[] = []
    const work = () => queue(() => new Promise<void>((resolve) => ends.push(resolve)))
    const under = [work(), work(), work(), work()]
    await waitUntil(() => ends.length === 2)
    await expect(work()).rejects.toMatchObject({ code: 'shop_unavailable', status: 503 })
    ends.shift()?.()
    await waitUntil(() => ends.length === 2)
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(under)
  })

  test('starts the next task after one that failed', async () => {
    const queue = createQueue({ concurrency: 1, maxQueued: 1 })
    const failing = queue(() => Promise.reject(new Error('no')))
    const next = queue(async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
    expect(await queue(async () => 'and again')).toBe('and again')
  })
})

describe('the app', () => {
  test('with a blocked database rejects requests, and serves all when it responds again', async () => {
    const testApp = await createTestApp({ shedding: { ...defaultLoadShedding, maxInFlight: 6 } })
    const { token } = await testApp.signInAs('karim')
    const lock = await testApp.db.$client.connect()
    await lock.query('begin')
    await lock.query('lock table members, limits in access exclusive mode')
    const ask = () => testApp.fastify.inject({ url: '/api/bookings', headers: { authorization: `Bearer ${token}` } })
    const pending = Array.from({ length: 30 }, ask)
    try {
      const firstAnswer = await Promise.any(pending)
      expect([firstAnswer.statusCode, firstAnswer.headers['retry-after']]).toEqual([503, '5'])
      expect((await testApp.fastify.inject('/health')).statusCode).toBe(200)
      const withoutDatabase = ['/api/docs', '/api/docs/swagger-ui.css', '/api/openapi.json']
      for (const url of withoutDatabase) expect((await testApp.fastify.inject(url)).statusCode, url).toBe(200)
    } finally {
      await lock.query('rollback')
      lock.release()
    }
    const statuses = (await Promise.all(pending)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.filter((status) => status === 503)).toHaveLength(24)
    expect((await ask()).statusCode).toBe(200)
  })

  test('in a flood of sign-ups accepts as many as it can hash, and answers other requests meanwhile', async () => {
    const testApp = await createTestApp({ shedding: { ...defaultLoadShedding, maxInFlight: 1_000 } })
    const signUp = (at: number) =>
      testApp.fastify.inject({
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
    const meanwhile = await testApp.fastify.inject('/api/category')
    expect(meanwhile.statusCode).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    for (const status of statuses) expect([200, 503]).toContain(status)
    const { rows } = await testApp.db.$client.query<{ made: number }>(
      `select count(*)::int as made from members where email like 'flood-%'`,
    )
    expect(rows[0]?.made).toBe(statuses.filter((status) => status === 200).length)
  })
})
