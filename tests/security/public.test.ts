// What anybody may ask without a call of their own: pages, lists that lie ready, sitemaps, drawn pictures, words of a search.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { openLimits } from '#platform/http/rate-limiter.ts'
import { openTestShop, type TestShop } from '#tests/support/test-app.ts'

let shop: TestShop
// The clock stands still, so that nobody is given a turn back meanwhile.
beforeAll(async () => {
  shop = await openTestShop({ keep: true, pages: true, clock: { now: new Date() }, limits: openLimits(0.05) })
})
afterAll(() => shop.close())

let made = 0
const newAddress = () => `198.18.1.${(made += 1)}`
const ask = (url: string, from = newAddress(), method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  shop.app.inject({ method, url, remoteAddress: from, headers: { accept: '*/*' } })
const askAsBrowser = (url: string, remoteAddress: string) =>
  shop.app.inject({ url, remoteAddress, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
const statusOf = async (url: string, from: string, method?: 'POST') => (await ask(url, from, method)).statusCode

/** How many are answered before the first 429, of so many at the most. */
const answeredOf = async (most: number, from: string, urlOf: (at: number) => string, method?: 'POST') => {
  for (let at = 0; at < most; at += 1) if ((await statusOf(urlOf(at), from, method)) === 429) return at
  return most
}

const slugsOnSale = async (): Promise<string[]> => {
  const { rows } = await shop.db.$client.query<{ slug: string }>(
    'select slug from bikes where sold_at is null and withdrawn_at is null order by id limit 12',
  )
  assert(rows.length === 12, 'needs twelve bikes')
  return rows.map(({ slug }) => slug)
}

test('A235 what lies ready is not thrown away by those who only look, or who send the form of a letter', async () => {
  // What is sent from the shelf has passed by all that gives a request its number.
  const isReady = async () => (await ask('/api/allbikes')).headers['x-request-id'] === undefined
  const tries: [string, 'HEAD' | 'POST'][] = [
    ['/favicon.svg', 'HEAD'],
    ['/', 'HEAD'],
    ['/bikes', 'HEAD'],
    ['/robots.txt', 'HEAD'],
    ['/stop/made-up-made-up-made-up', 'POST'],
    ['/bn/stop/made-up-made-up-made-up?x=1', 'POST'],
  ]
  for (const [url, method] of tries) {
    // A notice of what the shop was filled with may come in between, once.
    const isReadyAfter = async () => {
      await ask('/api/allbikes')
      const { statusCode } = await ask(url, newAddress(), method)
      return [method, url, statusCode < 400, await isReady()]
    }
    await expect.poll(isReadyAfter, { interval: 200 }).toEqual([method, url, true, true])
  }
})

test('A237 one address has so many pages rendered and no more; others, and what lies ready, are served on', async () => {
  const [from, other] = [newAddress(), newAddress()]
  const pageOf = (at: number) => `/stop/made-up-made-up-made-up-${at}`
  expect(await answeredOf(200, from, pageOf)).toBe(60)
  const refused = await ask('/bikes?q=gixxer', from)
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  const refusedPerson = await askAsBrowser('/bn/bikes?q=gixxer', from)
  expect(refusedPerson.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(refusedPerson.payload).toContain('অনেকবার চেষ্টা হয়েছে। একটু অপেক্ষা করে আবার করুন।')
  expect([await statusOf('/bikes?q=gixxer', other), await statusOf('/', other), await statusOf('/', from)]).toEqual([
    200, 200, 200,
  ])
})

test('A237 sitemaps and the forms of letters have an end too', async () => {
  const anywhere = (at: number) => `/sitemaps/bikes-00000000-0000-0000-0000-${String(at).padStart(12, '0')}.xml`
  expect(await answeredOf(30, newAddress(), anywhere)).toBe(3)
  expect(await answeredOf(80, newAddress(), (at) => `/stop/made-up-${at}`, 'POST')).toBe(30)
})

test('A237 who asks for the pictures of all bikes at once keeps nobody else from theirs', async () => {
  const [mine = '', ...slugs] = await slugsOnSale()
  const from = newAddress()
  const asked = slugs.map((slug) => statusOf(`/share/${slug}.jpg`, from))
  const others = statusOf(`/share/${mine}.jpg`, newAddress())
  const statuses = await Promise.all(asked)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, ...slugs.slice(3).map(() => 429)])
  expect(await others).toBe(200)
  const isThere = new Set(slugs.filter((_, at) => statuses[at] === 200))
  const rest = slugs.filter((slug) => !isThere.has(slug))
  expect(await answeredOf(rest.length, from, (at) => `/share/${rest[at]}.jpg`)).toBe(0)
  for (const slug of isThere) expect(await statusOf(`/share/${slug}.jpg`, from)).toBe(200)
})

test('A239 a number that is masked is not found out by searching for it', async () => {
  const { rows } = await shop.db.$client.query<{ id: string }>(
    `update bikes set description = 'Call ০১৭১২-৩৪৫৬৭৮ or +88 01812–345 679, chain and sprocket new'
     where id = (select id from bikes where sold_at is null and withdrawn_at is null and advertised_at is null limit 1)
     returning id`,
  )
  const isFoundBy = async (q: string) => {
    const { bikes, widened, understood } = await shop.visitor('GET /bikes', { query: { q, limit: '100' } })
    // Some figures are taken for a price: that asks for no word of a text.
    const isWord = understood.every(({ kind }) => kind === 'word')
    return isWord && widened.length === 0 && bikes.some(({ _id }) => _id === rows[0]?.id)
  }
  assert(await isFoundBy('sprocket'), 'needs a description that is searched')
  for (const q of ['01712345678', '01712', '0171', '01812', '0181234', '345', '679', '+8801812', '8801'])
    expect([q, await isFoundBy(q)]).toEqual([q, false])
})

test('A151 the name of a call in the place of a bike’s address is no bike', async () => {
  for (const slug of ['suggest', '..', '%2e%2e%2fcategory', 'suggest%3Fq=y', 'a'.repeat(81)]) {
    expect([slug, await statusOf(`/bikes/${slug}`, newAddress())]).toEqual([slug, slug === '..' ? 200 : 404])
    const compared = await ask(`/compare?ids=${slug}`)
    expect([slug, compared.statusCode, compared.payload.includes('<table>')]).toEqual([slug, 200, false])
  }
})
