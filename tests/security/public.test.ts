// What anybody may ask without a call of their own: pages, lists that lie ready, sitemaps, drawn pictures, words of a search.
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { createLimits } from '#server/multiplied-limits.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let testApp: TestApp
// The clock stands still, so that nobody is given a turn back meanwhile.
beforeAll(async () => {
  testApp = await createTestApp({
    manualClose: true,
    pages: true,
    clock: { now: new Date() },
    limits: createLimits(0.05),
  })
})
afterAll(() => testApp.close())

let addressCount = 0
const createAddress = () => `198.18.1.${(addressCount += 1)}`
const request = (url: string, from = createAddress(), method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  testApp.fastify.inject({ method, url, remoteAddress: from, headers: { accept: '*/*' } })
const requestAsBrowser = (url: string, remoteAddress: string) =>
  testApp.fastify.inject({ url, remoteAddress, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
const getStatus = async (url: string, from: string, method?: 'POST') => (await request(url, from, method)).statusCode

/** How many are answered before the first 429, of so many at the most. */
const countAnswered = async (max: number, from: string, toUrl: (at: number) => string, method?: 'POST') => {
  for (let at = 0; at < max; at += 1) if ((await getStatus(toUrl(at), from, method)) === 429) return at
  return max
}

const listSlugsOnSale = async (): Promise<string[]> => {
  const { rows } = await testApp.db.$client.query<{ slug: string }>(
    'select slug from bikes where sold_at is null and withdrawn_at is null order by id limit 12',
  )
  assert(rows.length === 12, 'needs twelve bikes')
  return rows.map(({ slug }) => slug)
}

test('A235 the response cache is not cleared by reads or by e-mail forms', async () => {
  // A cached response bypasses the code that sets a request id.
  const isReady = async () => (await request('/api/allbikes')).headers['x-request-id'] === undefined
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
      await request('/api/allbikes')
      const { statusCode } = await request(url, createAddress(), method)
      return [method, url, statusCode < 400, await isReady()]
    }
    await expect.poll(isReadyAfter, { interval: 200 }).toEqual([method, url, true, true])
  }
})

test('A237 one address has so many pages rendered and no more; others, and what lies ready, are served on', async () => {
  const [from, other] = [createAddress(), createAddress()]
  const toPageUrl = (at: number) => `/stop/made-up-made-up-made-up-${at}`
  expect(await countAnswered(200, from, toPageUrl)).toBe(60)
  const refused = await request('/bikes?q=gixxer', from)
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  const refusedPerson = await requestAsBrowser('/bn/bikes?q=gixxer', from)
  expect(refusedPerson.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(refusedPerson.payload).toContain('অনেকবার চেষ্টা হয়েছে। একটু অপেক্ষা করে আবার করুন।')
  expect([await getStatus('/bikes?q=gixxer', other), await getStatus('/', other), await getStatus('/', from)]).toEqual([
    200, 200, 200,
  ])
})

test('A237 sitemaps and e-mail forms are limited too', async () => {
  const toSitemapUrl = (at: number) => `/sitemaps/bikes-00000000-0000-0000-0000-${String(at).padStart(12, '0')}.xml`
  expect(await countAnswered(30, createAddress(), toSitemapUrl)).toBe(3)
  expect(await countAnswered(80, createAddress(), (at) => `/stop/made-up-${at}`, 'POST')).toBe(30)
})

test(
  'A237 who asks for the pictures of all bikes at once keeps nobody else from theirs',
  { tags: 'long' },
  async () => {
    const [mine = '', ...slugs] = await listSlugsOnSale()
    const from = createAddress()
    const statusPromises = slugs.map((slug) => getStatus(`/share/${slug}.jpg`, from))
    const others = getStatus(`/share/${mine}.jpg`, createAddress())
    const statuses = await Promise.all(statusPromises)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, ...slugs.slice(3).map(() => 429)])
    expect(await others).toBe(200)
    const servedSlugs = new Set(slugs.filter((_, at) => statuses[at] === 200))
    const rest = slugs.filter((slug) => !servedSlugs.has(slug))
    expect(await countAnswered(rest.length, from, (at) => `/share/${rest[at]}.jpg`)).toBe(0)
    for (const slug of servedSlugs) expect(await getStatus(`/share/${slug}.jpg`, from)).toBe(200)
  },
)

test('A239 a number that is masked is not found out by searching for it', async () => {
  const { rows } = await testApp.db.$client.query<{ id: string }>(
    `update bikes set description = 'Call ০১৭১২-৩৪৫৬৭৮ or +88 01812–345 679, chain and sprocket new'
     where id = (select id from bikes where sold_at is null and withdrawn_at is null and advertised_at is null limit 1)
     returning id`,
  )
  const isFoundBy = async (q: string) => {
    const { bikes, widened, understood } = await testApp.visitor('GET /bikes', { query: { q, limit: '100' } })
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
    expect([slug, await getStatus(`/bikes/${slug}`, createAddress())]).toEqual([slug, slug === '..' ? 200 : 404])
    const compared = await request(`/compare?ids=${slug}`)
    expect([slug, compared.statusCode, compared.payload.includes('<table>')]).toEqual([slug, 200, false])
  }
})
