// A page as bytes: in the form that a browser reads, with its tag; and the pages that are the same until the next version.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

export type PageBytes = {
  status: number
  plain: Buffer
  etag: string
  /** Packed when the first person asks for it. */
  packed: Partial<Record<Encoding, Promise<Buffer>>>
}

const squeezeBrotli = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)

const squeeze: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  // 5 of 11: beyond it a page costs more time than it saves on the way.
  br: (plain) => squeezeBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => squeezeGzip(plain),
}

/** How long a page may be used without asking: not at all, but an unchanged one is not sent again. */
export const freshness = 'public, max-age=0, must-revalidate'

export const bytesOf = ({ status, html }: { status: number; html: string }): PageBytes => ({
  status,
  plain: Buffer.from(html),
  etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
  packed: {},
})

/** The smallest form that the browser says it reads, or null for the plain one. */
const encodingFor = (accepted = ''): Encoding | null =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null

/** Sends the page, or says that the browser has it already. */
export const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageBytes,
): Promise<FastifyReply> => {
  // What went wrong just now may be right in a moment: no cache may keep it.
  const keeping = page.status < 500 ? freshness : 'no-store'
  void reply.status(page.status).headers({ etag: page.etag, vary: 'accept-encoding', 'cache-control': keeping })
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  void reply.type('text/html; charset=utf-8')
  if (encoding === null) return reply.send(page.plain)
  const bytes = await (page.packed[encoding] ??= squeeze[encoding](page.plain))
  return reply.header('content-encoding', encoding).send(bytes)
}

// Anybody may ask for any address, so the shelf is bounded and holds none that is long.
const keptMost = 200
const addressMost = 200

export type SettledPages = {
  find: (url: string) => PageBytes | undefined
  keep: (url: string, page: PageBytes) => void
}

/** Keeps pages in which no data stands, by address: the 404 page and the shells of protected screens. */
export const keepSettledPages = (): SettledPages => {
  const shelf = new Map<string, PageBytes>()
  const keep = (url: string, page: PageBytes) => {
    if (url.length > addressMost) return
    const [oldest] = shelf.keys()
    if (shelf.size >= keptMost && oldest !== undefined) shelf.delete(oldest)
    shelf.set(url, page)
  }
  return { find: (url) => shelf.get(url), keep }
}
