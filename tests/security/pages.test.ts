// What pages are made of when people have written scripts into everything that is shown. tests/e2e/attacks.test.ts opens
// the same in a browser.
import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { createHttpServer } from '#platform/http/http-server.ts'
import { getEmailsTo } from '#tests/support/accounts.ts'
import { registerMember, createListing } from '#tests/support/selling.ts'
import { toSimilarPath } from '#web/components/deals/deal-paths.ts'
import { toSearchPath } from '#web/lib/search-url.ts'
import { toGoogleCalendarUrl } from '#web/pages/deals/meeting-links.ts'
import { readProjectFiles } from '#tests/conventions/project-files.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'
import { join } from 'node:path'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp({ pages: true })
})
afterAll(() => testApp.close())

/** Each writes a script where text is expected, in another way. */
const scripts = [
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  "' onmouseover='alert(1)",
  '${alert(1)}{{alert(1)}}',
  '&lt;script&gt;alert(1)',
  'javascript:alert(1)',
] as const

const getPage = (path: string) => testApp.request('V', 'GET', path, { headers: { accept: 'text/html' } })
/** What would run on this page: a handler, a script of somebody's own, an address that is a script. */
const findScriptInjections = (page: string): string[] => {
  const addresses = [...page.matchAll(/\s(?:href|src|action|formaction)="\s*(?:javascript|vbscript|data:text)[^"]*"/gi)]
  // What stands between quotes is a value, and the block of data is looked at by itself.
  const unquoted = page.replace(/<script type="application\/json"[^>]*>.*?<\/script>/gs, '').replace(/"[^"]*"/g, '""')
  const tags = [
    ...unquoted.matchAll(/<[a-z][^>]*\s(?:on[a-z]+|style|nonce|srcdoc)\s*=[^>]*>|<script>alert|<b\b[^>]*onclick/gi),
  ]
  return [...addresses, ...tags].map(([found]) => found.slice(0, 200))
}

test('A167 a bike that is named like a script is text in every page that the server makes', async () => {
  for (const productName of scripts) {
    const bike = await createListing(testApp.baseApp, testApp.people.S1, {
      productName,
      location: productName,
      sellerName: productName,
    })
    await testApp.call('S1', 'PUT /allbikes/:id', { params: { id: bike.id }, body: { advertise: 'on' } })
  }
  const { text } = await getPage('/')
  assert(text.includes('alert(1)'), 'needs the bikes on the home page')
  expect(findScriptInjections(text)).toEqual([])
})

test('A163 the block of data in a page cannot be ended or commented out by what is in it', async () => {
  const { text } = await getPage('/')
  const blocks = [...text.matchAll(/<script type="application\/json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, block]) => block ?? '',
  )
  assert(blocks.length > 0, 'needs the block')
  for (const block of blocks) {
    expect(block).not.toMatch(/<|\u2028|\u2029/)
    expect(() => JSON.parse(block)).not.toThrow()
  }
  expect(blocks.join('')).toContain('\\u003c/script')
})

test('A163 an address that is a script is text in the page that says it is not there', async () => {
  for (const script of scripts) {
    for (const path of [
      `/${encodeURIComponent(script)}`,
      `/login?from=${encodeURIComponent(script)}`,
      `/login?error=${encodeURIComponent(script)}`,
      `/?${encodeURIComponent(script)}=${encodeURIComponent(script)}`,
      `/categoryDetails/${encodeURIComponent(script)}`,
      `/reset-password?x=${encodeURIComponent(script)}`,
    ]) {
      const { text, status } = await getPage(path)
      expect(status).toBeLessThan(500)
      expect(findScriptInjections(text), path).toEqual([])
    }
  }
})

test('A163 an answer that echoes what was sent is JSON, which no browser shows as a page', async () => {
  for (const script of scripts) {
    const answers = [
      await testApp.call('V', 'POST /contact', { body: { [script]: 1 } }),
      await testApp.call('V', 'GET /allbikes', { query: `?${encodeURIComponent(script)}=1` }),
      await testApp.request('V', 'GET', `/api/${encodeURIComponent(script)}`),
    ]
    for (const { headers } of answers) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8')
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  }
})

test('A163 an e-mail contains what people wrote as plain text, in its subject and its body', async () => {
  for (const script of scripts.slice(0, 3)) {
    const writer = { name: script, subject: script, message: `${script}\n${script}` }
    await testApp.call('V', 'POST /contact', { body: { email: 'writer@example.com', ...writer } })
  }
  const named = await registerMember(testApp.baseApp, 'Buyer', '<b onclick=alert(1)>Karim</b>')
  await testApp.call('V', 'POST /auth/request-password-reset', { body: { email: named.email } })
  expect(await getEmailsTo(testApp.baseApp, named.email)).toHaveLength(1)
  const list = await (await fetch(testApp.sandbox.outboxUrl)).text()
  const paths = [...list.matchAll(/href="(\/mail\/[^"]+)"/g)].map(([, path]) => path ?? '')
  assert(paths.length > 0, 'needs e-mails')
  for (const path of paths) {
    const raw = await (await fetch(new URL(path, testApp.sandbox.outboxUrl))).text()
    expect(findScriptInjections(raw)).toEqual([])
  }
  const { rows } = await testApp.db.$client.query<{ text: string }>(`select to_jsonb(m)::text as text from mails m`)
  expect(rows.filter(({ text }) => /content-type|text\/html/i.test(text))).toEqual([])
})

test('A173 two loads of one page have one policy, no nonce, and no way for a script of the page’s own', async () => {
  for (const path of ['/', '/login', '/dashboard', '/dashboard/payment/1', '/nowhere', '/blog']) {
    const [first, second] = [await getPage(path), await getPage(path)]
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toBe(String(second.headers['content-security-policy']))
    for (const directive of ['unsafe-inline', 'unsafe-eval', 'nonce-', 'strict-dynamic', ' * ', ' http: ', 'blob:']) {
      const scriptDirective = policy.split('; ').find((one) => one.startsWith('script-src')) ?? ''
      expect(scriptDirective, `${path} ${directive}`).not.toContain(directive)
    }
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(directive)
    expect(findScriptInjections(first.text), path).toEqual([])
  }
})

test('A173 only the two screens where one pays let the card provider in, however they are written', async () => {
  const origin = new URL(testApp.sandbox.url).origin
  const allowsProvider = async (path: string) =>
    String((await getPage(path)).headers['content-security-policy']).includes(origin)
  for (const path of ['/dashboard/payment/x', '/dashboard/payments/x'])
    expect([path, await allowsProvider(path)]).toEqual([path, true])
  for (const path of [
    '/',
    '/dashboard',
    '/dashboard/paymentx',
    '/login?x=/dashboard/payment/1',
    '/x/dashboard/payment/1',
    '/dashboard/orders/payment/1',
    '/%2fdashboard/payment/1',
  ]) {
    expect([path, await allowsProvider(path)]).toEqual([path, false])
  }
})

describe('what is written in the screens themselves', () => {
  const files = readProjectFiles(join(import.meta.dirname, '../..')).filter(({ path }) => /^web\/.*\.tsx?$/.test(path))

  test('A169 no answer of the shop is spread into an element, and no HTML is set but the page’s own two blocks', () => {
    assert(files.length > 50, 'needs the screens')
    // Setting nothing at all is how a part of the page is left as the server wrote it.
    const html = files.filter(({ text }) =>
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(
        text.replaceAll("dangerouslySetInnerHTML={{ __html: '' }}", ''),
      ),
    )
    // The second is a block of data for search engines, in which no `<` is left (web/pages/bike/structured-data.test.ts).
    expect(html.map(({ path }) => path)).toEqual(['web/app/document.tsx', 'web/pages/bike/bike-head.tsx'])
    expect(
      files
        .filter(({ text }) => /\beval\(|new Function\(|srcDoc|setTimeout\(\s*['"`]/.test(text))
        .map(({ path }) => path),
    ).toEqual([])
    const spread = files.flatMap(({ path, text }) =>
      [...text.matchAll(/<\w+[^>]*\{\.\.\.(bike|product|order|booking|wish|item|person|message|data|row)\b/g)].map(
        ([found]) => `${path}: ${found}`,
      ),
    )
    expect(spread).toEqual([])
  })

  test('A171 no link and no source is made of what people typed, but for numbers and pictures that were checked', () => {
    const unsafeLinks = files.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /(?:href|to|src|action|formAction)=\{`?([^}]*\b(?:location|sellerName|productName|meetingLocation|subject|displayName)\b[^}]*)\}/g,
        ),
      ]
        .map(([, of = '']) => of)
        // These encode what they are given.
        .filter((of) => !/^to(?:Search|Similar)Path\(/.test(of))
        .map((of) => `${path}: ${of}`),
    )
    expect(unsafeLinks).toEqual([])
    for (const typed of [
      'javascript:alert(1)',
      '//evil.example',
      '"><script>',
      'a\r\nATTENDEE:mailto:x@evil.example',
    ]) {
      for (const path of [toSearchPath({ q: typed }), toSimilarPath(typed)])
        expect(path).toMatch(/^\/bikes\?q=[\w%+.*-]+$/)
      const meeting = { meetAt: '2026-11-20T10:00:00.000Z', dealUrl: 'https://motohaat.example/dashboard/deal/1' }
      const calendar = new URL(toGoogleCalendarUrl({ ...meeting, place: typed, title: typed }))
      expect(calendar.href).toMatch(/^https:\/\/calendar\.google\.com\/calendar\/render\?[\w%+.*&=-]+$/)
      expect([...calendar.searchParams]).toEqual([
        ['action', 'TEMPLATE'],
        ['text', typed],
        ['dates', '20261120T100000Z/20261120T110000Z'],
        ['ctz', 'Asia/Dhaka'],
        ['location', typed],
        ['details', meeting.dealUrl],
      ])
    }
  })

  test('A185 what opens a new window leaves no way back, and no page listens to messages of others', () => {
    // A service worker is spoken to by pages of its own address alone, and speaks to no page.
    for (const { path, text } of files.filter(({ path }) => !path.startsWith('web/offline/'))) {
      for (const [link] of text.matchAll(/<a\b[^>]*target="_blank"[^>]*>/g))
        expect(link, path).toMatch(/rel="[^"]*noopener/)
      // A BroadcastChannel reaches pages of the same address only.
      const channels = [...text.matchAll(/const (\w+) = new BroadcastChannel\(/g)].map(([, name = '']) => name)
      const listening = channels.reduce<string>(
        (rest, name) =>
          rest.replaceAll(`${name}.addEventListener('message'`, '').replaceAll(`${name}.postMessage(`, ''),
        text,
      )
      expect(listening, path).not.toMatch(
        /window\.open\((?![^)]*noopener)|addEventListener\(\s*['"]message['"]|onmessage\s*=|postMessage\(/,
      )
    }
  })
})

test('A213 a body that comes a byte at a time is ended, and a head that never ends too', async () => {
  const app = createHttpServer({
    log: pino({ level: 'silent' }),
    createRequestId: () => 'r',
    timeouts: { bodyMs: 200 },
  })
  app.post('/echo', async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n')
  const dripping = setInterval(() => socket.write(' '), 20)
  const response = await readText(socket).finally(() => clearInterval(dripping))
  expect(response).toMatch(/^HTTP\/1\.1 408/)
  expect(response).toContain('request_timeout')
  await app.close()
  // A head may take at most this long; the shop's own is looked at, since waiting for it would take half a minute.
  expect(testApp.fastify.server.headersTimeout).toBeGreaterThan(0)
  expect(testApp.fastify.server.headersTimeout).toBeLessThanOrEqual(30_000)
  expect(testApp.fastify.server.requestTimeout).toBeGreaterThan(0)
})
