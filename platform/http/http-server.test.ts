import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { connectAsOwner } from '#tests/support/owner-connection.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { parseCallName } from '#tests/support/test-roles.ts'
import { createHttpServer } from './http-server.ts'

/** Sends bytes that are no HTTP request and returns the whole response. */
const sendRaw = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

const startServer = async () => {
  const ids = { made: 0 }
  const createRequestId = () => `request-${(ids.made += 1)}`
  const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId, timeouts: { bodyMs: 300 } })
  app.get('/fault', async () => {
    throw new Error('select secret from members')
  })
  app.post('/echo', async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const address = app.server.address()
  return { app, port: typeof address === 'object' && address ? address.port : 0 }
}

describe('bytes that are no HTTP request', () => {
  test.each([
    ['GARBAGE\r\n\r\n', '400 Bad Request', 'bad_request'],
    [
      'GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      '400 Bad Request',
      'bad_request',
    ],
    [
      `GET / HTTP/1.1\r\nhost: x\r\nlong: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'too_big',
    ],
  ])('%j gets an error in the usual format, and the server continues', async (bytes, status, code) => {
    const { app, port } = await startServer()
    const [head = '', body = ''] = (await sendRaw(port, bytes)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status}`)
    expect(JSON.parse(body)).toMatchObject({
      code,
      message: expect.any(String),
      requestId: expect.stringMatching(/^request-/),
    })
    expect((await app.inject('/fault')).statusCode).toBe(500)
  })
})

// Node's own limit is five minutes.
test('a slow body is refused in time, and the connection is closed', async () => {
  const { port } = await startServer()
  const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
  const answer = await sendRaw(port, head)
  expect(answer).toContain('HTTP/1.1 408')
  expect(answer).toContain('"code":"request_timeout"')
})

test('an unexpected error responds with something_wrong and no details', async () => {
  const { app } = await startServer()
  const answer = await app.inject('/fault')
  expect(answer.json()).toMatchObject({ code: 'something_wrong', requestId: answer.headers['x-request-id'] })
  expect(answer.payload).not.toContain('secret')
})

describe('when the database is unavailable', () => {
  /** Disconnects the server from its database: open connections break, new ones are refused. */
  const disconnectDatabase = async (testApp: TestApp) => {
    const { options } = testApp.db.$client
    const socketDir = options.host
    const owner = await connectAsOwner(testApp)
    options.host = `${socketDir}-gone`
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await owner.query(`select pg_terminate_backend(pid) ${others}`)
    // Backends end one after another.
    await expect.poll(async () => (await owner.query(`select ${others}`)).rowCount).toBe(0)
    await owner.end()
    return () => {
      options.host = socketDir
    }
  }

  test('every endpoint that needs it responds 503 with Retry-After, and works again when the database is back', async () => {
    const testApp = await createTestApp()
    const { token, cookie } = await testApp.signInAs('karim')
    const reconnect = await disconnectDatabase(testApp)
    for (const name of Object.keys(contract)) {
      const { method, path } = parseCallName(name)
      const url = `/api${path.replace(':email', 'karim@motohaat.test').replace(':name', 'TVS').replace(':id', '019a0000-0000-7000-8000-000000000000')}`
      const answer = await testApp.fastify.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, cookie },
      })
      const needsNoDatabase = /^POST \/payments\/(?:webhook|ipn|back)/.test(name) || name.includes('callback')
      if (needsNoDatabase) continue
      expect([name, answer.statusCode, answer.headers['retry-after']]).toEqual([name, 503, '5'])
    }
    reconnect()
    expect((await testApp.fastify.inject('/api/allbikes')).statusCode).toBe(200)
  })
})
