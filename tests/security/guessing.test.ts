// Guessing and flooding: what one stranger may try before they are asked to wait, and who is counted.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { createLimits } from '#server/multiplied-limits.ts'
import { createUploadForm, createUniqueJpeg } from '#tests/support/test-pictures.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
const clock = { now: new Date() }
beforeAll(async () => {
  testApp = await createTestApp({ manualClose: true, clock, limits: createLimits(), trustedProxies: ['10.0.0.0/8'] })
})
afterAll(() => testApp.close())

let addressCount = 0
const createAddress = () => `198.18.0.${(addressCount += 1)}`

type RequestOptions = {
  from: string
  url?: string
  body?: object
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
}
const request = async ({
  from,
  url = '/api/auth/sign-in/email',
  body,
  headers = {},
  method = 'POST',
}: RequestOptions) => {
  const answer = await testApp.fastify.inject({
    method,
    url,
    remoteAddress: from,
    headers,
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], text: answer.payload }
}
const tryPassword = (from: string, email: string, more: Partial<RequestOptions> = {}) =>
  request({ from, body: { email, password: 'motorbike' }, ...more })
/** The place of the first 429 among so many tries, or how many there were. */
const countUntil429 = async (max: number, attempt: (at: number) => Promise<{ status: number }>): Promise<number> => {
  for (let at = 0; at < max; at += 1) if ((await attempt(at)).status === 429) return at
  return max
}

test('A021 one password on five hundred addresses is stopped after twenty, with a time to come back', async () => {
  const from = createAddress()
  expect(await countUntil429(40, (at) => tryPassword(from, `victim-${at}@example.com`))).toBeLessThanOrEqual(20)
  const refused = await tryPassword(from, 'karim@motohaat.test')
  expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([429, true])
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'too_many_requests', requestId: expect.any(String) })
})

test('A021 the way of a forgotten password, of registering and of codes is no wider', async () => {
  const endpoints: [url: string, body: (at: number) => object][] = [
    ['/api/auth/request-password-reset', (at) => ({ email: `victim-${at}@example.com` })],
    ['/api/auth/reset-password', (at) => ({ token: `made-up-${at}`, newPassword: 'a long enough phrase' })],
    ['/api/auth/sign-in/code', (at) => ({ code: String(100_000 + at) })],
    ['/api/auth/sign-in/backup-code', (at) => ({ code: `aaaa${at % 10}-bbbbb` })],
    ['/api/contact', (at) => ({ email: `writer-${at}@example.com` })],
  ]
  for (const [url, body] of endpoints) {
    const from = createAddress()
    const stopped = await countUntil429(40, (at) => request({ from, url, body: body(at) }))
    expect([url, stopped <= 20]).toEqual([url, true])
  }
})

test('A023 fifty addresses of one network of IPv6, and every spelling of one of IPv4, are one', async () => {
  const toIpv6 = (at: number) => `2001:db8:77:1:${(at * 977).toString(16)}::${at.toString(16)}`
  expect(await countUntil429(50, (at) => tryPassword(toIpv6(at), `six-${at}@example.com`))).toBeLessThanOrEqual(20)
  const ipv4Spellings = [
    '198.51.100.7',
    '::ffff:198.51.100.7',
    '::FFFF:C633:6407',
    '0:0:0:0:0:ffff:c633:6407',
    '::ffff:c633:6407',
  ]
  expect(
    await countUntil429(50, (at) => tryPassword(ipv4Spellings[at % 5] ?? '', `four-${at}@example.com`)),
  ).toBeLessThanOrEqual(20)
})

test('A023 an address that the caller claims is believed of nobody but the shop’s own proxies', async () => {
  const claims = [
    'x-forwarded-for',
    'x-real-ip',
    'x-client-ip',
    'cf-connecting-ip',
    'true-client-ip',
    'x-cluster-client-ip',
    'x-originating-ip',
    'forwarded',
  ]
  const from = createAddress()
  const stopped = await countUntil429(50, (at) => {
    const headers = Object.fromEntries(
      claims.map((name) => [name, name === 'forwarded' ? `for=203.0.113.${at}` : `203.0.113.${at}`]),
    )
    return tryPassword(from, `liar-${at}@example.com`, { headers })
  })
  expect(stopped).toBeLessThanOrEqual(20)
})

test('A025 what stands in a body, an address or a cookie does not change who is counted', async () => {
  const from = createAddress()
  const stopped = await countUntil429(60, (at) =>
    request({
      from,
      url: `/api/contact?x=${at}`,
      headers: { cookie: `device=${at}`, 'user-agent': `agent-${at}`, origin: 'null' },
      body: { email: `e-${at}@example.com`, ip: `10.0.0.${at}` },
    }),
  )
  const good = await countUntil429(60, (at) =>
    request({ from, url: '/api/contact', body: { email: `good-${at}@example.com` } }),
  )
  expect([stopped <= 60, good <= 20]).toEqual([true, true])
  const { token, email } = await testApp.signInAs('imran')
  const headers = { authorization: `Bearer ${token}` }
  const max = limits.wish.member.max
  const wishes = await countUntil429(max + 20, (at) =>
    request({
      from: createAddress(),
      url: '/api/wishlist',
      headers,
      body: { email, productId: `019a0000-0000-7000-8000-0000000${String(at).padStart(5, '0')}` },
    }),
  )
  expect(wishes).toBeLessThanOrEqual(max)
})

test('A045 asking for a thousand roles is 401 or 403 alike, and then 429', async () => {
  const probeRoles = async (headers: Record<string, string>, expected: number, emails: string[]) => {
    const from = createAddress()
    const responses = new Set<string>()
    const stopped = await countUntil429(700, async (at) => {
      const url = `/api/users/seller/${encodeURIComponent(emails[at % emails.length]?.replace('#', String(at)) ?? '')}`
      const answer = await request({ from, url, method: 'GET', headers })
      if (answer.status !== 429) responses.add(`${answer.status} ${answer.text.replace(/"requestId":"[^"]+"/, '')}`)
      return answer
    })
    expect([...responses].map((one) => Number(one.slice(0, 3)))).toEqual([expected])
    expect(stopped).toBeLessThan(700)
  }
  const probedEmails = ['rahim@motohaat.test', 'nobody-#@example.com', 'ayesha@motohaat.test']
  await probeRoles({}, 401, probedEmails)
  const { token } = await testApp.signInAs('sadia')
  await probeRoles({ authorization: `Bearer ${token}` }, 403, probedEmails)
})

test('A095 a buyer who orders everything is stopped at twenty, and keeps no other buyer from anything', async () => {
  const { rows } = await testApp.db.$client.query<{ id: string; price: number }>(
    `select id, sale_price_taka as price from bikes where sold_at is null and withdrawn_at is null
     and seller_id <> (select id from members where email = 'arif@motohaat.test') limit 40`,
  )
  assert(rows.length > 25, 'needs many bikes')
  const arif = await testApp.signInAs('arif')
  const order = (as: { token: string }, { id, price }: { id: string; price: number }) =>
    request({
      from: createAddress(),
      url: '/api/bookings',
      headers: { authorization: `Bearer ${as.token}` },
      body: { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: price, producId: id },
    })
  const answers = []
  for (const bike of rows) answers.push((await order(arif, bike)).status)
  expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(20)
  expect(answers.filter((status) => ![200, 409, 429].includes(status))).toEqual([])
  const other = await testApp.signInAs('karim')
  const free = rows.at(0)
  assert(free, 'needs a bike that Arif ordered')
  expect([200, 409]).toContain((await order(other, free)).status)
  const { rows: live } = await testApp.db.$client.query(
    'select from bookings where cancelled_at is null and paid_at is null and buyer_id = (select id from members where email = $1)',
    ['arif@motohaat.test'],
  )
  expect(live.length).toBeLessThanOrEqual(20)
})

test('A209 pictures have an end: a seller who hoards them is told so, and refused ones leave nothing behind', async () => {
  const rahim = await testApp.signInAs('rahim')
  await testApp.db.$client.query(
    `insert into pictures (url, upload_started_at, stored_at, width_px, height_px) select '/pictures/attack-' || n || '.webp', $1, $1, 8, 8 from generate_series(1, 60) n`,
    [clock.now],
  )
  await testApp.db.$client.query(
    `insert into picture_uploads (member_id, picture, uploaded_at) select (select id from members where email = 'rahim@motohaat.test'), '/pictures/attack-' || n || '.webp', $1 from generate_series(1, 60) n`,
    [clock.now],
  )
  const refused = await rahim('POST /images', { form: createUploadForm(await createUniqueJpeg()) }).catch(
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ status: 429, code: 'too_many_pictures' })
})

test('A217 a flood of registrations is refused, and the shop goes on for everybody else', async () => {
  const flood = Array.from({ length: 60 }, (_, at) =>
    request({
      from: `198.18.9.${at % 2}`,
      url: '/api/auth/sign-up/email',
      body: {
        name: 'Flood',
        image: 'https://photos.example.com/f.jpg',
        email: `flood-${at}@example.com`,
        password: `a long enough phrase ${at}`,
      },
    }),
  )
  const others = await Promise.all(
    Array.from({ length: 10 }, () => request({ from: createAddress(), url: '/api/category', method: 'GET' })),
  )
  const answers = await Promise.all(flood)
  // A busy shop may ask somebody to come back; it neither fails nor stays busy.
  expect(others.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
  expect((await request({ from: createAddress(), url: '/api/category', method: 'GET' })).status).toBe(200)
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  const refused = answers.filter(({ status }) => status === 429 || status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
})
