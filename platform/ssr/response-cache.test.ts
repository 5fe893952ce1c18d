import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { injectTransport, cachedTransport } from './inject-transport.ts'
import type { CacheKey } from './cache-keys.ts'
import { createResponseCache } from './response-cache.ts'
import { createHttpServer } from '#platform/http/http-server.ts'

/** A server with one cached list that counts how often it is read, and a clock that the test moves. */
const createCountingServer = () => {
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request' })
  onTestFinished(() => app.close())
  const state = { reads: 0, now: 0, wait: Promise.resolve(), isReceived: false, keys: null as CacheKey[] | null }
  const cache = createResponseCache(app, {
    paths: new Set(['/list']),
    keys: new Set(['bikes', 'counts']),
    nonInvalidatingPaths: new Set(['/beside/:id']),
    receiveChanges: async () => state.isReceived,
    now: () => state.now,
  })
  app.get('/list', async (_request, reply) => {
    state.reads += 1
    const read = state.reads
    reply.cacheKeys = state.keys
    await state.wait
    return reply.header('link', '</list?cursor=x>; rel="next"').send({ read, long: 'bike '.repeat(50) })
  })
  app.post<{ Querystring: { status?: string } }>('/write', (request, reply) =>
    reply.status(Number(request.query.status ?? 200)).send({}),
  )
  app.put('/beside/:id', (_request, reply) => reply.send({}))
  const read = async (headers: Record<string, string> = {}, url = '/list') =>
    (await app.inject({ url, headers })).json<{ read: number }>().read
  return { app, state, read, cache, remove: cache.remove, clear: () => cache.remove(null) }
}

test('the second request gets the cached response in its encoding, with the same link and ETag', async () => {
  const { app, state } = createCountingServer()
  const first = await app.inject('/list')
  const plain = await app.inject('/list')
  const br = await app.inject({ url: '/list', headers: { 'accept-encoding': 'gzip, br' } })
  const gzip = await app.inject({ url: '/list', headers: { 'accept-encoding': 'gzip' } })

  expect(state.reads).toBe(1)
  expect(plain.payload).toBe(first.payload)
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(first.payload)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(first.payload)
  for (const answer of [first, plain, br, gzip]) {
    expect(answer.headers).toMatchObject({
      etag: first.headers.etag,
      vary: 'accept-encoding',
      link: first.headers.link,
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  }
})

test.each([
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0 , gzip;q=0.000', undefined],
  ['BR', 'br'],
  ['x-br', undefined],
  ['gzip;q=0.5', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  ['br;q=nonsense', undefined],
])('Accept-Encoding %j gets %s', async (accept, encoding) => {
  const { app, read } = createCountingServer()
  await read()
  const answer = await app.inject({ url: '/list', headers: { 'accept-encoding': accept } })
  expect(answer.headers['content-encoding']).toBe(encoding)
})

test('If-None-Match gets 304, also with a strong tag or several tags', async () => {
  const { app } = createCountingServer()
  const etag = String((await app.inject('/list')).headers.etag)
  for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`]) {
    const answer = await app.inject({ url: '/list', headers: { 'if-none-match': known } })
    expect([known, answer.statusCode, answer.payload]).toEqual([known, 304, ''])
  }
  const other = await app.inject({ url: '/list', headers: { 'if-none-match': '"other"' } })
  expect(other.statusCode).toBe(200)
})

describe('a cached response is kept', () => {
  test('for five seconds from before it was read', async () => {
    const { state, read } = createCountingServer()
    expect(await read()).toBe(1)
    state.now = 4_999
    expect(await read()).toBe(1)
    state.now = 5_000
    expect(await read()).toBe(2)
  })

  test('until a notification clears the cache', async () => {
    const { read, clear } = createCountingServer()
    await read()
    clear()
    expect(await read()).toBe(2)
  })

  test('until a write or a failed write, but not until a refused one', async () => {
    const { app, read } = createCountingServer()
    await read()
    await app.inject({ method: 'POST', url: '/write?status=409' })
    expect(await read()).toBe(1)
    await app.inject({ method: 'POST', url: '/write' })
    expect(await read()).toBe(2)
    await app.inject({ method: 'POST', url: '/write?status=500' })
    expect(await read()).toBe(3)
  })

  test.each([
    ['bikes 3', true],
    ['bikes 5', true],
    ['bikes 2', false],
    ['bikes 6', false],
    ['bikes', true],
    ['counts', true],
    ['counts 1', false],
    ['prices 4', true],
    ['bikes 2 4', true],
    ['', true],
    [null, true],
  ])('until a change of what it depends on, or an unknown one: %j removes it: %s', async (notification, isRemoved) => {
    const { state, read, remove } = createCountingServer()
    state.keys = [
      { key: 'counts', from: '', to: '' },
      { key: 'bikes', from: '3', to: '5' },
    ]
    await read()
    remove(notification)
    expect(await read()).toBe(isRemoved ? 2 : 1)
  })

  test('across a write whose notifications were received and concern something else', async () => {
    const { app, state, read } = createCountingServer()
    state.keys = [{ key: 'bikes', from: '3', to: '5' }]
    state.isReceived = true
    await read()
    await app.inject({ method: 'POST', url: '/write' })
    expect(await read()).toBe(1)
  })

  test('across HEAD requests and writes that change no list', async () => {
    const { app, read } = createCountingServer()
    await read()
    for (const url of ['/list', '/list?word=1']) await app.inject({ method: 'HEAD', url })
    await app.inject({ method: 'PUT', url: '/beside/019a0000?x=1' })
    expect(await read()).toBe(1)
  })

  test('but not when it was started before a change and finished after it', async () => {
    const { state, read, clear } = createCountingServer()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.wait = promise
    const stale = read()
    await new Promise(setImmediate)
    clear()
    resolve()
    expect(await stale).toBe(1)
    expect(await read()).toBe(2)
  })

  test.each([
    ['bikes 4', 0, 2],
    ['bikes 6', 0, 1],
    // More than is remembered of what changed meanwhile.
    ['bikes 6', 1_000, 2],
  ])('or not, when %s changed while it was read, and %i others after it', async (notification, others, expected) => {
    const { state, read, remove } = createCountingServer()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.wait = promise
    state.keys = [{ key: 'bikes', from: '3', to: '5' }]
    const first = read()
    await new Promise(setImmediate)
    remove(notification)
    for (let other = 0; other < others; other += 1) remove('bikes 7')
    resolve()
    expect(await first).toBe(1)
    expect(await read()).toBe(expected)
  })

  test('with a query string from the second request on, so that a crawler evicts nothing', async () => {
    const { read, clear } = createCountingServer()
    expect(await read()).toBe(1)
    for (let word = 0; word < 300; word += 1) await read({}, `/list?cursor=${word}`)
    expect(await read()).toBe(1)
    expect([await read({}, '/list?cursor=299'), await read({}, '/list?cursor=299')]).toEqual([302, 302])
    clear()
    expect([await read({}, '/list?cursor=299'), await read({}, '/list?cursor=299')]).toEqual([303, 303])
  })

  test('until two hundred other URLs evict it', async () => {
    const { read } = createCountingServer()
    await read()
    for (let word = 0; word < 200; word += 1) {
      await read({}, `/list?word=${word}`)
      await read({}, `/list?word=${word}`)
    }
    expect(await read()).toBe(402)
  })
})

test('a request with a token bypasses the cache', async () => {
  const { read } = createCountingServer()
  const headers = { authorization: 'Bearer mine' }
  expect(await read(headers)).toBe(1)
  expect(await read()).toBe(2)
  expect(await read(headers)).toBe(3)
  expect(await read()).toBe(2)
})

test('in-process requests use the cache, except those with a token', async () => {
  const { app, state, cache, clear } = createCountingServer()
  const requestedPaths: string[] = []
  const transport = cachedTransport(cache, (path, init) => {
    requestedPaths.push(path)
    return injectTransport(app)(path, init)
  })
  const ask = (headers: Record<string, string> = {}) => transport('/list', { method: 'GET', headers })
  const first = await ask()
  const second = await ask()

  expect(requestedPaths).toHaveLength(1)
  expect(await second.text()).toBe(await first.text())
  expect([second.header('link'), second.header('x-total-count')]).toEqual([first.header('link'), null])
  await ask({ authorization: 'Bearer mine' })
  expect(state.reads).toBe(2)
  clear()
  await ask()
  expect(state.reads).toBe(3)
})

test('a bike withdrawn by another process leaves the list at once', async () => {
  const testApp = await createTestApp()
  const [bike] = await testApp.visitor('GET /allbikes')
  await testApp.db.$client.query('update bikes set withdrawn_at = now(), advertised_at = null where id = $1', [
    bike?._id,
  ])
  await expect
    .poll(async () => (await testApp.visitor('GET /allbikes')).map((one) => one._id), { interval: 20 })
    .not.toContain(bike?._id)
})
