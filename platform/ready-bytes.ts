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
  /** Before the database was asked, on the clock of `now`, in milliseconds. */
  readAt: number
}

export type ReadyBytes = {
  /** Forgets everything: the shop window has changed. */
  drop: () => void
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

type Liking = { name: string; weight: number }

const likings = (accept: string): Liking[] =>
  accept
    .toLowerCase()
    .split(',')
    .map((one) => {
      const [name = '', ...words] = one.split(';').map((word) => word.trim())
      const weight = words.find((word) => word.startsWith('q='))?.slice(2)
      return { name, weight: weight === undefined ? 1 : Number(weight) }
    })

/** The smallest form that the caller says it reads; what it gives no weight it does not want. */
const wanted = (accept = ''): Encoding => {
  const liked = likings(accept)
  return (['br', 'gzip'] as const).find((name) => liked.some((one) => one.name === name && one.weight > 0)) ?? 'plain'
}

// A cache on the way may have made the tag a weak one; the answer is the same.
const isKnownTo = (request: FastifyRequest, etag: string): boolean =>
  (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))

const label = (reply: FastifyReply, etag: string): void => {
  void reply.header('cache-control', 'public, no-cache').header('vary', 'accept-encoding').header('etag', etag)
}

const sendKept = (kept: Kept, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  label(reply, kept.etag)
  if (kept.link !== undefined) void reply.header('link', kept.link)
  if (isKnownTo(request, kept.etag)) return reply.status(304).send()
  const encoding = wanted(request.headers['accept-encoding'])
  if (encoding !== 'plain') void reply.header('content-encoding', encoding)
  return reply.type(kept.type).send(kept.bytes[encoding])
}

// Weak, since the plain and the packed forms of one answer share it.
const etagOf = (plain: Buffer): string => `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`

const keptOf = async (reply: FastifyReply, plain: Buffer, readAt: number): Promise<Kept> => {
  const link = reply.getHeader('link')
  return {
    bytes: await squeeze(plain),
    etag: etagOf(plain),
    type: String(reply.getHeader('content-type')),
    link: typeof link === 'string' ? link : undefined,
    readAt,
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/**
 * Keeps the answers of the given addresses (paths without their query).
 * A request that carries an Authorization header is a person's and passes by. Every write through this process drops
 * all, but for those of `aside`, which change nothing that is shared; writes elsewhere are told through `drop`.
 */
export const keepReadyBytes = (
  app: FastifyInstance,
  options: { paths: ReadonlySet<string>; aside?: ReadonlySet<string>; now: () => number },
): ReadyBytes => {
  const shelf = new Map<string, Kept>()
  // Counts the drops: an answer that was begun before one must not be kept after it.
  let generation = 0
  const begun = new WeakMap<FastifyRequest, { generation: number; readAt: number }>()
  const drop = () => {
    generation += 1
    shelf.clear()
  }
  const isShared = (request: FastifyRequest): boolean =>
    request.method === 'GET' && request.headers.authorization === undefined && options.paths.has(pathOf(request))

  app.addHook('onRequest', (request, reply, done) => {
    if (!isShared(request)) return done()
    const kept = shelf.get(request.url)
    if (kept && options.now() - kept.readAt < lifetimeMs) return void sendKept(kept, request, reply)
    begun.set(request, { generation, readAt: options.now() })
    done()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    // A refused write changed nothing; one that ended in a fault may have.
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
    if (request.method !== 'GET' && !isRefused && !options.aside?.has(pathOf(request))) drop()
    const since = begun.get(request)
    if (since === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const kept = await keptOf(reply, Buffer.from(payload), since.readAt)
    if (since.generation === generation) {
      if (shelf.size >= keptMost) shelf.clear()
      shelf.set(request.url, kept)
    }
    label(reply, kept.etag)
    return payload
  })

  return { drop }
}
