// The security headers of every kind of response.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { injectTransport } from '#platform/ssr/inject-transport.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { servePages } from '#platform/ssr/pages.ts'
import { createHttpServer } from './http-server.ts'

const renderer = `
export const inlineScript = 'theme()'
export const renderPage = async ({ request }) => {
  const path = new URL(request.url).pathname
  if (path === '/broken') throw new Error('broken')
  if (path === '/elsewhere') return { kind: 'redirect', status: 302, location: '/' }
  return { kind: 'page', status: path === '/lost' ? 404 : 200, html: path }
}`

let testApp: TestApp
let folder: string

beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true })
  folder = await mkdtemp(join(tmpdir(), 'motohaat-safety-'))
  for (const one of ['client/.vite', 'client/assets', 'server']) await mkdir(join(folder, one), { recursive: true })
  await writeFile(
    join(folder, 'client/.vite/manifest.json'),
    '{"entry.tsx":{"file":"entry.js","isEntry":true},"web/app/bootstrap.ts":{"file":"early.js","isEntry":true}}',
  )
  await writeFile(join(folder, 'client/assets/a.js'), '1')
  await writeFile(join(folder, 'server/entry-server.js'), renderer)
  const stripe = { publishableKey: 'pk', script: null, origins: ['https://cards.example'] }
  await servePages(testApp.fastify, {
    distDir: folder,
    picturesDir: folder,
    transport: injectTransport(testApp.fastify),
    stripe,
    publicUrl: 'http://shop.example',
    checkRateLimit: async () => {},
  })
  await testApp.fastify.listen({ host: '127.0.0.1', port: testApp.port })
})
afterAll(async () => {
  await testApp.close()
  await rm(folder, { recursive: true, force: true })
})

const baseHeaders = createSecurityHeaders('')
const { 'content-security-policy': strictPolicy = '', ...otherHeaders } = baseHeaders

type TestRequest = { path: string; status: number; method?: string; headers?: Record<string, string>; body?: string }

const json = { 'content-type': 'application/json' }
const requests: Record<string, TestRequest> = {
  'a list, the first time': { path: '/api/allbikes', status: 200 },
  'a list, from the response cache': { path: '/api/allbikes', status: 200 },
  'a list in a small form': { path: '/api/allbikes', status: 200, headers: { 'accept-encoding': 'gzip' } },
  'a private answer': { path: '/api/auth/get-session', status: 200 },
  'a wrong body': { path: '/api/auth/sign-in/email', status: 400, method: 'POST', headers: json, body: '{' },
  'nobody signed in': { path: '/api/bookings', status: 401 },
  'a foreign site': {
    path: '/api/auth/sign-out',
    status: 403,
    method: 'POST',
    headers: { ...json, origin: 'https://evil.test' },
    body: '{}',
  },
  'no such call': { path: '/api/nothing', status: 404 },
  'another method': { path: '/api/allbikes', status: 405, method: 'PATCH' },
  'another media type': { path: '/api/auth/sign-out', status: 415, method: 'POST', body: 'x' },
  'an address that cannot be read': { path: '/api/%E0%A4%A', status: 400 },
  'the contract for programs': { path: '/api/openapi.json', status: 200 },
  'a picture that is not there': { path: `/pictures/${'0'.repeat(32)}.webp`, status: 404 },
  'a file': { path: '/assets/a.js', status: 200 },
  'a file that is not there': { path: '/assets/b.js', status: 404 },
  'a way out of the folder': { path: '/assets/..%2f..%2fserver%2fentry-server.js', status: 404 },
  'the file for robots': { path: '/robots.txt', status: 200 },
  'a picture wanted where there is none': { path: '/nothing.png', status: 404, headers: { accept: 'image/png' } },
}

const sendRequest = async ({ path, method = 'GET', headers = {}, body }: TestRequest) => {
  const answer = await fetch(`http://127.0.0.1:${testApp.port}${path}`, { method, headers, body, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer
}

/** Sends raw bytes and returns everything until the server closes the connection. */
const sendRaw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(testApp.port, '127.0.0.1', () => socket.write(bytes))
    socket
      .on('data', (more) => (text += String(more)))
      .on('end', () => resolve(text))
      .on('error', reject)
  })

describe('every response has the security headers and a policy that allows nothing', () => {
  test.each(Object.entries(requests))('the response is %s', async (_kind, testRequest) => {
    const answer = await sendRequest(testRequest)
    expect(answer.status).toBe(testRequest.status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(baseHeaders)
  })

  test('304 responses for a list and a page', async () => {
    for (const [path, policy] of [
      ['/api/category', strictPolicy],
      ['/', "script-src 'self' 'sha256-"],
    ] as const) {
      const etag = (await sendRequest({ path, status: 200 })).headers.get('etag') ?? 'none'
      const again = await sendRequest({ path, status: 304, headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
      expect(Object.fromEntries(again.headers)).toMatchObject(otherHeaders)
      expect(again.headers.get('content-security-policy')).toContain(policy)
    }
  })

  test('bytes that are no request', async () => {
    const response = await sendRaw('GET / HTTP/1.1\r\nbad header\r\n\r\n')
    for (const [name, value] of Object.entries(baseHeaders)) expect(response).toContain(`\r\n${name}: ${value}\r\n`)
  })
})

describe('every page has the security headers, with the policy of pages', () => {
  test.each(['/', '/lost', '/broken', '/elsewhere', '/dashboard'])('the page is %s', async (path) => {
    const { headers } = await sendRequest({ path, status: 0 })
    expect(Object.fromEntries(headers)).toMatchObject(otherHeaders)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'/)
    expect(policy).not.toMatch(/unsafe|cards\.example/)
  })

  test('the payment pages allow the card provider, in every language', async () => {
    for (const path of ['/dashboard/payment/1', '/dashboard/payments/1', '/bn/dashboard/payment/1'])
      expect((await sendRequest({ path, status: 200 })).headers.get('content-security-policy')).toContain(
        'https://cards.example',
      )
  })
})

test('every body has a content type, and text has a charset', async () => {
  for (const [kind, testRequest] of Object.entries(requests)) {
    const type = (await sendRequest(testRequest)).headers.get('content-type') ?? 'none'
    expect(type, kind).toMatch(
      /^(?:application\/json|(?:text|application)\/javascript|text\/(?:html|plain)); charset=utf-8$/i,
    )
  }
})

describe('files of the project folder are not served', () => {
  const secretPaths = [
    '/.git/config',
    '/.env',
    '/data/secret',
    '/package.json',
    '/main.ts',
    '/node_modules/',
    '/assets/',
    '/pictures/',
  ]
  const traversalPaths = [
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
  ]
  test.each([...secretPaths, ...traversalPaths])('%s is not found', async (path) => {
    const response = await sendRaw(
      `GET ${path} HTTP/1.1\r\nhost: shop\r\naccept: application/json\r\nconnection: close\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 (?:400|404) /)
    expect(response).not.toMatch(/"dependencies"|\[core\]|root:/)
  })
})

describe('a request with an ambiguous end is refused (request smuggling)', () => {
  const body = '0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n'
  test.each([
    'content-length: 5\r\ntransfer-encoding: chunked',
    'content-length: 5\r\ncontent-length: 6',
    'transfer-encoding: xchunked',
    'transfer-encoding: chunked, identity',
    'content-length: +5',
    'content-length: 0x5',
    'transfer-encoding : chunked',
  ])('with %j', async (headers) => {
    const response = await sendRaw(
      `POST /api/auth/sign-out HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })
})

describe('private responses', () => {
  test('are not stored by caches, errors included', async () => {
    for (const path of ['/api/auth/get-session', '/api/bookings', '/api/auth/account', '/api/nothing', '/broken'])
      expect((await sendRequest({ path, status: 0 })).headers.get('cache-control'), path).toBe('no-store')
  })
})

describe('a server on https', () => {
  const getHstsHeader = async (publicUrl: string) => {
    const app = createHttpServer({ log: pino({ level: 'silent' }), createRequestId: () => 'request', publicUrl })
    return (await app.inject('/')).headers['strict-transport-security']
  }

  test('sends HSTS for its name and subdomains', async () => {
    expect(await getHstsHeader('https://motohaat.example')).toBe('max-age=63072000; includeSubDomains')
    expect(await getHstsHeader('http://motohaat.example')).toBeUndefined()
  })
})
