// Caches responses that are the same for every visitor: plain, brotli and gzip, with an ETag.
import { createHash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Compression, compressors, selectCompression } from '#platform/http/compression.ts'
import { hasAmbiguousHeaders } from '#platform/http/request-headers.ts'
import { type CacheKey, createChangeLog, isTouched, parseChange } from './cache-keys.ts'

declare module 'fastify' {
  // Null: unknown, so that every change removes the response.
  interface FastifyReply {
    cacheKeys: CacheKey[] | null
  }
}

/** Header names are in lower case. */
type Headers = Record<string, string>

/**
 * What Node writes. Few bytes are kept as a latin1 string, which Node puts behind the headers in one write: that takes a
 * fifth less CPU. `rawHeaders` has names and values in turn.
 */
type Body = { content: Buffer | string; rawHeaders: string[] }

type CachedResponse = {
  headers: Headers
  plain: Body
  /** Compressed at the first request for it: most later pages of a list are requested once. */
  compressed: Partial<Record<Compression, Promise<Body>>>
  etag: string
  /** Before the database was queried, by the clock of `now`, in milliseconds. */
  readAt: number
  keys: CacheKey[] | null
}

export type ResponseCache = {
  /** Removes the responses that a notified change may have changed; all of them for null and for an unknown notification. */
  remove: (notification: string | null) => void
  /** The cached response to a GET without an Authorization header, for callers in this process. */
  get: (url: string) => { headers: Headers; text: string } | null
  /** Requests answered from the cache, and cacheable requests that were not, since the start. */
  counts: { readonly hits: number; readonly misses: number }
}

// A lost notification of a change can make a list this old, and no older.
const ttlMs = 5_000
// Each query string is an entry of its own, so the cache is bounded.
const maxEntries = 200
const maxSeenUrls = 1_000

// A string of this length and the headers fit into Node's buffer for one write.
const maxStringBytes = 14_000

const toBody = (headers: Headers, bytes: Buffer): Body => ({
  content: bytes.length <= maxStringBytes ? bytes.toString('latin1') : bytes,
  rawHeaders: Object.entries({ ...headers, 'content-length': String(bytes.length) }).flat(),
})

const getBytes = ({ content }: Body): Buffer => (typeof content === 'string' ? Buffer.from(content, 'latin1') : content)

const compress = async ({ plain, headers }: CachedResponse, compression: Compression): Promise<Body> =>
  toBody({ ...headers, 'content-encoding': compression }, await compressors[compression](getBytes(plain)))

const getCompressed = (cached: CachedResponse, compression: Compression): Promise<Body> =>
  (cached.compressed[compression] ??= compress(cached, compression))

// A proxy may have turned the tag into a weak one; the response is the same.
const isNotModified = (request: IncomingMessage, etag: string): boolean =>
  request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)) ?? false

const sendCached = (cached: CachedResponse, request: IncomingMessage, response: ServerResponse): void => {
  if (isNotModified(request, cached.etag)) return void response.writeHead(304, cached.headers).end()
  const send = ({ content, rawHeaders }: Body) => void response.writeHead(200, rawHeaders).end(content, 'latin1')
  const compression = selectCompression(request.headers['accept-encoding'])
  if (compression === null) return send(cached.plain)
  // Compression fails only when memory is exhausted; browsers repeat a GET whose connection was closed.
  getCompressed(cached, compression).then(send, () => response.destroy())
}

// Weak, because the plain and the compressed bodies of a response share it.
const createEtag = (plain: Buffer): string =>
  `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`

// These belong to one request or one connection.
const perRequestHeaders = new Set(['x-request-id', 'content-length', 'connection', 'keep-alive', 'date'])

const getCacheableHeaders = (reply: FastifyReply): Headers =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || perRequestHeaders.has(name) ? [] : [[name, String(value)]],
    ),
  )

/** Sets what every cacheable response carries, whether or not it is stored. */
const setSharedHeaders = (reply: FastifyReply): void => {
  const cacheControl = reply.getHeader('cache-control') ?? 'no-store'
  if (cacheControl === 'no-store') void reply.header('cache-control', 'public, no-cache')
  void reply.header('vary', 'accept-encoding')
}

const toCachedResponse = (reply: FastifyReply, bytes: Buffer, readAt: number): CachedResponse => {
  const etag = createEtag(bytes)
  void reply.header('etag', etag)
  const headers = getCacheableHeaders(reply)
  return { headers, plain: toBody(headers, bytes), compressed: {}, etag, readAt, keys: reply.cacheKeys }
}

/**
 * Whether to store a response: a URL with a query string only from its second request on. Most later pages of a list are
 * requested once; stored, they would evict what everybody reads.
 */
const createAdmissionCheck = (): ((url: string) => boolean) => {
  const seenUrls = new LRUCache<string, true>({ max: maxSeenUrls })
  return (url) => {
    const isAdmitted = !url.includes('?') || seenUrls.has(url)
    seenUrls.set(url, true)
    return isAdmitted
  }
}

const isCacheable = (request: IncomingMessage): boolean =>
  request.method === 'GET' && request.headers.authorization === undefined && !hasAmbiguousHeaders(request)

/** Whether the request may have changed a cached response. A request refused with 4xx has not; a failed one may have. */
const mayHaveChanged = (
  { method, routeOptions }: FastifyRequest,
  { statusCode }: FastifyReply,
  nonInvalidatingPaths: ReadonlySet<string> | undefined,
): boolean => {
  const isRead = method === 'GET' || method === 'HEAD'
  const isRefused = statusCode >= 400 && statusCode < 500
  return !isRead && !isRefused && !nonInvalidatingPaths?.has(routeOptions.url ?? '')
}

type Options = {
  /** Paths to cache, without query strings. */
  paths: ReadonlySet<string>
  /** The keys that notifications name. */
  keys: ReadonlySet<string>
  /** Route patterns (/searches/:id) whose writes change no cached response. */
  nonInvalidatingPaths?: ReadonlySet<string>
  /** Runs at every other write through this process, before a response can be cached again. */
  onWrite?: () => void
  /** Waits until `remove` was called for everything that was committed before; false if that is not certain. */
  receiveChanges: () => Promise<boolean>
  /** A steady clock, in milliseconds. */
  now: () => number
}

/** The cached responses, and the changes that remove them. */
const createEntries = (keys: ReadonlySet<string>) => {
  const entries = new LRUCache<string, CachedResponse>({ max: maxEntries })
  const changes = createChangeLog()
  return {
    get: (url: string) => entries.get(url),
    getChangeCount: changes.getCount,
    remove: (notification: string | null): void => {
      const change = parseChange(notification, keys)
      changes.add(change)
      const touched = [...entries.entries()].filter(([, cached]) => isTouched(cached.keys, change))
      for (const [url] of touched) entries.delete(url)
    },
    /** Stores a response unless something that it depends on has changed since it was started. */
    store: (url: string, cached: CachedResponse, changeCountAtStart: number): void => {
      if (!changes.hasTouched(cached.keys, changeCountAtStart)) entries.set(url, cached)
    },
  }
}

/**
 * Caches the responses of `paths` for five seconds, or until a change of what they depend on: a handler says it in
 * `reply.cacheKeys`, and database triggers notify every process of changes. A request with an Authorization header bypasses
 * the cache. The response to a write waits for its notifications, so that the writer reads it at once.
 */
export const createResponseCache = (app: FastifyInstance, options: Options): ResponseCache => {
  const entries = createEntries(options.keys)
  const isAdmitted = createAdmissionCheck()
  const counts = { hits: 0, misses: 0 }
  const pending = new WeakMap<FastifyRequest, { changeCount: number; readAt: number }>()
  app.decorateReply('cacheKeys', null)
  const find = (url: string): CachedResponse | null => {
    const cached = entries.get(url)
    if (!cached || options.now() - cached.readAt >= ttlMs) return null
    counts.hits += 1
    return cached
  }
  const trySend = (request: IncomingMessage, response: ServerResponse): boolean => {
    const cached = isCacheable(request) ? find(request.url ?? '') : null
    if (cached) sendCached(cached, request, response)
    return cached !== null
  }
  interceptRequests(app.server, trySend)

  app.addHook('onRequest', (request, reply, done) => {
    // Requests by `app.inject` do not pass through the server.
    if (trySend(request.raw, reply.raw)) {
      reply.hijack()
      return
    }
    const [path = ''] = request.url.split('?', 1)
    if (isCacheable(request.raw) && options.paths.has(path))
      pending.set(request, { changeCount: entries.getChangeCount(), readAt: options.now() })
    done()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (mayHaveChanged(request, reply, options.nonInvalidatingPaths)) {
      options.onWrite?.()
      if (!(await options.receiveChanges())) entries.remove(null)
    }
    const started = pending.get(request)
    if (started === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    counts.misses += 1
    setSharedHeaders(reply)
    const plain = Buffer.from(payload)
    const cached = isAdmitted(request.url) ? toCachedResponse(reply, plain, started.readAt) : null
    if (cached) entries.store(request.url, cached, started.changeCount)
    const compression = selectCompression(request.headers['accept-encoding'])
    if (compression === null) return plain
    void reply.header('content-encoding', compression)
    return cached ? getBytes(await getCompressed(cached, compression)) : compressors[compression](plain)
  })

  const get = (url: string) => {
    const cached = find(url)
    return cached && { headers: cached.headers, text: getBytes(cached.plain).toString() }
  }
  return { remove: entries.remove, get, counts }
}

/** Tries `trySend` before the listeners of the server: Fastify takes three times as long as sending a cached response. */
const interceptRequests = (
  server: Server,
  trySend: (request: IncomingMessage, response: ServerResponse) => boolean,
): void => {
  const listeners = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (trySend(request, response)) return
    for (const listener of listeners) Reflect.apply(listener, server, [request, response])
  })
}
