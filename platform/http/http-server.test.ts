import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/api.ts'
import { openOwner } from '#tests/support/owner-connection.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'
import { wayOf } from '#tests/support/test-roles.ts'
import { openServer } from './http-server.ts'

/** Sends bytes that are no request and gives all that comes back. */
const speak = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes)
  return text(socket)
}

const openListening = async () => {
  const ids = { made: 0 }
  const newRequestId = () => `request-${(ids.made += 1)}`
  const app = openServer({ log: pino({ level: 'silent' }), newRequestId, patience: { bodyMs: 300 } })
  app.get('/fault', async () => {
    throw new Error('select secret from members')
  })
  app.post('/echo', async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const address = app.server.address()
  return { app, port: typeof address === 'object' && address ? address.port : 0 }
}

describe('bytes that are no request', () => {
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
  ])('%j is answered in the shape of every refusal, and the server goes on', async (bytes, status, code) => {
    const { app, port } = await openListening()
    const [head = '', body = ''] = (await speak(port, bytes)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status}`)
    expect(JSON.parse(body)).toMatchObject({
      code,
      message: expect.any(String),
      requestId: expect.stringMatching(/^request-/),
    })
    expect((await app.inject('/fault')).statusCode).toBe(500)
  })
})

test('a body that dawdles is refused in time, and the connection closed', async () => {
  const { port } = await openListening()
  const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{'
  const beganAt = performance.now()
  const answer = await speak(port, head)
  expect(answer).toContain('HTTP/1.1 408')
  expect(answer).toContain('"code":"request_timeout"')
  expect(performance.now() - beganAt).toBeLessThan(3_000)
})

test('a fault of ours says that something went wrong and nothing of what', async () => {
  const { app } = await openListening()
  const answer = await app.inject('/fault')
  expect(answer.json()).toMatchObject({ code: 'something_wrong', requestId: answer.headers['x-request-id'] })
  expect(answer.payload).not.toContain('secret')
})

describe('when the database is away', () => {
  /** Cuts the shop from its database as a dead server does: open connections break, new ones find nobody. */
  const cut = async (shop: TestShop) => {
    const { options } = shop.db.$client
    const socketDir = options.host
    const owner = await openOwner(shop)
    options.host = `${socketDir}-gone`
    const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await owner.query(`select pg_terminate_backend(pid) ${others}`)
    // They are told to end, and do so one after another.
    await expect.poll(async () => (await owner.query(`select ${others}`)).rowCount).toBe(0)
    await owner.end()
    return () => {
      options.host = socketDir
    }
  }

  test('every call that needs it is 503 with a time to come back, and all is well when it is there again', async () => {
    const shop = await openTestShop()
    const { token, cookie } = await shop.as('karim')
    const mend = await cut(shop)
    for (const name of Object.keys(contract)) {
      const { method, path } = wayOf(name)
      const url = `/api${path.replace(':email', 'karim@motohaat.test').replace(':name', 'TVS').replace(':id', '019a0000-0000-7000-8000-000000000000')}`
      const answer = await shop.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, cookie },
      })
      const isBeforeAll = name.startsWith('POST /payments/webhook') || name.includes('callback')
      if (isBeforeAll) continue
      expect([name, answer.statusCode, answer.headers['retry-after']]).toEqual([name, 503, '5'])
    }
    mend()
    expect((await shop.app.inject('/api/allbikes')).statusCode).toBe(200)
  })
})
