// Other sites: what their pages make a browser send, what their scripts may read, and where a person is sent.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { demoPassword } from '#seed/fixtures.ts'
import { createSignUpBody } from '#tests/support/accounts.ts'
import { parseCallName } from '#tests/support/test-roles.ts'
import { getReturnPath } from '#web/session/return-path.ts'
import { absentId, type SecurityTestApp, crossSiteHeaders, createSecurityTestApp } from './security-test-app.ts'
import { testEachCall } from '#tests/support/run-length.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp({ pages: true })
})
afterAll(() => testApp.close())

const writingCalls = Object.entries<Call>(contract).filter(
  ([name, { access }]) => !name.startsWith('GET') && access !== 'provider',
)
const toUrl = (name: string) => `/api${parseCallName(name).path.replace(/:\w+/g, absentId)}`
const login = { email: 'karim@motohaat.test', password: demoPassword }

describe('a form of another site', () => {
  const forms: [type: string, body: string][] = [
    ['application/x-www-form-urlencoded', 'email=karim%40motohaat.test&verify=true&advertise=on'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nkarim@motohaat.test\r\n--x--\r\n',
    ],
    ['text/plain', '{"email":"karim@motohaat.test","x":"=","verify":true}'],
    ['text/plain;application/json', JSON.stringify(login)],
  ]

  testEachCall(
    'A175 %s is not made by the cookie of whoever visits it',
    writingCalls.map(([name]) => name),
    async (name) => {
      const { method } = parseCallName(name)
      await testApp.expectUnchanged(async () => {
        for (const actor of ['B1', 'A'] as const) {
          for (const [type, raw] of forms) {
            const headers = { ...crossSiteHeaders, 'content-type': type }
            const { status } = await testApp.request(actor, method, toUrl(name), { proof: 'cookie', headers, raw })
            expect([name, type, [401, 403, 415].includes(status)]).toEqual([name, type, true])
          }
        }
      })
    },
  )

  const bySession = writingCalls.filter(([, { access }]) => access === 'session').map(([name]) => name)

  testEachCall('A177 %s is refused to every origin but our own, however it is spelt', bySession, async (name) => {
    const { host } = new URL(testApp.publicUrl)
    const origins: Record<string, string>[] = [
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://${host}.evil.example` },
      { origin: `http://evil-${host}` },
      { origin: `https://${host}` },
      { origin: `http://${host}:80` },
      { origin: 'http://localhost' },
      { origin: `http://sub.${host}` },
      { origin: `${testApp.publicUrl}/` },
      { origin: testApp.publicUrl.toUpperCase() },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: testApp.publicUrl, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    await testApp.expectUnchanged(async () => {
      for (const headers of origins) {
        const answer = await testApp.call('B1', name, { proof: 'cookie', headers, body: {} })
        expect([name, headers, answer.status, answer.code]).toEqual([name, headers, 403, 'foreign_site'])
      }
    })
  })
})

const elsewhere: Record<string, string>[] = [
  crossSiteHeaders,
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test('A179 another site logs nobody in, up or out, and begins no login', async () => {
  const tries: [string, object][] = [
    ['POST /auth/sign-in/email', login],
    ['POST /auth/sign-up/email', createSignUpBody('mallory@example.com')],
    ['POST /auth/sign-out', {}],
    ['POST /auth/sign-in/social', {}],
    ['POST /auth/request-password-reset', { email: login.email }],
    ['POST /auth/sign-in/code', { code: '123456' }],
    ['POST /auth/reset-password', { token: 'x', newPassword: 'a long password' }],
  ]
  await testApp.expectUnchanged(async () => {
    for (const [name, body] of tries) {
      for (const headers of elsewhere) {
        const answer = await testApp.call('V', name, { headers, body })
        expect([name, headers, answer.status, answer.headers['set-cookie']]).toEqual([name, headers, 403, undefined])
      }
    }
  })
})

test('A181 no origin is told that it may read, with or without a person’s proof, not even when it asks first', async () => {
  const { host } = new URL(testApp.publicUrl)
  for (const origin of [
    'https://evil.example',
    `https://${host}.evil.example`,
    `https://evil${host}`,
    'null',
    testApp.publicUrl,
    'http://localhost:1',
    'file://',
    '*',
  ]) {
    for (const url of [
      '/api/allbikes',
      '/api/auth/get-session',
      '/api/bookings',
      '/',
      '/api/openapi.json',
      '/favicon.svg',
      '/nowhere',
    ]) {
      // `response-checks.ts` fails on every access-control header; these are the responses.
      const answer = await testApp.request('B1', 'GET', url, { headers: { origin } })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      const preflight = await testApp.request('B1', 'OPTIONS', url, {
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization',
        },
      })
      expect([origin, url, preflight.status >= 400]).toEqual([origin, url, true])
    }
  }
})

test('A183 the way back after a login is a page of this shop, whatever the address says', () => {
  const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'https:evil.example',
    'data:text/html,x',
    'evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\u0000/evil.example',
    '/login',
    '/login/',
    '/LOGIN',
    '/register',
    '/login?from=/login',
    '',
    '?x',
    '#x',
    '//',
    '/\\',
    'x'.repeat(4_096),
    '/bn//evil.example',
    'blob:x',
    'http://shop@evil.example',
    '////evil.example/..',
    '/\u3000//evil.example',
    '/./\\evil.example',
  ]
  for (const from of elsewhere) {
    const to = getReturnPath(from)
    const url = new URL(to, 'https://motohaat.example')
    expect([from, url.origin, to.startsWith('//')]).toEqual([from, 'https://motohaat.example', false])
    if (!from.startsWith('/bn') && !from.includes('\u3000')) expect([from, to]).toEqual([from, '/'])
  }
  for (const own of ['/dashboard', '/categoryDetails/Yamaha?x=1#y', '/%09/evil.example'])
    expect(getReturnPath(own)).toBe(own)
  return Promise.resolve()
})

test('A183 no page and no call answers with a way to another site', { tags: 'long' }, async () => {
  const targets = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '%2f%2fevil.example',
    'https:%2f%2fevil.example',
  ]
  for (const target of targets) {
    for (const name of ['from', 'next', 'url', 'redirect', 'redirect_uri', 'returnTo', 'callbackURL', 'error_uri']) {
      for (const path of ['/login', '/', '/register', '/api/auth/callback/social', '/home', '/dashboard']) {
        const { headers } = await testApp.request('V', 'GET', `${path}?${name}=${encodeURIComponent(target)}`)
        expect([path, name, String(headers['location'] ?? '')]).toEqual([
          path,
          name,
          expect.not.stringContaining('evil'),
        ])
      }
    }
  }
  for (const path of [
    '//evil.example',
    '///evil.example/%2e%2e',
    '/\\evil.example',
    '//evil.example/%2f..',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/.%2e//evil.example',
    '/evil.example//..',
    '//evil.example/..;/',
  ]) {
    const response = await testApp.sendRaw(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    expect([path, /\r\nlocation:/i.test(response.split('\r\n\r\n')[0] ?? '')]).toEqual([path, false])
  }
})

test('A185 every page keeps to a window and a frame of its own', async () => {
  for (const path of [
    '/',
    '/login',
    '/blog',
    '/nowhere',
    '/dashboard',
    '/dashboard/payment/1',
    '/categoryDetails/TVS',
  ]) {
    const { headers, status } = await testApp.request('V', 'GET', path)
    assert(status === 200 || status === 404, 'needs a page')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(String(headers['referrer-policy'])).toMatch(/origin|no-referrer/)
  }
})
