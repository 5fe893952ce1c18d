// Slow clients, many connections and large requests, over real sockets.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer, type ServerTimeouts } from './http-server.ts'
import { defaultLoadShedding, shedLoad } from '#platform/load-shedding/load-shedding.ts'
import { limitConnections } from '#platform/load-shedding/connection-limits.ts'

// Each test shortens one timeout and leaves the others long.
const longTimeouts: ServerTimeouts = {
  headersMs: 60_000,
  bodyMs: 60_000,
  requestMs: 60_000,
  idleMs: 60_000,
  stalledMs: 60_000,
  checkIntervalMs: 50,
}

// More than the socket buffers of both ends.
const bigBytes = 64 * 1024 * 1024

const startServer = async (
  timeouts: Partial<ServerTimeouts> = {},
  maxPerAddress = 100,
  places: { max?: number; reserved?: number; streams?: number } = {},
) => {
  const app = createHttpServer({
    log: pino({ level: 'silent' }),
    createRequestId: () => 'request',
    timeouts: { ...longTimeouts, ...timeouts },
  })
  const { isReserved, release } = limitConnections(app.server, { maxPerAddress, isProxy: () => false, ...places })
  shedLoad(app, {
    shedding: defaultLoadShedding,
    gauge: {
      measure: () => ({ delayMs: 0, utilization: 0, heapShare: 0, waitingForDatabase: 0 }),
      close: () => {},
    },
    getPriority: ({ url }) => (url === '/health' ? 'health' : 'usual'),
    getMemberId: () => undefined,
    isReserved: ({ raw }) => isReserved(raw.socket),
    log: () => {},
  })
  const work = Promise.withResolvers<void>()
  let working = 0
  app.get('/work', async () => {
    working += 1
    await work.promise
    return { done: true }
  })
  app.get('/health', async () => ({ status: 'alive' }))
  const began: number[] = []
  app.get('/here', async () => ({ here: true }))
  app.get('/big', async (_, reply) => {
    began.push(1)
    return reply.send(Buffer.alloc(bigBytes))
  })
  app.get('/stream', async ({ raw }, reply) => {
    release(raw.socket)
    const stream = new PassThrough()
    stream.write('begun')
    return reply.headers({ connection: 'close' }).send(stream)
  })
  app.post('/echo', async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await app.close()
  })
  const dial = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    await once(socket, 'connect')
    return socket
  }
  /** Sends a request on a connection; returns its status, or `closed`. */
  const sendRequest = async (socket: Socket, path = '/here'): Promise<string> => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
    const answered = once(socket, 'data').then(([head]) => String(head).slice(9, 12))
    return Promise.race([answered, closing(socket)])
  }
  return { app, port, dial, began, sendRequest, finishWork: () => work.resolve(), countWorking: () => working }
}

const closing = (socket: Socket): Promise<'closed'> =>
  socket.destroyed ? Promise.resolve('closed') : new Promise((resolve) => socket.once('close', () => resolve('closed')))

/** Sends byte by byte until the server closes the connection. */
const drip = async (socket: Socket, byte: string): Promise<void> => {
  const closed = once(socket, 'close')
  const timer = setInterval(() => socket.writable && socket.write(byte), 20)
  await closed.finally(() => clearInterval(timer))
}

const post = (length: number, headers = '') =>
  `POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}content-length: ${length}\r\n\r\n`

test('headers sent byte by byte time out', async () => {
  const { dial, app } = await startServer({ headersMs: 200 })
  const socket = await dial()
  const answer = text(socket)
  socket.write('GET /here HTTP/1.1\r\nhost: x\r\nslow: ')
  await drip(socket, 'a')
  expect(await answer).toContain('HTTP/1.1 408')
  expect(await answer).toContain('"code":"request_timeout"')
  expect((await app.inject('/here')).statusCode).toBe(200)
})

test('a body sent byte by byte is refused before it is complete', async () => {
  const { dial } = await startServer({ bodyMs: 200 })
  const socket = await dial()
  const answer = text(socket)
  socket.write(`${post(60_000)}{`)
  await drip(socket, ' ')
  expect(await answer).toContain('HTTP/1.1 408')
})

test('an upload times out too', async () => {
  const { dial } = await startServer({ requestMs: 200, headersMs: 200 })
  const socket = await dial()
  const answer = text(socket)
  const form = 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 60000\r\n\r\n--x'
  socket.write(`POST /echo HTTP/1.1\r\nhost: x\r\n${form}`)
  await drip(socket, '-')
  expect(await answer).toMatch(/HTTP\/1\.1 (?:408|415)/)
})

test('an idle connection is closed', async () => {
  const { dial } = await startServer({ idleMs: 100 })
  const socket = await dial()
  socket.write('GET /here HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(await text(socket)).toContain('HTTP/1.1 200')
})

test('a client that does not read a large response is disconnected', async () => {
  const { dial, app, began } = await startServer({ stalledMs: 300 })
  const socket = await dial()
  socket.pause()
  socket.write('GET /big HTTP/1.1\r\nhost: x\r\n\r\n')
  const countConnections = async () =>
    new Promise<number>((resolve) => app.server.getConnections((_, number) => resolve(number)))
  while (began.length === 0 || (await countConnections()) > 0) await pause(20)
  expect(began).toHaveLength(1)
})

test.each([
  ['500 cookies', `cookie: ${Array.from({ length: 500 }, (_, at) => `c${at}=1`).join('; ')}\r\n`, 'too_many_cookies'],
  ['20 kB of headers', `long: ${'a'.repeat(20_000)}\r\n`, 'too_big'],
])('%s are refused as too large', async (_, headers, code) => {
  const { dial } = await startServer()
  const socket = await dial()
  socket.end(`GET /here HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`)
  const answer = await text(socket)
  expect(answer).toContain('HTTP/1.1 431')
  expect(answer).toContain(`"code":"${code}"`)
})

test('as many cookies as a browser stores for a site are accepted', async () => {
  const { app } = await startServer()
  const cookie = Array.from({ length: 60 }, (_, at) => `c${at}=1`).join('; ')
  expect((await app.inject({ url: '/here', headers: { cookie } })).statusCode).toBe(200)
})

test('a body above the limit is refused before it is received', async () => {
  const { dial } = await startServer()
  const socket = await dial()
  socket.write(`${post(10_000_000)}{`)
  const [head] = await once(socket, 'data')
  expect(String(head)).toContain('HTTP/1.1 413')
  expect(String(head)).toContain('"code":"too_big"')
})

test('a body without a content-length is counted while it is received', async () => {
  const { dial } = await startServer()
  const socket = await dial()
  socket.write('POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
  const chunk = `${(40_000).toString(16)}\r\n${'a'.repeat(40_000)}\r\n`
  const response = once(socket, 'data')
  for (const _ of [1, 2]) socket.write(chunk)
  expect(String((await response)[0])).toContain('HTTP/1.1 413')
})

test.each(['gzip', 'br', 'deflate', 'gzip, identity'])(
  'a body compressed as %s is not decompressed',
  async (encoding) => {
    const { app } = await startServer()
    const payload = gzipSync(Buffer.alloc(10_000_000, ' '))
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding }
    const answer = await app.inject({ method: 'POST', url: '/echo', headers, payload })
    expect([answer.statusCode, answer.json().code]).toEqual([415, 'wrong_media_type'])
  },
)

test('one address may open a limited number of connections, and one more when one is closed', async () => {
  const { dial, sendRequest } = await startServer({}, 3)
  const sockets = [await dial(), await dial(), await dial()]
  expect(await Promise.all(sockets.map((socket) => sendRequest(socket)))).toEqual(['200', '200', '200'])
  expect(await sendRequest(await dial())).toBe('closed')
  sockets[0]?.destroy()
  let again = 'closed'
  while (again === 'closed') again = await sendRequest(await dial())
  expect(again).toBe('200')
})

test('an idle connection gives way to a new one when all places are taken, the longest idle first', async () => {
  const { dial, sendRequest } = await startServer({}, 100, { max: 6, reserved: 2 })
  const silent = await dial()
  const sockets = [await dial(), await dial(), await dial()]
  for (const socket of sockets) expect(await sendRequest(socket)).toBe('200')
  // One that has sent nothing is idle too, and for longest.
  expect(await sendRequest(await dial())).toBe('200')
  expect(await closing(silent)).toBe('closed')
  // The first one was used again, so the second one is idle for longest.
  const [first, second] = sockets
  expect(first && (await sendRequest(first))).toBe('200')
  expect(await sendRequest(await dial())).toBe('200')
  expect(second && (await closing(second))).toBe('closed')
  expect(first && (await sendRequest(first))).toBe('200')
})

test('while every place is busy, a health check is answered and other requests read 503', async () => {
  const { dial, sendRequest, finishWork, countWorking } = await startServer({}, 100, { max: 6, reserved: 2 })
  const busy = await Promise.all([1, 2, 3, 4].map(() => dial()))
  const answers = busy.map((socket) => sendRequest(socket, '/work'))
  while (countWorking() < 4) await pause(10)
  expect(await sendRequest(await dial())).toBe('503')
  for (const _ of [1, 2, 3, 4, 5]) expect(await sendRequest(await dial(), '/health')).toBe('200')
  finishWork()
  expect(await Promise.all(answers)).toEqual(['200', '200', '200', '200'])
  expect(await sendRequest(await dial())).toBe('200')
})

test('an event stream takes no place of a short answer, and streams have a limit of their own', async () => {
  const places = { max: 4, reserved: 1, streams: 5 }
  const { dial, sendRequest } = await startServer({}, 100, places)
  const streams: Socket[] = []
  for (let count = 0; count < places.streams; count += 1) {
    const socket = await dial()
    expect(await sendRequest(socket, '/stream')).toBe('200')
    streams.push(socket)
  }
  // More short answers than places, one after the other: each idle connection gives way.
  for (let count = 0; count < 2 * places.max; count += 1) expect(await sendRequest(await dial())).toBe('200')
  expect(streams.map((socket) => socket.destroyed)).toEqual(streams.map(() => false))
})

test('places of streams are no places of short answers', async () => {
  const { dial, sendRequest, finishWork, countWorking } = await startServer({}, 100, {
    max: 2,
    reserved: 0,
    streams: 5,
  })
  const busy = await Promise.all([dial(), dial()])
  const answers = busy.map((socket) => sendRequest(socket, '/work'))
  while (countWorking() < 2) await pause(10)
  expect(await sendRequest(await dial(), '/health')).toBe('closed')
  finishWork()
  expect(await Promise.all(answers)).toEqual(['200', '200'])
})
