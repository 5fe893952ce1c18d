// What is kept for the next person: nobody's own data, nothing that a header changed, no failure, nothing old.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { startPayment, book, createPaymentBody, findUnwantedBike } from '#tests/support/buying.ts'
import { createListing } from '#tests/support/selling.ts'
import { type SecurityTestApp, createSecurityTestApp } from './security-test-app.ts'

let testApp: SecurityTestApp
beforeAll(async () => {
  testApp = await createSecurityTestApp({ pages: true })
})
afterAll(() => testApp.close())

const pages = ['/', '/home', '/blog', '/login', '/register']
const html = { accept: 'text/html' }
const getPage = (actor: 'V' | 'B1' | 'B2' | 'S1' | 'A', path: string, headers: Record<string, string> = {}) =>
  testApp.request(actor, 'GET', path, { headers: { ...html, ...headers } })

test('A187 a page is the same, byte for byte, whoever asks for it', async () => {
  for (const path of [...pages, '/dashboard', '/dashboard/allsellers', '/categoryDetails/TVS', '/nowhere']) {
    const visitors = await getPage('V', path)
    for (const actor of ['B1', 'S1', 'A'] as const) {
      const theirs = await getPage(actor, path)
      expect([path, actor, theirs.text === visitors.text, theirs.status]).toEqual([path, actor, true, visitors.status])
      expect(theirs.headers['set-cookie']).toBeUndefined()
    }
    expect(visitors.text).not.toMatch(/karim@|Karim Sheikh|ayesha@|nonce=/)
  }
})

test('A187 a person’s own answer is never kept, by nobody on the way', async () => {
  for (const call of [
    'GET /bookings',
    'GET /wishlist',
    'GET /auth/account',
    'GET /auth/get-session',
    'GET /auth/export',
    'GET /auth/list-sessions',
  ]) {
    const { headers, status } = await testApp.call('B1', call)
    expect([call, status, headers['cache-control'], headers['etag']]).toEqual([call, 200, 'no-store', undefined])
  }
  for (const call of ['GET /sellers', 'GET /buyers', 'GET /messages']) {
    expect((await testApp.call('A', call)).headers['cache-control']).toBe('no-store')
  }
  // The visitor's list is kept now; a member is given their own all the same.
  await testApp.call('V', 'GET /allbikes')
  const ofAdmin = await testApp.call('A', 'GET /allbikes')
  assert(ofAdmin.text.includes('@'), 'needs the e-mail that the admin sees')
  for (const { headers } of [ofAdmin, await testApp.call('B1', 'GET /allbikes')])
    expect(headers['cache-control']).toBe('no-store')
  expect((await testApp.call('V', 'GET /allbikes')).text).not.toContain('@')
})

test('A187 a private answer under the name of a file is not given', async () => {
  for (const path of [
    '/api/bookings/x.css',
    '/api/bookings.json',
    '/api/bookings/.css',
    '/api/auth/account/a.js',
    '/api/auth/account.css',
    '/api/bookings;x.css',
    '/api/bookings%2fx.css',
    '/api/bookings%3fx.css',
    '/api/bookings%00.css',
    '/api/bookings/..%2fbookings.css',
    '/api/auth/account%0a.png',
    '/api/bookings/%2e%2e/x.css',
  ]) {
    const answer = await testApp.request('B1', 'GET', path)
    expect([path, answer.status >= 400]).toEqual([path, true])
    expect(answer.text).not.toContain('karim@motohaat.test')
    expect(String(answer.headers['cache-control'])).toContain('no-store')
  }
  for (const path of [
    '/dashboard/x.css',
    '/dashboard/account.js',
    '/dashboard;a.css',
    '/dashboard/account%2f..%2fa.css',
  ]) {
    const answer = await getPage('B1', path)
    expect(answer.text).not.toContain('karim@motohaat.test')
  }
})

const proxyHeaders: Record<string, string> = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-scheme': 'evil',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '666',
  'x-forwarded-prefix': '/evil',
  'x-forwarded-server': 'evil.example',
  'x-original-url': '/evil',
  'x-rewrite-url': '/evil',
  'x-host': 'evil.example',
  forwarded: 'host=evil.example;proto=evil',
  'x-react-router-spa-mode': 'yes',
  'x-react-router-prerender-data': encodeURIComponent('{"evil":1}'),
  'x-middleware-subrequest': 'middleware',
  host: 'evil.example',
  origin: 'https://evil.example',
  'accept-language': 'evil<script>',
  'user-agent': '<script>evil</script>',
  cookie: 'theme=evil; lang=evil; motohaat.session_token=evil',
  'x-http-method-override': 'DELETE',
  'if-none-match': '"evil"',
  'save-data': 'evil',
}

test('A189 no header changes a page, a list or what the next person is given', async () => {
  for (const path of [...pages, '/api/allbikes', '/api/category', '/nowhere', '/api/openapi.json']) {
    const before = (await getPage('V', path)).text.replace(/"requestId":"[^"]+"/, '')
    for (const [name, value] of Object.entries(proxyHeaders)) {
      // A write in between empties what is kept, so that this very request is the one that fills it again.
      await testApp.db.$client.query('select pg_notify($1, $2)', ['public_data_changed', 'everything'])
      const poisoned = await getPage('V', path, { [name]: value })
      expect(poisoned.text, `${path} ${name}`).not.toContain('evil')
      const after = (await getPage('V', path)).text.replace(/"requestId":"[^"]+"/, '')
      expect([path, name, after === before]).toEqual([path, name, true])
    }
  }
})

test('A189 a list is kept for its own address alone, and only the words of the contract are words', async () => {
  const [all, few] = [
    await testApp.call('V', 'GET /allbikes'),
    await testApp.call('V', 'GET /allbikes', { query: '?limit=1' }),
  ]
  expect(JSON.parse(few.text)).toHaveLength(1)
  expect(JSON.parse(all.text).length).toBeGreaterThan(1)
  for (const query of ['?utm_source=evil', '?cb=1', '?limit=1&limit=2', '?limit=1;limit=2', '?callback=evil', '?_=1']) {
    const { status } = await testApp.call('V', 'GET /allbikes', { query })
    expect([query, status]).toEqual([query, 400])
  }
  expect((await testApp.call('V', 'GET /allbikes')).text).toBe(all.text)
  const packed = await testApp.call('V', 'GET /allbikes', { headers: { 'accept-encoding': 'br' } })
  expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['br', 'accept-encoding'])
  expect((await testApp.call('V', 'GET /allbikes')).headers['content-encoding']).toBeUndefined()
})

test('A191 an answer that failed is not the answer of the next person', async () => {
  const good = await getPage('V', '/')
  for (const path of ['/?x=%zz', '/%zz', '/home?limit=%00', '/nowhere', '/api/allbikes?limit=0', '/%']) {
    await getPage('V', path)
    const failed = await getPage('V', path, {
      range: 'bytes=9999999-',
      expect: 'evil',
      'accept-encoding': 'evil',
    }).catch(() => null)
    if (failed && failed.status >= 400)
      expect(String(failed.headers['cache-control'])).not.toMatch(/max-age=[1-9]|immutable/)
  }
  const after = await getPage('V', '/')
  expect([after.status, after.text === good.text]).toEqual([200, true])
})

test('A191 a part of a page that was asked for is not kept as the whole', async () => {
  const whole = await getPage('V', '/')
  for (const range of [
    'bytes=0-10',
    'bytes=-1',
    'bytes=5-1',
    `bytes=${'0-,'.repeat(1_000)}0-`,
    'bytes=0-0,0-0,0-0',
    'lines=1-2',
  ]) {
    const part = await getPage('V', '/', { range })
    expect([range, [200, 206, 416].includes(part.status)]).toEqual([range, true])
    const file = await testApp.request('V', 'GET', '/favicon.svg', { headers: { range } })
    expect([range, file.status, [200, 206, 404, 416].includes(file.status)]).toEqual([range, file.status, true])
    expect(file.text.length).toBeLessThan(100_000)
  }
  expect((await getPage('V', '/')).text).toBe(whole.text)
})

test('A193 two dozen people at once are each given their own and nobody else’s', async () => {
  const actors = ['B1', 'B2'] as const
  const other = { B1: 'sadia@motohaat.test', B2: 'karim@motohaat.test' }
  const rounds = Array.from({ length: 24 }, async (_, round) => {
    const actor = actors[round % 2] ?? 'B1'
    const [account, orders, home] = await Promise.all([
      testApp.call(actor, 'GET /auth/account'),
      testApp.call(actor, 'GET /bookings'),
      getPage(actor, '/'),
    ])
    for (const { text, status } of [account, orders, home]) {
      // A busy shop may ask to come back; what it answers is the person's own.
      expect([[200, 503].includes(status), text.includes(other[actor])]).toEqual([true, false])
    }
    expect(home.text).not.toContain('@motohaat.test')
  })
  await Promise.all(rounds)
})

test('A195 a bike that is sold, taken off or of a removed seller leaves every list at once', async () => {
  const countListings = async (id: string) => {
    const lists = [
      (await testApp.call('V', 'GET /allbikes', { query: '?limit=100' })).text,
      (await testApp.call('V', 'GET /allbikes', { query: '?advertise=on&limit=100' })).text,
      (await testApp.call('B1', 'GET /categoryDetails/:name', { params: { name: 'Suzuki' }, query: '?limit=100' }))
        .text,
    ]
    return lists.filter((text) => text.includes(id)).length
  }
  const [gone, sold] = [
    await createListing(testApp.baseApp, testApp.people.S1),
    await createListing(testApp.baseApp, testApp.people.S2),
  ]
  for (const [bike, actor] of [
    [gone, 'S1'],
    [sold, 'S2'],
  ] as const) {
    await testApp.call(actor, 'PUT /allbikes/:id', { params: { id: bike.id }, body: { advertise: 'on' } })
    expect(await countListings(bike.id)).toBe(3)
  }
  await testApp.call('S1', 'DELETE /allbikes/:id', { params: { id: gone.id } })
  const order = await book(testApp.people.B1, sold)
  const intent = await startPayment(testApp.people.B1, order)
  await testApp.payIntent(intent)
  await testApp.people.B1('POST /payments', { body: createPaymentBody(testApp.people.B1, order, intent) })
  expect([await countListings(gone.id), await countListings(sold.id)]).toEqual([0, 0])
  expect((await getPage('V', '/')).text).not.toContain(sold.id)
  assert((await findUnwantedBike(testApp.baseApp)).id !== sold.id, 'needs another bike to be free')
})
