// Hot public answers kept as ready bytes: plain, brotli and gzip with an ETag, dropped when the shop window changes.
import { createHash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rememberWanted, type Encoding } from '#platform/http/accept-encoding.ts'

/**
 * The bytes with their headers as Node writes them: names and values in turn. A short answer also as a text of one letter
 * for each byte, which Node puts behind its headers and writes with them at once, in two thirds of the time.
 */
type Form = { bytes: Buffer; letters: string | null; headers: string[] }

// What fits into Node's own buffer for a write, headers included.
const shortMost = 14_000
type Kept = {
  plain: Form
  /** Packed when the first person asks for it: most of what lies further down a list is asked for once. */
  packed: Partial<Record<Encoding, Form | Promise<Form>>>
  etag: string
  /** Before the database was asked, on the clock of `now`, in milliseconds. */
  readAt: number
}

export type ReadyBytes = {
  /** Forgets everything: the shop window has changed. */
  drop: () => void
  /** What a GET of this address by nobody in particular is answered, if it lies ready: for who asks in process. */
  look: (address: string) => { headers: string[]; text: string } | null
  /** How many answers were sent from the shelf and how many had to be made, since the start. */
  counted: { readonly kept: number; readonly made: number }
}

// A lost notice may make a list old by this much and no more.
const lifetimeMs = 5_000
// Each address with other query words is kept apart, so the shelf is bounded.
const keptMost = 200

const squeezeBrotli = promisify(brotliCompress)
const squeezeGzip = promisify(gzip)

const squeeze: Record<Exclude<Encoding, 'plain'>, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => squeezeBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (plain) => squeezeGzip(plain, { level: 6 }),
}

/** The headers with the length of these bytes, which stands last. */
const formOf = (headers: string[], bytes: Buffer): Form => ({
  bytes,
  letters: bytes.length <= shortMost ? bytes.toString('latin1') : null,
  headers: [...headers, 'content-length', String(bytes.length)],
})

const pack = async (kept: Kept, encoding: Exclude<Encoding, 'plain'>): Promise<Form> => {
  const bytes = await squeeze[encoding](kept.plain.bytes)
  const form = formOf([...withoutLength(kept.plain.headers), 'content-encoding', encoding], bytes)
  kept.packed[encoding] = form
  return form
}

/** The answer in this form; packed once, whoever asks meanwhile. */
const inForm = (kept: Kept, encoding: Encoding): Form | Promise<Form> => {
  if (encoding === 'plain') return kept.plain
  return (kept.packed[encoding] ??= pack(kept, encoding))
}

// A cache on the way may have made the tag a weak one; the answer is the same.
const isKnownTo = (request: IncomingMessage, etag: string): boolean =>
  request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)) ?? false

const withoutLength = (headers: string[]): string[] => headers.slice(0, headers.lastIndexOf('content-length'))

const sendKept = (kept: Kept, encoding: Encoding, request: IncomingMessage, response: ServerResponse): void => {
  if (isKnownTo(request, kept.etag)) return void response.writeHead(304, withoutLength(kept.plain.headers)).end()
  const form = inForm(kept, encoding)
  const send = ({ bytes, letters, headers }: Form) => {
    response.writeHead(200, headers)
    if (letters === null) response.end(bytes)
    else response.end(letters, 'latin1')
  }
  if (!(form instanceof Promise)) return send(form)
  // Packing fails only when the process is out of memory; the person's browser asks again.
  form.then(send, () => response.destroy())
}

// Weak, since the plain and the packed forms of one answer share it.
const etagOf = (plain: Buffer): string => `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`

// These belong to one request or one connection; whoever asks next gets their own, or none.
const ownHeaders = new Set(['x-request-id', 'content-length', 'connection', 'keep-alive', 'date'])

const headersOf = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || ownHeaders.has(name) ? [] : [name, String(value)],
  )

/** What every shared answer says, whether or not it is kept. */
const markShared = (reply: FastifyReply): void => {
  if (!reply.hasHeader('cache-control') || reply.getHeader('cache-control') === 'no-store') {
    void reply.header('cache-control', 'public, no-cache')
  }
  void reply.header('vary', 'accept-encoding')
}

const keptOf = (reply: FastifyReply, plain: Buffer, readAt: number): Kept => {
  const etag = etagOf(plain)
  void reply.header('etag', etag)
  return { plain: formOf(headersOf(reply), plain), packed: {}, etag, readAt }
}

/** Lets go of what has lain there longest. */
const makeRoom = (shelf: Map<string, Kept>): void => {
  const [oldest] = shelf.keys()
  if (shelf.size >= keptMost && oldest !== undefined) shelf.delete(oldest)
}

// So many addresses with query words are remembered as asked for once.
const onceMost = 1_000

/**
 * Whether an answer is worth keeping: an address with query words earns its place by being asked for again. Most of what
 * lies further down a list is asked for once: kept, it would sweep away what everybody reads, and the copy costs as much
 * as the answer.
 */
const rememberAsked = (): ((url: string) => boolean) => {
  const once = new Set<string>()
  return (url) => {
    if (!url.includes('?') || once.has(url)) return true
    const [oldest] = once
    if (once.size >= onceMost && oldest !== undefined) once.delete(oldest)
    once.add(url)
    return false
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? ''

// Whoever only looks changes nothing: a flood of HEAD would have every list made anew for everybody else.
const looking = new Set(['GET', 'HEAD'])

/**
 * Keeps the answers of the given addresses (paths without their query), those with query words when they are asked for
 * again.
 * A request that carries an Authorization header is a person's and passes by. Every write through this process drops
 * all, but for those of `aside` (addresses as routes spell them: /searches/:id), which change nothing that is shared;
 * writes elsewhere are told through `drop`.
 * What is kept is sent before the request enters the framework, which costs three times what sending it does.
 */
export const keepReadyBytes = (
  app: FastifyInstance,
  options: {
    paths: ReadonlySet<string>
    aside?: ReadonlySet<string>
    /** Told of every write through this process before anything is made anew. */
    dropped?: () => void
    now: () => number
  },
): ReadyBytes => {
  const shelf = new Map<string, Kept>()
  const encodingFor = rememberWanted()
  const isWanted = rememberAsked()
  // Counts the drops: an answer that was begun before one must not be kept after it.
  let generation = 0
  // Two numbers and nothing more: this is the way of the most requests.
  const counted = { kept: 0, made: 0 }
  const begun = new WeakMap<FastifyRequest, { generation: number; readAt: number }>()
  const drop = () => {
    generation += 1
    shelf.clear()
  }
  const find = (address: string): Kept | null => {
    const kept = shelf.get(address)
    if (!kept || options.now() - kept.readAt >= lifetimeMs) return null
    counted.kept += 1
    return kept
  }
  const look = (address: string) => {
    const kept = find(address)
    return kept && { headers: kept.plain.headers, text: kept.plain.bytes.toString() }
  }
  const sent = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return false
    const kept = find(request.url ?? '')
    if (!kept) return false
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
    if (!looking.has(request.method) && !isRefused && !options.aside?.has(request.routeOptions.url ?? '')) {
      options.dropped?.()
      drop()
    }
    const since = begun.get(request)
    if (since === undefined || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    counted.made += 1
    const plain = Buffer.from(payload)
    const encoding = encodingFor(request.headers['accept-encoding'])
    markShared(reply)
    const kept = isWanted(request.url) ? keptOf(reply, plain, since.readAt) : null
    // The headers of what is kept are those of its plain form.
    if (encoding !== 'plain') void reply.header('content-encoding', encoding)
    if (!kept) return encoding === 'plain' ? plain : squeeze[encoding](plain)
    if (since.generation === generation) {
      shelf.delete(request.url)
      makeRoom(shelf)
      shelf.set(request.url, kept)
    }
    return (await inForm(kept, encoding)).bytes
  })

  return { drop, look, counted }
}

/** Lets `sent` answer a request before the framework sees it; what it does not answer goes on as ever. */
const standInFront = (server: Server, sent: (request: IncomingMessage, response: ServerResponse) => boolean): void => {
  const behind = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!sent(request, response)) for (const listener of behind) Reflect.apply(listener, server, [request, response])
  })
}
