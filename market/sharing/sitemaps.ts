// robots.txt and the sitemaps for search engines.
import { and, asc, eq, gte, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import { idPattern } from '#contract/fields.ts'
import type { Database } from '#platform/database/database.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { sendError } from '#platform/http/http-server.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { type SitemapPage, createSitemap, createSitemapIndex } from './texts.ts'

export type SitemapDeps = {
  replicaReads: ReplicaReads
  publicUrl: string
  now: () => Date
  /** Rate limit for sitemaps of bikes; throws if exceeded. */
  checkRateLimit: (request: FastifyRequest) => Promise<void>
}

// Two URLs per bike, one per language; the protocol allows 50,000 URLs and 50 MB.
const bikesPerSitemap = 5_000
// The index reads all bikes, so it is cached.
const indexMaxAgeMs = 600_000
const maxAgeSeconds = 3_600
// A sitemap is megabytes of text, so few are created at once.
const maxConcurrency = 2

/** The first bike id of each sitemap of bikes. */
const createStartsQuery = (db: Database) => async (): Promise<string[]> => {
  const numbered = db
    .select({ id: bikes.id, position: sql<number>`row_number() over (order by ${bikes.id})`.as('place') })
    .from(bikes)
    .where(onSale)
    .as('numbered')
  const starts = await db
    .select({ id: numbered.id })
    .from(numbered)
    .where(sql`${numbered.position} % ${sql.raw(String(bikesPerSitemap))} = 1`)
    .orderBy(asc(numbered.id))
  return starts.map(({ id }) => id)
}

const createBikesQuery =
  (db: Database) =>
  async (start: string): Promise<SitemapPage[]> => {
    const rows = await db
      .select({ slug: bikes.slug, changedAt: sql<string>`coalesce(${bikes.editedAt}, ${bikes.createdAt})` })
      .from(bikes)
      .where(and(onSale, gte(bikes.id, start)))
      .orderBy(asc(bikes.id))
      .limit(bikesPerSitemap)
    return rows.map(({ slug, changedAt }) => ({ path: `/bikes/${slug}`, changedAt: new Date(changedAt) }))
  }

const toSlug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') // prettier-ignore

/** Brands with a bike on sale. */
const createBrandsQuery = (db: Database) => async (): Promise<SitemapPage[]> => {
  const isOffered = sql`exists (select from bikes as one where one.brand_id = ${brands.id}
    and one.sold_at is null and one.withdrawn_at is null and one.hidden_at is null)`
  const rows = await db
    .select({ name: brands.name })
    .from(brands)
    .where(and(isNull(brands.retiredAt), isOffered))
    .orderBy(asc(brands.name))
  return rows.map(({ name }) => ({ path: `/bikes?brand=${toSlug(name)}` }))
}

// The same slug as in the web app; the guide accepts any spelling.
const toGuideSegment = (name: string): string => encodeURIComponent(name.toLowerCase().replaceAll(/\s+/g, '-'))

/** Price guides of models with a bike on sale. */
const createGuidesQuery = (db: Database) => async (): Promise<SitemapPage[]> => {
  const isOffered = sql`exists (select from bikes as one where one.brand_id = ${models.brandId}
    and one.model_id = ${models.id} and one.sold_at is null and one.withdrawn_at is null and one.hidden_at is null)`
  const rows = await db
    .select({ brand: brands.name, model: models.name })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(and(isNull(models.retiredAt), isOffered))
    .orderBy(asc(brands.name), asc(models.name))
  return rows.map(({ brand, model }) => ({ path: `/guide/${toGuideSegment(brand)}/${toGuideSegment(model)}` }))
}

const getBikesPath = (start: string): string => `/sitemaps/bikes-${start}.xml`

/** Caches a result for some time; concurrent calls share it. */
const memoize = <T>(now: () => Date, load: () => Promise<T>): (() => Promise<T>) => {
  const cache: { at: number; answer: Promise<T> | null } = { at: 0, answer: null }
  return () => {
    const at = now().getTime()
    if (cache.answer && at - cache.at < indexMaxAgeMs) return cache.answer
    const answer = load()
    Object.assign(cache, { at, answer })
    answer.catch(() => {
      cache.answer = null
    })
    return answer
  }
}

/** Limits concurrency; throws `shop_unavailable` with a retry time beyond it. */
const createConcurrencyLimit = () => {
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxConcurrency) throw new ApiError('shop_unavailable', { retryAfterSeconds: 30 })
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
    }
  }
}

const createRobotsTxt = (publicUrl: string): string =>
  `User-agent: *
Allow: /
Disallow: /api/
Disallow: /dashboard

Sitemap: ${publicUrl}/sitemap.xml
`

// Static pages.
const staticPages: SitemapPage[] = ['/', '/blog', '/bikes'].map((path) => ({ path }))

/** Serves robots.txt, the sitemap index and the sitemaps. */
export const serveSitemaps = (
  app: FastifyInstance,
  { replicaReads, publicUrl, now, checkRateLimit }: SitemapDeps,
): void => {
  const getStarts = memoize(now, replicaReads(createStartsQuery))
  const listBrandPages = memoize(now, replicaReads(createBrandsQuery))
  const listGuidePages = memoize(now, replicaReads(createGuidesQuery))
  const listBikesFrom = replicaReads(createBikesQuery)
  const limitConcurrency = createConcurrencyLimit()
  const cacheHeaders = { 'cache-control': `public, max-age=${maxAgeSeconds}` }
  const xmlType = 'application/xml; charset=utf-8'
  app.get('/robots.txt', (_request, reply) =>
    reply.headers(cacheHeaders).type('text/plain; charset=utf-8').send(createRobotsTxt(publicUrl)),
  )
  app.get('/sitemap.xml', async (_request, reply) => {
    const paths = ['/sitemaps/pages.xml', ...(await getStarts()).map(getBikesPath)]
    return reply.headers(cacheHeaders).type(xmlType).send(createSitemapIndex(publicUrl, paths))
  })
  app.get('/sitemaps/pages.xml', async (_request, reply) =>
    reply
      .headers(cacheHeaders)
      .type(xmlType)
      .send(createSitemap(publicUrl, [...staticPages, ...(await listBrandPages()), ...(await listGuidePages())])),
  )
  app.get<{ Params: { start: string } }>(
    '/sitemaps/bikes-:start.xml',
    { onRequest: checkRateLimit },
    async (request, reply) => {
      const { start } = request.params
      if (!idPattern.test(start)) return sendError(new ApiError('not_found'), request, reply)
      const listed = await limitConcurrency(() => listBikesFrom(start))
      return reply.headers(cacheHeaders).type(xmlType).send(createSitemap(publicUrl, listed))
    },
  )
}
