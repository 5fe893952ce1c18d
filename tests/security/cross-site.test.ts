// Other sites: what their pages make a browser send, what their scripts may read, and where a person is sent.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { demoPassword } from '#seed/fixtures.ts'
import { newPerson } from '#tests/support/accounts.ts'
import { wayOf } from '#tests/support/test-roles.ts'
import { returnPath } from '#web/session/return-path.ts'
import { absent, type Arena, foreign, openArena } from './security-test-app.ts'

let arena: Arena
beforeAll(async () => {
  arena = await openArena({ pages: true })
})
afterAll(() => arena.close())

const changing = Object.entries<Call>(contract).filter(
  ([name, { access }]) => !name.startsWith('GET') && access !== 'provider',
)
const urlOf = (name: string) => `/api${wayOf(name).path.replace(/:\w+/g, absent)}`
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

  test.each(changing)('A175 %s is not made by the cookie of whoever visits it', async (name) => {
    const { method } = wayOf(name)
    await arena.quietly(async () => {
      for (const actor of ['B1', 'A'] as const) {
        for (const [type, raw] of forms) {
          const headers = { ...foreign, 'content-type': type }
          const { status } = await arena.at(actor, method, urlOf(name), { proof: 'cookie', headers, raw })
          expect([name, type, [401, 403, 415].includes(status)]).toEqual([name, type, true])
        }
      }
    })
  })

  const bySession = changing.filter(([, { access }]) => access === 'session')

  test.each(bySession)('A177 %s is refused to every origin but our own, however it is spelt', async (name) => {
    const { host } = new URL(arena.publicUrl)
    const origins: Record<string, string>[] = [
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://${host}.evil.example` },
      { origin: `http://evil-${host}` },
      { origin: `https://${host}` },
      { origin: `http://${host}:80` },
      { origin: 'http://localhost' },
      { origin: `http://sub.${host}` },
      { origin: `${arena.publicUrl}/` },
      { origin: arena.publicUrl.toUpperCase() },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: arena.publicUrl, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    await arena.quietly(async () => {
      for (const headers of origins) {
        const answer = await arena.ask('B1', name, { proof: 'cookie', headers, body: {} })
        expect([name, headers, answer.status, answer.code]).toEqual([name, headers, 403, 'foreign_site'])
      }
    })
  })
})

const elsewhere: Record<string, string>[] = [
  foreign,
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

test('A179 another site logs nobody in, up or out, and begins no login', async () => {
  const tries: [string, object][] = [
    ['POST /auth/sign-in/email', login],
    ['POST /auth/sign-up/email', newPerson('mallory@example.com')],
    ['POST /auth/sign-out', {}],
    ['POST /auth/sign-in/social', {}],
    ['POST /auth/request-password-reset', { email: login.email }],
    ['POST /auth/sign-in/code', { code: '123456' }],
    ['POST /auth/reset-password', { token: 'x', newPassword: 'a long password' }],
  ]
  await arena.quietly(async () => {
    for (const [name, body] of tries) {
      for (const headers of elsewhere) {
        const answer = await arena.ask('V', name, { headers, body })
        expect([name, headers, answer.status, answer.headers['set-cookie']]).toEqual([name, headers, 403, undefined])
      }
    }
  })
})

test('A181 no origin is told that it may read, with or without a person’s proof, not even when it asks first', async () => {
  const { host } = new URL(arena.publicUrl)
  for (const origin of [
    'https://evil.example',
    `https://${host}.evil.example`,
    `https://evil${host}`,
    'null',
    arena.publicUrl,
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
      // The rig fails on every access-control header; here is what it is given to look at.
      const answer = await arena.at('B1', 'GET', url, { headers: { origin } })
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      const asked = await arena.at('B1', 'OPTIONS', url, {
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization',
        },
      })
      expect([origin, url, asked.status >= 400]).toEqual([origin, url, true])
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
    const to = returnPath(from)
    const url = new URL(to, 'https://motohaat.example')
    expect([from, url.origin, to.startsWith('//')]).toEqual([from, 'https://motohaat.example', false])
    if (!from.startsWith('/bn') && !from.includes('\u3000')) expect([from, to]).toEqual([from, '/'])
  }
  for (const own of ['/dashboard', '/categoryDetails/Yamaha?x=1#y', '/%09/evil.example'])
    expect(returnPath(own)).toBe(own)
  return Promise.resolve()
})

test('A183 no page and no call answers with a way to another site', async () => {
  const words = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '%2f%2fevil.example',
    'https:%2f%2fevil.example',
  ]
  for (const word of words) {
    for (const name of ['from', 'next', 'url', 'redirect', 'redirect_uri', 'returnTo', 'callbackURL', 'error_uri']) {
      for (const path of ['/login', '/', '/register', '/api/auth/callback/social', '/home', '/dashboard']) {
        const { headers } = await arena.at('V', 'GET', `${path}?${name}=${encodeURIComponent(word)}`)
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
    const heard = await arena.speak(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
    expect([path, /\r\nlocation:/i.test(heard.split('\r\n\r\n')[0] ?? '')]).toEqual([path, false])
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
    const { headers, status } = await arena.at('V', 'GET', path)
    assert(status === 200 || status === 404, 'needs a page')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(String(headers['referrer-policy'])).toMatch(/origin|no-referrer/)
  }
})
