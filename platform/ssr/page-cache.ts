// Rendered pages with their ETag and compressed forms, and a cache of pages that contain no data.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Compression, compressors, selectCompression } from '#platform/http/compression.ts'

export type EncodedPage = {
  status: number
  plain: Buffer
  etag: string
  /** Compressed at the first request for it. */
  compressed: Partial<Record<Compression, Promise<Buffer>>>
}

/** Browsers revalidate a page at every visit; an unchanged one is answered 304. */
export const pageCacheControl = 'public, max-age=0, must-revalidate'

export const encodePage = ({ status, html }: { status: number; html: string }): EncodedPage => ({
  status,
  plain: Buffer.from(html),
  etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  compressed: {},
})

// As the API's own 503.
const retryAfterSeconds = 5

/** Sends the page, or 304 when the browser has it already. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  page: EncodedPage,
): Promise<FastifyReply> => {
  void reply.status(page.status).headers({ vary: 'accept-encoding' })
  // An error may be gone in a moment, so no cache may store it.
  if (page.status >= 500) void reply.header('cache-control', 'no-store')
  else void reply.headers({ 'cache-control': pageCacheControl, etag: page.etag })
  if (page.status === 503) void reply.header('retry-after', retryAfterSeconds)
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const compression = selectCompression(request.headers['accept-encoding'])
  void reply.type('text/html; charset=utf-8')
  if (compression === null) return reply.send(page.plain)
  const bytes = await (page.compressed[compression] ??= compressors[compression](page.plain))
  return reply.header('content-encoding', compression).send(bytes)
}

// Anybody may request any URL, so both the number of pages and the length of a URL are bounded.
const maxPages = 200
const maxUrlLength = 200

export type StaticPageCache = {
  get: (url: string) => EncodedPage | undefined
  set: (url: string, page: EncodedPage) => void
}

/** Stores pages that contain no data, by URL: the 404 page and the shells of screens behind sign-in. */
export const createStaticPageCache = (): StaticPageCache => {
  const pages = new LRUCache<string, EncodedPage>({ max: maxPages })
  return {
    get: (url) => pages.get(url),
    set: (url, page) => {
      if (url.length <= maxUrlLength) pages.set(url, page)
    },
  }
}
