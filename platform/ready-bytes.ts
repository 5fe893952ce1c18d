// Hot public answers kept as ready bytes: plain, brotli and gzip with an ETag, dropped when the shop window changes.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'plain'
type Kept = {
  bytes: Record<Encoding, Buffer>
  etag: string
  type: string
  link: string | undefined
  keptAt: number
}

export type ReadyBytes = {
  /** Forgets everything: the shop window has changed. */
  drop(): void
}

// A lost notice may make a list old by this much and no more.
const lifetimeMs = 5_000
// Each address with other query words is kept apart, so the shelf is bounded.
const keptMost = 200

const squeezeBrotli = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)

const squeeze = async (plain: Buffer): Promise<Record<Encoding, Buffer>> => ({
  plain,
  br: await squeezeBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: await squeezeGzip(plain, { level: 6 }),
})

const wanted = (accept: string | undefined): Encoding => {
  if (accept === undefined) return 'plain'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accept)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accept) ? 'gzip' : 'plain'
}

const sendKept = (kept: Kept, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  void reply.header('etag', kept.etag).header('vary', 'accept-encoding').header('cache-control', 'public, no-cache')
  if (kept.link !== undefined) void reply.header('link', kept.link)
  if (request.headers['if-none-match'] === kept.etag) return reply.status(304).send()
  const encoding = wanted(request.headers['accept-encoding'])
  if (encoding !== 'plain') void reply.header('content-encoding', encoding)
  return reply.type(kept.type).send(kept.bytes[encoding])
}

/**
 * Keeps the answers of the given addresses (paths without their query).
 * A request that carries an Authorization header is a person's and passes by. Every write through this process drops
 * all; writes elsewhere are told through `drop`.
 */
export const keepReadyBytes = (
  app: FastifyInstance,
  options: { paths: ReadonlySet<string>; now: () => number },
): ReadyBytes => {
  const shelf = new Map<string, Kept>()
  // Counts the drops: an answer that was begun before one must not be kept after it.
  let generation = 0
  const begun = new WeakMap<FastifyRequest, number>()
  const drop = () => {
    generation += 1
    shelf.clear()
  }
  const isShared = (request: FastifyRequest): boolean =>
    request.method === 'GET' &&
    request.headers.authorization === undefined &&
    options.paths.has(request.url.split('?', 1)[0] ?? '')

  app.addHook('onRequest', (request, reply, done) => {
    if (!isShared(request)) return done()
    const kept = shelf.get(request.url)
    if (kept && options.now() - kept.keptAt < lifetimeMs) return void sendKept(kept, request, reply)
    begun.set(request, generation)
    done()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') drop()
    const since = begun.get(request)
    if (since === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const bytes = await squeeze(Buffer.from(payload))
    const link = reply.getHeader('link')
    const kept: Kept = {
      bytes,
      etag: `"${createHash('sha256').update(bytes.plain).digest('base64url').slice(0, 22)}"`,
      type: String(reply.getHeader('content-type')),
      link: typeof link === 'string' ? link : undefined,
      keptAt: options.now(),
    }
    if (since === generation) {
      if (shelf.size >= keptMost) shelf.clear()
      shelf.set(request.url, kept)
    }
    void reply.header('cache-control', 'public, no-cache').header('vary', 'accept-encoding').header('etag', kept.etag)
    return payload
  })

  return { drop }
}
