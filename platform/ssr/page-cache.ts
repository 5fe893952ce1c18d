// A page as bytes: in the form that a browser reads, with its tag; and the pages that are the same until the next version.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

export type EncodedPage = {
  status: number
  plain: Buffer
  etag: string
  /** Packed when the first person asks for it. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const compressors: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  // 5 of 11: beyond it a page costs more time than it saves on the way.
  br: (plain) => compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => compressGzip(plain),
}

/** How long a page may be used without asking: not at all, but an unchanged one is not sent again. */
export const pageCacheControl = 'public, max-age=0, must-revalidate'

export const encodePage = ({ status, html }: { status: number; html: string }): EncodedPage => ({
  status,
  plain: Buffer.from(html),
  etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  compressed: {},
})

/** The smallest form that the browser says it reads, or null for the plain one. */
const selectEncoding = (acceptEncoding = ''): Encoding | null =>
  /\bbr\b/.test(acceptEncoding) ? 'br' : /\bgzip\b/.test(acceptEncoding) ? 'gzip' : null

/** Sends the page, or says that the browser has it already. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  page: EncodedPage,
): Promise<FastifyReply> => {
  // What went wrong just now may be right in a moment: no cache may keep it.
  const cacheControl = page.status < 500 ? pageCacheControl : 'no-store'
  void reply.status(page.status).headers({ etag: page.etag, vary: 'accept-encoding', 'cache-control': cacheControl })
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const encoding = selectEncoding(request.headers['accept-encoding'])
  void reply.type('text/html; charset=utf-8')
  if (encoding === null) return reply.send(page.plain)
  const bytes = await (page.compressed[encoding] ??= compressors[encoding](page.plain))
  return reply.header('content-encoding', encoding).send(bytes)
}

// Anybody may ask for any address, so the shelf is bounded and holds none that is long.
const maxPages = 200
const maxUrlLength = 200

export type StaticPageCache = {
  get: (url: string) => EncodedPage | undefined
  set: (url: string, page: EncodedPage) => void
}

/** Keeps pages in which no data stands, by address: the 404 page and the shells of protected screens. */
export const createStaticPageCache = (): StaticPageCache => {
  const pages = new Map<string, EncodedPage>()
  const set = (url: string, page: EncodedPage) => {
    if (url.length > maxUrlLength) return
    const [oldest] = pages.keys()
    if (pages.size >= maxPages && oldest !== undefined) pages.delete(oldest)
    pages.set(url, page)
  }
  return { get: (url) => pages.get(url), set }
}
