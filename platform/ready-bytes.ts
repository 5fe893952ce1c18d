// Hot public answers kept as ready bytes: plain, brotli and gzip with an ETag, dropped when the shop window changes.
import { createHash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'plain'
type Kept = {
  /** Every form with its headers as Node writes them: names and values in turn. */
  forms: Record<Encoding, { bytes: Buffer; headers: string[] }>
  etag: string
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
const isKnownTo = (request: IncomingMessage, etag: string): boolean =>
  request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)) ?? false

// Browsers of one kind all say the same words, so they are looked at once. Bounded, since anybody may say anything.
const understandingMost = 50
const rememberWanted = (): ((accept: string | undefined) => Encoding) => {
  const understood = new Map<string, Encoding>()
  return (accept = '') => {
    const known = understood.get(accept)
    if (known) return known
    if (understood.size >= understandingMost) understood.clear()
    const encoding = wanted(accept)
    understood.set(accept, encoding)
    return encoding
  }
}

const sendKept = (kept: Kept, encoding: Encoding, request: IncomingMessage, response: ServerResponse): void => {
  const { bytes, headers } = kept.forms[encoding]
  if (!isKnownTo(request, kept.etag)) return void response.writeHead(200, headers).end(bytes)
  response.writeHead(304, headers.slice(0, headers.lastIndexOf('content-length'))).end()
}

// Weak, since the plain and the packed forms of one answer share it.
const etagOf = (plain: Buffer): string => `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`

// These belong to one request or one connection; whoever asks next gets their own, or none.
const ownHeaders = new Set(['x-request-id', 'content-length', 'connection', 'keep-alive', 'date'])

const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || ownHeaders.has(name) ? [] : [name, String(value)],
  )

const keptOf = async (reply: FastifyReply, plain: Buffer, readAt: number): Promise<Kept> => {
  const etag = etagOf(plain)
  if (!reply.hasHeader('cache-control') || reply.getHeader('cache-control') === 'no-store') {
    void reply.header('cache-control', 'public, no-cache')
  }
  void reply.header('vary', 'accept-encoding').header('etag', etag)
  const headers = headersOf(reply)
  const squeezed = await squeeze(plain)
  const form = (encoding: Encoding) => {
    const bytes = squeezed[encoding]
    const packed = encoding === 'plain' ? [] : ['content-encoding', encoding]
    return { bytes, headers: [...headers, ...packed, 'content-length', String(bytes.length)] }
  }
  return { forms: { plain: form('plain'), br: form('br'), gzip: form('gzip') }, etag, readAt }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

/**
 * Keeps the answers of the given addresses (paths without their query).
 * A request that carries an Authorization header is a person's and passes by. Every write through this process drops
 * all, but for those of `aside`, which change nothing that is shared; writes elsewhere are told through `drop`.
 * What is kept is sent before the request enters the framework, which costs three times what sending it does.
 */
export const keepReadyBytes = (
  app: FastifyInstance,
  options: { paths: ReadonlySet<string>; aside?: ReadonlySet<string>; now: () => number },
): ReadyBytes => {
  const shelf = new Map<string, Kept>()
  const encodingFor = rememberWanted()
  // Counts the drops: an answer that was begun before one must not be kept after it.
  let generation = 0
  const begun = new WeakMap<FastifyRequest, { generation: number; readAt: number }>()
  const drop = () => {
    generation += 1
    shelf.clear()
  }
  const sent = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    const kept = shelf.get(request.url ?? '')
    if (!kept || options.now() - kept.readAt >= lifetimeMs) return false
    sendKept(kept, encodingFor(request.headers['accept-encoding']), request, response)
    return true
  }
  standInFront(app.server, sent)

  app.addHook('onRequest', (request, reply, done) => {
    // Calls in process come without the server, so they are looked at here.
    if (sent(request.raw, reply.raw)) {
      reply.hijack()
      return
    }
    const isShared = request.method === 'GET' && request.headers.authorization === undefined
    if (isShared && options.paths.has(pathOf(request))) begun.set(request, { generation, readAt: options.now() })
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
    const encoding = encodingFor(request.headers['accept-encoding'])
    if (encoding !== 'plain') void reply.header('content-encoding', encoding)
    return kept.forms[encoding].bytes
  })

  return { drop }
}

/** Lets `sent` answer a request before the framework sees it; what it does not answer goes on as ever. */
const standInFront = (server: Server, sent: (request: IncomingMessage, response: ServerResponse) => boolean): void => {
  const behind = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!sent(request, response)) for (const listener of behind) Reflect.apply(listener, server, [request, response])
  })
}
