// Guessing and flooding: what one stranger may try before they are asked to wait, and who is counted.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { openLimits } from '#platform/http/rate-limiter.ts'
import { formOf, freshJpeg } from '#tests/support/test-pictures.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
const clock = { now: new Date() }
beforeAll(async () => {
  shop = await openTestShop({ keep: true, clock, limits: openLimits(), trustedProxies: ['10.0.0.0/8'] })
})
afterAll(() => shop.close())

let made = 0
const newAddress = () => `198.18.0.${(made += 1)}`

type Asked = { from: string; url?: string; body?: object; headers?: Record<string, string>; method?: 'GET' | 'POST' }
const ask = async ({ from, url = '/api/auth/sign-in/email', body, headers = {}, method = 'POST' }: Asked) => {
  const answer = await shop.app.inject({ method, url, remoteAddress: from, headers, ...(body && { payload: body }) })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], text: answer.payload }
}
const guess = (from: string, email: string, more: Partial<Asked> = {}) =>
  ask({ from, body: { email, password: 'motorbike' }, ...more })
/** The place of the first 429 among so many tries, or how many there were. */
const until429 = async (most: number, once: (at: number) => Promise<{ status: number }>): Promise<number> => {
  for (let at = 0; at < most; at += 1) if ((await once(at)).status === 429) return at
  return most
}

test('A021 one password on five hundred addresses is stopped after twenty, with a time to come back', async () => {
  const from = newAddress()
  expect(await until429(40, (at) => guess(from, `victim-${at}@example.com`))).toBeLessThanOrEqual(20)
  const refused = await guess(from, 'karim@motohaat.test')
  expect([refused.status, Number(refused.retryAfter) > 0]).toEqual([429, true])
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'too_many_requests', requestId: expect.any(String) })
})

test('A021 the way of a forgotten password, of registering and of codes is no wider', async () => {
  const ways: [url: string, body: (at: number) => object][] = [
    ['/api/auth/request-password-reset', (at) => ({ email: `victim-${at}@example.com` })],
    ['/api/auth/reset-password', (at) => ({ token: `made-up-${at}`, newPassword: 'a long enough phrase' })],
    ['/api/auth/sign-in/code', (at) => ({ code: String(100_000 + at) })],
    ['/api/auth/sign-in/backup-code', (at) => ({ code: `aaaa${at % 10}-bbbbb` })],
    ['/api/contact', (at) => ({ email: `writer-${at}@example.com` })],
  ]
  for (const [url, body] of ways) {
    const from = newAddress()
    const stopped = await until429(40, (at) => ask({ from, url, body: body(at) }))
    expect([url, stopped <= 20]).toEqual([url, true])
  }
})

test('A023 fifty addresses of one network of IPv6, and every spelling of one of IPv4, are one', async () => {
  const six = (at: number) => `2001:db8:77:1:${(at * 977).toString(16)}::${at.toString(16)}`
  expect(await until429(50, (at) => guess(six(at), `six-${at}@example.com`))).toBeLessThanOrEqual(20)
  const four = [
    '198.51.100.7',
    '::ffff:198.51.100.7',
    '::FFFF:C633:6407',
    '0:0:0:0:0:ffff:c633:6407',
    '::ffff:c633:6407',
  ]
  expect(await until429(50, (at) => guess(four[at % 5] ?? '', `four-${at}@example.com`))).toBeLessThanOrEqual(20)
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
  const from = newAddress()
  const stopped = await until429(50, (at) => {
    const headers = Object.fromEntries(
      claims.map((name) => [name, name === 'forwarded' ? `for=203.0.113.${at}` : `203.0.113.${at}`]),
    )
    return guess(from, `liar-${at}@example.com`, { headers })
  })
  expect(stopped).toBeLessThanOrEqual(20)
})

test('A025 what stands in a body, an address or a cookie does not change who is counted', async () => {
  const from = newAddress()
  const stopped = await until429(60, (at) =>
    ask({
      from,
      url: `/api/contact?x=${at}`,
      headers: { cookie: `device=${at}`, 'user-agent': `agent-${at}`, origin: 'null' },
      body: { email: `e-${at}@example.com`, ip: `10.0.0.${at}` },
    }),
  )
  const good = await until429(60, (at) => ask({ from, url: '/api/contact', body: { email: `good-${at}@example.com` } }))
  expect([stopped <= 60, good <= 20]).toEqual([true, true])
  const { token, email } = await shop.as('imran')
  const headers = { authorization: `Bearer ${token}` }
  const most = limits.wish.member.most
  const wishes = await until429(most + 20, (at) =>
    ask({
      from: newAddress(),
      url: '/api/wishlist',
      headers,
      body: { email, productId: `019a0000-0000-7000-8000-0000000${String(at).padStart(5, '0')}` },
    }),
  )
  expect(wishes).toBeLessThanOrEqual(most)
})

test('A045 asking for a thousand roles is 401 or 403 alike, and then 429', async () => {
  const ask403 = async (headers: Record<string, string>, expected: number, who: string[]) => {
    const from = newAddress()
    const said = new Set<string>()
    const stopped = await until429(700, async (at) => {
      const url = `/api/users/seller/${encodeURIComponent(who[at % who.length]?.replace('#', String(at)) ?? '')}`
      const answer = await ask({ from, url, method: 'GET', headers })
      if (answer.status !== 429) said.add(`${answer.status} ${answer.text.replace(/"requestId":"[^"]+"/, '')}`)
      return answer
    })
    expect([...said].map((one) => Number(one.slice(0, 3)))).toEqual([expected])
    expect(stopped).toBeLessThan(700)
  }
  const guessed = ['rahim@motohaat.test', 'nobody-#@example.com', 'ayesha@motohaat.test']
  await ask403({}, 401, guessed)
  const { token } = await shop.as('sadia')
  await ask403({ authorization: `Bearer ${token}` }, 403, guessed)
})

test('A095 a buyer who orders everything is stopped at twenty, and keeps no other buyer from anything', async () => {
  const { rows } = await shop.db.$client.query<{ id: string; price: number }>(
    `select id, sale_price_taka as price from bikes where sold_at is null and withdrawn_at is null
     and seller_id <> (select id from members where email = 'arif@motohaat.test') limit 40`,
  )
  assert(rows.length > 25, 'needs many bikes')
  const arif = await shop.as('arif')
  const order = (as: { token: string }, { id, price }: { id: string; price: number }) =>
    ask({
      from: newAddress(),
      url: '/api/bookings',
      headers: { authorization: `Bearer ${as.token}` },
      body: { contactNumber: '01712345678', meetingLocation: 'Farmgate', salePrice: price, producId: id },
    })
  const answers = []
  for (const bike of rows) answers.push((await order(arif, bike)).status)
  expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(20)
  expect(answers.filter((status) => ![200, 409, 429].includes(status))).toEqual([])
  const other = await shop.as('karim')
  const free = rows.at(0)
  assert(free, 'needs a bike that Arif ordered')
  expect([200, 409]).toContain((await order(other, free)).status)
  const { rows: live } = await shop.db.$client.query(
    'select from bookings where cancelled_at is null and paid_at is null and buyer_id = (select id from members where email = $1)',
    ['arif@motohaat.test'],
  )
  expect(live.length).toBeLessThanOrEqual(20)
})

test('A209 pictures have an end: a seller who hoards them is told so, and refused ones leave nothing behind', async () => {
  const rahim = await shop.as('rahim')
  await shop.db.$client.query(
    `insert into pictures (url, begun_at, kept_at, width_px, height_px) select '/pictures/attack-' || n || '.webp', $1, $1, 8, 8 from generate_series(1, 60) n`,
    [clock.now],
  )
  await shop.db.$client.query(
    `insert into picture_uploads (member_id, picture, uploaded_at) select (select id from members where email = 'rahim@motohaat.test'), '/pictures/attack-' || n || '.webp', $1 from generate_series(1, 60) n`,
    [clock.now],
  )
  const refused = await rahim('POST /images', { form: formOf(await freshJpeg()) }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429, code: 'too_many_pictures' })
})

test('A217 a flood of registrations is refused, and the shop goes on for everybody else', async () => {
  const flood = Array.from({ length: 60 }, (_, at) =>
    ask({
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
    Array.from({ length: 10 }, () => ask({ from: newAddress(), url: '/api/category', method: 'GET' })),
  )
  const answers = await Promise.all(flood)
  // A busy shop may ask somebody to come back; it neither fails nor stays busy.
  expect(others.filter(({ status }) => ![200, 503].includes(status))).toEqual([])
  expect((await ask({ from: newAddress(), url: '/api/category', method: 'GET' })).status).toBe(200)
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  const refused = answers.filter(({ status }) => status === 429 || status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
})
