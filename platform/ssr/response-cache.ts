// Hot public answers kept as ready bytes: plain, brotli and gzip with an ETag, dropped when the shop window changes.
import { createHash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createEncodingSelector, type Encoding } from '#platform/http/accept-encoding.ts'

/**
 * The bytes with their headers as Node writes them: names and values in turn. A short answer also as a text of one letter
 * for each byte, which Node puts behind its headers and writes with them at once, in two thirds of the time.
 */
type EncodedBody = { bytes: Buffer; latin1: string | null; headers: string[] }

// What fits into Node's own buffer for a write, headers included.
const maxLatin1Bytes = 14_000
type CachedResponse = {
  plain: EncodedBody
  /** Packed when the first person asks for it: most of what lies further down a list is asked for once. */
  compressed: Partial<Record<Encoding, EncodedBody | Promise<EncodedBody>>>
  etag: string
  /** Before the database was asked, on the clock of `now`, in milliseconds. */
  readAt: number
}

export type ResponseCache = {
  /** Forgets everything: the shop window has changed. */
  clear: () => void
  /** What a GET of this address by nobody in particular is answered, if it lies ready: for who asks in process. */
  get: (url: string) => { headers: string[]; text: string } | null
  /** How many answers were sent from the shelf and how many had to be made, since the start. */
  counts: { readonly hits: number; readonly misses: number }
}

// A lost notice may make a list old by this much and no more.
const ttlMs = 5_000
// Each address with other query words is kept apart, so the shelf is bounded.
const maxEntries = 200

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

const compressors: Record<Exclude<Encoding, 'plain'>, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => compressGzip(plain, { level: 6 }),
}

/** The headers with the length of these bytes, which stands last. */
const toEncodedBody = (headers: string[], bytes: Buffer): EncodedBody => ({
  bytes,
  latin1: bytes.length <= maxLatin1Bytes ? bytes.toString('latin1') : null,
  headers: [...headers, 'content-length', String(bytes.length)],
})

const compress = async (cached: CachedResponse, encoding: Exclude<Encoding, 'plain'>): Promise<EncodedBody> => {
  const bytes = await compressors[encoding](cached.plain.bytes)
  const body = toEncodedBody([...removeContentLength(cached.plain.headers), 'content-encoding', encoding], bytes)
  cached.compressed[encoding] = body
  return body
}

/** The answer in this form; packed once, whoever asks meanwhile. */
const getEncodedBody = (cached: CachedResponse, encoding: Encoding): EncodedBody | Promise<EncodedBody> => {
  if (encoding === 'plain') return cached.plain
  return (cached.compressed[encoding] ??= compress(cached, encoding))
}

// A cache on the way may have made the tag a weak one; the answer is the same.
const isNotModified = (request: IncomingMessage, etag: string): boolean =>
  request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)) ?? false

const removeContentLength = (headers: string[]): string[] => headers.slice(0, headers.lastIndexOf('content-length'))

const sendCached = (
  cached: CachedResponse,
  encoding: Encoding,
  request: IncomingMessage,
  response: ServerResponse,
): void => {
  if (isNotModified(request, cached.etag))
    return void response.writeHead(304, removeContentLength(cached.plain.headers)).end()
  const body = getEncodedBody(cached, encoding)
  const send = ({ bytes, latin1, headers }: EncodedBody) => {
    response.writeHead(200, headers)
    if (latin1 === null) response.end(bytes)
    else response.end(latin1, 'latin1')
  }
  if (!(body instanceof Promise)) return send(body)
  // Packing fails only when the process is out of memory; the person's browser asks again.
  body.then(send, () => response.destroy())
}

// Weak, since the plain and the packed forms of one answer share it.
const createEtag = (plain: Buffer): string =>
  `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`

// These belong to one request or one connection; whoever asks next gets their own, or none.
const perRequestHeaders = new Set(['x-request-id', 'content-length', 'connection', 'keep-alive', 'date'])

const getCacheableHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || perRequestHeaders.has(name) ? [] : [name, String(value)],
  )

/** What every shared answer says, whether or not it is kept. */
const setSharedHeaders = (reply: FastifyReply): void => {
  if (!reply.hasHeader('cache-control') || reply.getHeader('cache-control') === 'no-store') {
    void reply.header('cache-control', 'public, no-cache')
  }
  void reply.header('vary', 'accept-encoding')
}

const toCachedResponse = (reply: FastifyReply, plain: Buffer, readAt: number): CachedResponse => {
  const etag = createEtag(plain)
  void reply.header('etag', etag)
  return { plain: toEncodedBody(getCacheableHeaders(reply), plain), compressed: {}, etag, readAt }
}

/** Lets go of what has lain there longest. */
const evictOldest = (entries: Map<string, CachedResponse>): void => {
  const [oldest] = entries.keys()
  if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest)
}

// So many addresses with query words are remembered as asked for once.
const maxSeenUrls = 1_000

/**
 * Whether an answer is worth keeping: an address with query words earns its place by being asked for again. Most of what
 * lies further down a list is asked for once: kept, it would sweep away what everybody reads, and the copy costs as much
 * as the answer.
 */
const createAdmissionCheck = (): ((url: string) => boolean) => {
  const seenUrls = new Set<string>()
  return (url) => {
    if (!url.includes('?') || seenUrls.has(url)) return true
    const [oldest] = seenUrls
    if (seenUrls.size >= maxSeenUrls && oldest !== undefined) seenUrls.delete(oldest)
    seenUrls.add(url)
    return false
  }
}

const getPath = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

// Whoever only looks changes nothing: a flood of HEAD would have every list made anew for everybody else.
const safeMethods = new Set(['GET', 'HEAD'])

/**
 * Keeps the answers of the given addresses (paths without their query), those with query words when they are asked for
 * again.
 * A request that carries an Authorization header is a person's and passes by. Every write through this process drops
 * all, but for those of `aside` (addresses as routes spell them: /searches/:id), which change nothing that is shared;
 * writes elsewhere are told through `drop`.
 * What is kept is sent before the request enters the framework, which costs three times what sending it does.
 */
export const createResponseCache = (
  app: FastifyInstance,
  options: {
    paths: ReadonlySet<string>
    nonInvalidatingPaths?: ReadonlySet<string>
    /** Told of every write through this process before anything is made anew. */
    onClear?: () => void
    now: () => number
  },
): ResponseCache => {
  const entries = new Map<string, CachedResponse>()
  const selectEncoding = createEncodingSelector()
  const isAdmitted = createAdmissionCheck()
  // Counts the drops: an answer that was begun before one must not be kept after it.
  let generation = 0
  // Two numbers and nothing more: this is the way of the most requests.
  const counts = { hits: 0, misses: 0 }
  const pending = new WeakMap<FastifyRequest, { generation: number; readAt: number }>()
  const clear = () => {
    generation += 1
    entries.clear()
  }
  const findEntry = (url: string): CachedResponse | null => {
    const cached = entries.get(url)
    if (!cached || options.now() - cached.readAt >= ttlMs) return null
    counts.hits += 1
    return cached
  }
  const get = (url: string) => {
    const cached = findEntry(url)
    return cached && { headers: cached.plain.headers, text: cached.plain.bytes.toString() }
  }
  const trySend = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    const cached = findEntry(request.url ?? '')
    if (!cached) return false
    sendCached(cached, selectEncoding(request.headers['accept-encoding']), request, response)
    return true
  }
  interceptRequests(app.server, trySend)

  app.addHook('onRequest', (request, reply, done) => {
    // Calls in process come without the server, so they are looked at here.
    if (trySend(request.raw, reply.raw)) {
      reply.hijack()
      return
    }
    const isShared = request.method === 'GET' && request.headers.authorization === undefined
    if (isShared && options.paths.has(getPath(request))) pending.set(request, { generation, readAt: options.now() })
    done()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    // A refused write changed nothing; one that ended in a fault may have.
    const isRefused = reply.statusCode >= 400 && reply.statusCode < 500
    if (
      !safeMethods.has(request.method) &&
      !isRefused &&
      !options.nonInvalidatingPaths?.has(request.routeOptions.url ?? '')
    ) {
      options.onClear?.()
      clear()
    }
    const pendingEntry = pending.get(request)
    if (pendingEntry === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    counts.misses += 1
    const plain = Buffer.from(payload)
    const encoding = selectEncoding(request.headers['accept-encoding'])
    setSharedHeaders(reply)
    const cached = isAdmitted(request.url) ? toCachedResponse(reply, plain, pendingEntry.readAt) : null
    // The headers of what is kept are those of its plain form.
    if (encoding !== 'plain') void reply.header('content-encoding', encoding)
    if (!cached) return encoding === 'plain' ? plain : compressors[encoding](plain)
    if (pendingEntry.generation === generation) {
      entries.delete(request.url)
      evictOldest(entries)
      entries.set(request.url, cached)
    }
    return (await getEncodedBody(cached, encoding)).bytes
  })

  return { clear, get, counts }
}

/** Lets `sent` answer a request before the framework sees it; what it does not answer goes on as ever. */
const interceptRequests = (
  server: Server,
  trySend: (request: IncomingMessage, response: ServerResponse) => boolean,
): void => {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!trySend(request, response))
      for (const listener of listeners) Reflect.apply(listener, server, [request, response])
  })
}
