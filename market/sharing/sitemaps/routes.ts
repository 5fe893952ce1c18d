// For search engines: which pages there are, in both languages, and what robots need not look at.
import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { SharedReads } from '#platform/database/replica.ts'
import { refuse } from '#platform/http/http-server.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { type Listed, sitemap, sitemapIndex } from '#market/sharing/rules.ts'

export type SitemapRoom = {
  shared: SharedReads
  publicUrl: string
  now: () => Date
  /** Counts whoever asks for a sitemap of bikes; refuses one too many. */
  counted: (request: FastifyRequest) => Promise<void>
}

// Each bike stands in it twice, once for each language; the protocol allows 50,000 addresses and 50 MB.
const bikesInOne = 5_000
// At a million bikes the index looks at all of them, so it is made anew now and then only.
const indexFreshMs = 600_000
const freshSeconds = 3_600
// A sitemap is megabytes of text: whoever asks for many at once waits.
const atOnceMost = 2

/** Where each sitemap of bikes begins: the id of its first bike. */
const openStarts = (db: Database) => async (): Promise<string[]> => {
  const numbered = db
    .select({ id: bikes.id, place: sql<number>`row_number() over (order by ${bikes.id})`.as('place') })
    .from(bikes)
    .where(onSale)
    .as('numbered')
  const starts = await db
    .select({ id: numbered.id })
    .from(numbered)
    .where(sql`${numbered.place} % ${sql.raw(String(bikesInOne))} = 1`)
    .orderBy(asc(numbered.id))
  return starts.map(({ id }) => id)
}

const openBikes =
  (db: Database) =>
  async (start: string): Promise<Listed[]> => {
    const rows = await db
      .select({ slug: bikes.slug, changedAt: sql<string>`coalesce(${bikes.editedAt}, ${bikes.createdAt})` })
      .from(bikes)
      .where(and(onSale, gte(bikes.id, start)))
      .orderBy(asc(bikes.id))
      .limit(bikesInOne)
    return rows.map(({ slug, changedAt }) => ({ path: `/bikes/${slug}`, changedAt: new Date(changedAt) }))
  }

const spelt = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') // prettier-ignore

/** The brands of which some bike is on sale. */
const openBrands = (db: Database) => async (): Promise<Listed[]> => {
  const isOffered = sql`exists (select from bikes as one where one.brand_id = ${brands.id}
    and one.sold_at is null and one.withdrawn_at is null)`
  const rows = await db
    .select({ name: brands.name })
    .from(brands)
    .where(and(isNull(brands.retiredAt), isOffered))
    .orderBy(asc(brands.name))
  return rows.map(({ name }) => ({ path: `/bikes?brand=${spelt(name)}` }))
}

// As the screens write it: the guide hears names in any writing.
const inGuide = (name: string): string => encodeURIComponent(name.toLowerCase().replaceAll(/\s+/g, '-'))

/** The guides of the models of which some bike is on sale. */
const openGuides = (db: Database) => async (): Promise<Listed[]> => {
  const isOffered = sql`exists (select from bikes as one where one.brand_id = ${models.brandId}
    and one.model_id = ${models.id} and one.sold_at is null and one.withdrawn_at is null)`
  const rows = await db
    .select({ brand: brands.name, model: models.name })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(and(isNull(models.retiredAt), isOffered))
    .orderBy(asc(brands.name), asc(models.name))
  return rows.map(({ brand, model }) => ({ path: `/guide/${inGuide(brand)}/${inGuide(model)}` }))
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const bikesPath = (start: string): string => `/sitemaps/bikes-${start}.xml`

/** Asks again only after a while, whoever asks meanwhile. */
const remembered = <T>(now: () => Date, ask: () => Promise<T>): (() => Promise<T>) => {
  const kept: { at: number; answer: Promise<T> | null } = { at: 0, answer: null }
  return () => {
    const at = now().getTime()
    if (kept.answer && at - kept.at < indexFreshMs) return kept.answer
    const answer = ask()
    Object.assign(kept, { at, answer })
    answer.catch(() => {
      kept.answer = null
    })
    return answer
  }
}

/** Lets few work at once; the others are told to come again. */
const fewAtOnce = () => {
  let working = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnceMost) throw new Refused('shop_unavailable', { retryAfterSeconds: 30 })
    working += 1
    try {
      return await work()
    } finally {
      working -= 1
    }
  }
}

const robots = (publicUrl: string): string =>
  `User-agent: *
Allow: /
Disallow: /api/
Disallow: /dashboard

Sitemap: ${publicUrl}/sitemap.xml
`

// Pages that stay where they are.
const always: Listed[] = ['/', '/blog', '/bikes'].map((path) => ({ path }))

/** Serves robots.txt, the index of sitemaps, and the sitemaps. */
export const serveSitemaps = (app: FastifyInstance, { shared, publicUrl, now, counted }: SitemapRoom): void => {
  const starts = remembered(now, shared(openStarts))
  const ofBrands = remembered(now, shared(openBrands))
  const ofGuides = remembered(now, shared(openGuides))
  const bikesFrom = shared(openBikes)
  const inTurn = fewAtOnce()
  const fresh = { 'cache-control': `public, max-age=${freshSeconds}` }
  const xml = 'application/xml; charset=utf-8'
  app.get('/robots.txt', (_request, reply) =>
    reply.headers(fresh).type('text/plain; charset=utf-8').send(robots(publicUrl)),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const paths = ['/sitemaps/pages.xml', ...(await starts()).map(bikesPath)]
    return reply.headers(fresh).type(xml).send(sitemapIndex(publicUrl, paths))
  })
  app.get('/sitemaps/pages.xml', async (_request, reply) =>
    reply
      .headers(fresh)
      .type(xml)
      .send(sitemap(publicUrl, [...always, ...(await ofBrands()), ...(await ofGuides())])),
  )
  app.get<{ Params: { start: string } }>(
    '/sitemaps/bikes-:start.xml',
    { onRequest: counted },
    async (request, reply) => {
      const { start } = request.params
      if (!uuid.test(start)) return refuse(new Refused('not_found'), request, reply)
      const listed = await inTurn(() => bikesFrom(start))
      return reply.headers(fresh).type(xml).send(sitemap(publicUrl, listed))
    },
  )
}
