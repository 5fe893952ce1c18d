// The wire: bytes that two servers on the way would read differently, and addresses that mean another path.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp({ pages: true })
})
afterAll(() => testApp.close())

const toRawRequest = (line: string, headers: string[] = [], body = '') =>
  [
    `${line} HTTP/1.1`,
    ...(headers.some((one) => /^host:/i.test(one)) ? [] : ['host: localhost']),
    ...headers,
    'connection: close',
    '',
    body,
  ].join('\r\n')
const parseStatuses = (response: string) =>
  [...response.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
const getAdminHeader = () => `authorization: Bearer ${testApp.people.A.token}`

describe('one request that two servers would read as two', () => {
  const hidden = 'DELETE /api/users/019a0000-0000-7000-8000-000000000000 HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const chunked = `0\r\n\r\n${hidden}`
  const smuggled: [what: string, headers: string[], body: string][] = [
    ['a length and chunks', [`content-length: ${chunked.length}`, 'transfer-encoding: chunked'], chunked],
    ['chunks and a length', ['transfer-encoding: chunked', 'content-length: 4'], chunked],
    ['two lengths that differ', ['content-length: 2', `content-length: ${2 + hidden.length}`], `{}${hidden}`],
    ['two lengths in one line', ['content-length: 2, 200'], `{}${hidden}`],
    ['a length with a sign', ['content-length: +2'], `{}${hidden}`],
    ['a length below nothing', ['content-length: -1'], `{}${hidden}`],
    ['a length in hexadecimal', ['content-length: 0x2'], `{}${hidden}`],
    ['a length beyond all numbers', ['content-length: 99999999999999999999'], '{}'],
    ['chunks under another spelling', ['transfer-encoding: xchunked'], chunked],
    ['chunks named twice', ['transfer-encoding: chunked, identity'], chunked],
    ['chunks behind a tab', ['transfer-encoding:\tchunked', 'content-length: 5'], chunked],
    ['chunks with a space before the colon', ['transfer-encoding : chunked'], chunked],
    ['a folded header', ['x: a', ' transfer-encoding: chunked', 'content-length: 2'], `{}${hidden}`],
    ['a chunk of a size that is none', ['transfer-encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n`],
    ['a chunk of a size without end', ['transfer-encoding: chunked'], `FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that ends with a new line alone', ['transfer-encoding: chunked'], `2\n{}\n0\n\n`],
    ['a header without a name', [': x'], '{}'],
    ['a header with a NUL', ['x: a\0b'], '{}'],
  ]

  test.each(smuggled)('A147 %s is one refusal, and the second request is never made', async (_what, headers, body) => {
    const response = await testApp.expectUnchanged(() =>
      testApp.sendRaw(
        toRawRequest('POST /api/contact', ['content-type: application/json', getAdminHeader(), ...headers], body),
      ),
    )
    const statuses = parseStatuses(response)
    expect(statuses.length).toBeLessThanOrEqual(1)
    for (const status of statuses) expect([400, 408, 413, 501]).toContain(status)
  })
})

describe('another way to write an address', () => {
  const spellings = [
    '//api/sellers',
    '/api//sellers',
    '/api/./sellers',
    '/api/x/../sellers',
    '/API/sellers',
    '/api/Sellers',
    '/api/sellers/',
    '/api/sellers%20',
    '/api/sellers%00',
    '/api/sellers.json',
    '/api/sellers;x=1',
    '/api/%73ellers',
    '/%61pi/sellers',
    '/api%2fsellers',
    '/api\\sellers',
    '/x/..;/api/sellers',
    '/api/sellers/..',
    '/api/sellers/.',
    '/api/sellers%2f',
    '/./api/sellers',
    '/%2e/api/sellers',
    '/api/sellers%3f',
    '/api/sellers#x',
    '/api/sellers..',
    '/api/ſellers',
  ]

  test('A043 a guarded list is not given under any other spelling of its address', async () => {
    for (const path of spellings) {
      for (const headers of [
        [],
        [`cookie: ${testApp.people.B1.cookie}`],
        [`authorization: Bearer ${testApp.people.B1.token}`],
      ]) {
        const response = await testApp.sendRaw(
          Buffer.from(toRawRequest(`GET ${path}`, headers), 'latin1').toString('latin1'),
        )
        expect(response, path).not.toContain('@motohaat.test')
        expect(response.startsWith('HTTP/1.1 5'), path).toBe(false)
      }
    }
  })

  test('A043 an address with a host of its own, a star or nothing in it is only an address', async () => {
    for (const target of [
      'http://evil.example/api/sellers',
      'http://localhost/api/sellers',
      '*',
      'http://evil.example@localhost/',
      '/?',
      '?',
      '//',
      'localhost:80',
      'file:///etc/passwd',
      '/..',
      '/../../../etc/passwd',
      '/....//....//etc/passwd',
    ]) {
      const response = await testApp.sendRaw(toRawRequest(`GET ${target}`))
      expect(parseStatuses(response)[0] ?? 400, target).toBeLessThan(500)
      expect(response, target).not.toMatch(/@motohaat\.test|root:x/)
      expect(response.split('\r\n\r\n')[0], target).not.toMatch(/\r\nlocation:[^\r]*evil/i)
    }
  })
})

test('A031 the Host header, twice, empty or strange, changes nothing of an answer', async () => {
  const [usual = ''] = (await testApp.sendRaw(toRawRequest('GET /api/category'))).split('\r\n\r\n').slice(1)
  for (const hosts of [
    ['host: evil.example'],
    ['host: localhost:99999'],
    ['host: localhost, evil.example'],
    ['host: evil.example', 'host: localhost'],
    ['host:'],
    ['host: [::1]'],
    ['host: a b'],
    ['host: <script>'],
    ['host: ../../x'],
  ]) {
    const response = await testApp.sendRaw(toRawRequest('GET /api/category', hosts))
    const [status = 400] = parseStatuses(response)
    expect([hosts, [200, 400].includes(status)]).toEqual([hosts, true])
    if (status === 200) expect(response.split('\r\n\r\n')[1]).toBe(usual)
    expect(response).not.toContain('evil')
  }
})

describe('a header that a request may have once', () => {
  const twice: [what: string, headers: string[]][] = [
    ['Host', ['host: localhost', 'host: evil.example']],
    ['the same Host', ['host: localhost', 'Host: localhost']],
    ['Authorization', ['authorization: Bearer a', 'authorization: Bearer b']],
    ['Content-Type', ['content-type: application/json', 'content-type: text/plain']],
    ['Origin', ['origin: http://localhost', 'origin: https://evil.example']],
    ['Content-Length', ['content-length: 0', 'content-length: 0']],
    ['Transfer-Encoding', ['transfer-encoding: chunked', 'transfer-encoding: chunked']],
  ]

  test.each(twice)('A031 %s sent twice is 400, for a list, a page and a cached response', async (_what, headers) => {
    for (const path of ['/api/category', '/api/category', '/', '/', '/bikes', '/nothing-here']) {
      const response = await testApp.sendRaw(toRawRequest(`GET ${path}`, headers))
      expect([path, parseStatuses(response)]).toEqual([path, [400]])
    }
  })

  test.each(['a b', 'localhost, evil.example', '<script>', '../../x', 'user@localhost'])(
    'A031 a Host that is no host, %s, is 400',
    async (host) => {
      for (const path of ['/api/category', '/', '/bikes']) {
        const response = await testApp.sendRaw(toRawRequest(`GET ${path}`, [`host: ${host}`]))
        expect([path, parseStatuses(response)]).toEqual([path, [400]])
      }
    },
  )
})

test('A221 a sender who disconnects in the middle of a body writes no error to the log', async () => {
  await testApp.sendRaw(toRawRequest('GET /api/category'))
  const linesBefore = testApp.logLines.length
  for (const path of ['/api/contact', '/api/payments/webhook', '/api/auth/sign-in/email']) {
    const body = ['content-type: application/json', 'content-length: 100']
    const socket = connect(testApp.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${body.join('\r\n')}\r\n\r\n{"email"`)
    // The headers have arrived once a later request is answered.
    await testApp.sendRaw(toRawRequest('GET /api/category'))
    socket.resetAndDestroy()
    await testApp.sendRaw(toRawRequest('GET /nothing-here'))
  }
  expect(testApp.logLines.slice(linesBefore)).toEqual([])
})

test.each(['/%E0%A4%A', '/bikes/100%', '/bikes/%C3%28', '/%', '/bn/%E0%A4%A'])(
  'A043 %s, which cannot be decoded, is the 404 page like any unknown address',
  async (path) => {
    const unknown = await testApp.sendRaw(toRawRequest('GET /nothing-here', ['accept: text/html']))
    const response = await testApp.sendRaw(toRawRequest(`GET ${path}`, ['accept: text/html']))
    expect(parseStatuses(response)).toEqual([404])
    const findStylesheet = (html: string) => /<link[^>]*rel="stylesheet"[^>]*>/.exec(html)?.[0]
    expect(findStylesheet(unknown)).toBeDefined()
    expect(findStylesheet(response)).toBe(findStylesheet(unknown))
  },
)

test('A215 headers without end, and five hundred cookies, are 431', async () => {
  const long = await testApp.sendRaw(toRawRequest('GET /', [`x-long: ${'a'.repeat(20_000)}`]))
  const cookies = await testApp.sendRaw(
    toRawRequest('GET /', [
      `cookie: ${Array.from({ length: 500 }, (_, n) => `cookie-number-${n}=${'v'.repeat(30)}`).join('; ')}`,
    ]),
  )
  const lines = await testApp.sendRaw(
    toRawRequest(
      'GET /',
      Array.from({ length: 1_200 }, (_, n) => `x-header-${n}: ${'v'.repeat(10)}`),
    ),
  )
  for (const response of [long, cookies, lines]) expect(parseStatuses(response)).toEqual([431])
  const address = await testApp.sendRaw(toRawRequest(`GET /${'a'.repeat(20_000)}`))
  expect([414, 431, 400]).toContain(parseStatuses(address)[0])
  expect((await testApp.call('V', 'GET /category')).status).toBe(200)
})

test('A215 an old, a newer and a strange version of the protocol are answered or refused, never more', async () => {
  const old = await testApp.sendRaw('GET /api/category HTTP/1.0\r\n\r\n')
  expect(old).toMatch(/^HTTP\/1\.1 (?:200|400)/)
  for (const line of [
    'GET / HTTP/2.0',
    'GET / HTTP/9.9',
    'GET /',
    'PRI * HTTP/2.0',
    'GET / HTTPS/1.1',
    'GET\t/\tHTTP/1.1',
    ' GET / HTTP/1.1',
    'GET  / HTTP/1.1',
    '\x16\x03\x01\x02\x00\x01',
  ]) {
    const response = await testApp.sendRaw(`${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    expect(response, line).toMatch(/^(?:HTTP\/1\.1 4\d\d|HTTP\/1\.1 200|$)/)
  }
  const upgrade = await testApp.sendRaw(toRawRequest('GET /api/category', ['upgrade: h2c', 'http2-settings: AAMAAABk']))
  expect(parseStatuses(upgrade)[0]).not.toBe(101)
})

test('A219 a packed body is refused before it is unpacked', async () => {
  for (const encoding of [
    'gzip',
    'br',
    'deflate',
    'zstd',
    'gzip, gzip',
    'compress',
    'x-gzip',
    'GZIP',
    'identity, gzip',
  ]) {
    const answer = await testApp.expectUnchanged(() =>
      testApp.call('V', 'POST /contact', {
        headers: { 'content-encoding': encoding },
        raw: Buffer.from('1f8b0800000000000003', 'hex'),
      }),
    )
    expect([encoding, answer.status, answer.code]).toEqual([encoding, 415, 'wrong_media_type'])
  }
})

test('A221 a request that breaks off in the middle leaves the shop standing', async () => {
  for (let one = 0; one < 30; one += 1) {
    const socket = connect(testApp.port, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    socket.write(
      'POST /api/contact HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email"',
    )
    socket.destroy()
  }
  expect((await testApp.call('V', 'GET /category')).status).toBe(200)
})

test('A189 a new line in a value never becomes a header of the answer', async () => {
  const lines = [
    '%0d%0aset-cookie:%20planted=1',
    '%0aset-cookie:planted=1',
    '%E5%98%8A%E5%98%8Dset-cookie:planted=1',
    '%0d%0a%0d%0a<script>',
    '\u560a\u560dset-cookie:planted=1',
  ]
  for (const line of lines) {
    for (const path of [
      `/api/allbikes?cursor=${line}`,
      `/${line}`,
      `/login?from=/${line}`,
      `/api/auth/callback/social?error=${line}`,
      `/categoryDetails/${line}`,
      `/pictures/${line}.webp`,
    ]) {
      const response = await testApp.sendRaw(Buffer.from(toRawRequest(`GET ${path}`), 'utf8').toString('latin1'))
      expect(response.split('\r\n\r\n')[0], path).not.toMatch(/\r\nset-cookie:/i)
    }
  }
})
