// The HTTP server itself: limits, refusals, request ids. It knows nothing of bikes.
import type { Socket } from 'node:net'
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { inBangla } from '#contract/errors/bangla.ts'
import { languageAsked } from '#contract/language.ts'
import { Refused, type RefusalCode, refusals, type RefusalOnTheWire } from '#contract/errors/api-errors.ts'
import { chain, isConflict, isDatabaseAway } from '#platform/database/errors.ts'
import { readJson } from './json-body.ts'
import { nameOf } from '#platform/observability/request-log.ts'
import { answerSafety } from './security-headers.ts'
import { isForPerson, languageOfPage, plainPage } from './error-page.ts'

// The largest body is a long message to the shop; pictures come through a door of their own.
const bodyBytesMax = 64 * 1024

/** How long the server waits for whom, in milliseconds. */
export type Patience = {
  /** For all headers of a request. */
  headersMs: number
  /** For a body that is no upload. */
  bodyMs: number
  /** For a whole request: a picture of 10 MB takes two minutes on a network that carries less than a megabit in a second. */
  requestMs: number
  /** For the next request on a connection that is kept; longer than the minute of proxies in front, which must end it. */
  idleMs: number
  /** For somebody who neither sends nor takes anything, in the middle of a request or of an answer. */
  stalledMs: number
  /** Between two looks at what takes too long to come. */
  lookMs: number
}

const usualPatience: Patience = {
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 150_000,
  idleMs: 65_000,
  stalledMs: 60_000,
  lookMs: 5_000,
}
// A browser keeps some fifty cookies of one site; each one more is read again with each request.
const cookiesMost = 100
// Where Fastify's own refusals stand in our table.
const known: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_big',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'bad_request',
  // A character that PostgreSQL cannot keep, such as NUL, in a text that no rule of the contract looked at.
  '22021': 'bad_request',
}

/** The refusal that an error means to the person, or null when it is a fault of ours. */
const refusalOf = (error: unknown): Refused | null => {
  for (const cause of chain(error)) {
    if (cause instanceof Refused) return cause
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (known[code]) return new Refused(known[code])
    if (code.startsWith('FST_') && 'statusCode' in cause && cause.statusCode === 400) return new Refused('bad_request')
    if (cause instanceof SyntaxError && 'statusCode' in cause && cause.statusCode === 400)
      return new Refused('bad_json')
  }
  return isDatabaseAway(error) || isConflict(error) ? new Refused('shop_unavailable') : null
}

const onTheWire = (refused: Refused, requestId: string): RefusalOnTheWire => ({
  code: refused.code,
  message: refused.message,
  requestId,
  acknowledged: false,
  ...refused.details,
})

/** Answers with a refusal, in the language that is asked for: as the wire spells it, or as a page where a person waits for one. */
export const refuse = (refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (refused.status === 429 || refused.status === 503) void reply.header('retry-after', refused.retryAfterSeconds)
  void reply.header('cache-control', 'no-store')
  const said = onTheWire(refused, request.id)
  const isPage = isForPerson(request)
  const language = isPage ? languageOfPage(request.url) : languageAsked(request.headers['accept-language'])
  const message = language === 'bn' ? inBangla(refused.code, said.message) : said.message
  void reply.status(refused.status)
  if (!isPage) return reply.send({ ...said, message })
  return reply.type('text/html; charset=utf-8').send(plainPage({ language, message, requestId: request.id }))
}

const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refused = refusalOf(error) ?? new Refused('something_wrong')
  if (refused.status >= 500) request.log.error({ err: error, call: nameOf(request) }, refusals[refused.code].message)
  return refuse(refused, request, reply)
}

// What came was no request that the server could read, so it never became one: the answer is written by hand.
const unreadable: Record<string, { status: string; code: RefusalCode }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'request_timeout' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'too_big' },
}

const answerUnreadable = (
  error: ConnectionError,
  socket: Socket,
  { requestId, safety }: { requestId: string; safety: Record<string, string> },
): void => {
  if (!socket.writable) return void socket.destroy()
  const { status, code } = unreadable[error.code] ?? { status: '400 Bad Request', code: 'bad_request' }
  const body = JSON.stringify(onTheWire(new Refused(code), requestId))
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
    ...Object.entries(safety).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const isForm = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')

/** A body that dawdles is refused. The server's own limit is that of an upload, which no other body may use up. */
const refuseSlowBody = (request: FastifyRequest, reply: FastifyReply, bodyMs: number): void => {
  const hasBody = request.headers['content-length'] ?? request.headers['transfer-encoding']
  if (hasBody === undefined || isForm(request)) return
  const late = setTimeout(() => {
    if (!reply.sent) void refuse(new Refused('request_timeout'), request, reply.header('connection', 'close'))
  }, bodyMs)
  request.raw.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late))
}

/** A crowd of cookies comes from a neighbour under the same domain who wants to keep somebody out, or from an attacker. */
const refuseCookieCrowd = (request: FastifyRequest): void => {
  const { cookie } = request.headers
  if (cookie !== undefined && cookie.split(';', cookiesMost + 1).length > cookiesMost)
    throw new Refused('too_many_cookies')
}

/** Bodies are JSON as it is written, not packed, and nothing else. */
const readBodies = (app: FastifyInstance, bodyMs: number): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    readJson(body),
  )
  app.addHook('preParsing', async (request, reply) => {
    const packed = request.headers['content-encoding'] ?? 'identity'
    if (packed !== 'identity') throw new Refused('wrong_media_type')
    refuseSlowBody(request, reply, bodyMs)
  })
}

/**
 * Opens the server without listening.
 * @param options.newRequestId made for each request; it stands in the log and in every refusal
 * @param options.patience how long it waits for what; tests wait for less
 * @param options.isProxy whether the sender at an address is believed about where a request comes from; nobody unless told
 * @param options.publicUrl with https, browsers are told to come in no other way
 */
export const openServer = (options: {
  log: FastifyBaseLogger
  newRequestId: () => string
  patience?: Partial<Patience>
  isProxy?: (address: string) => boolean
  publicUrl?: string
}): FastifyInstance => {
  const safety = answerSafety(options.publicUrl ?? '')
  const patience = { ...usualPatience, ...options.patience }
  const mark = (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers(safety).header('x-request-id', request.id)
  }
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: options.newRequestId,
    requestIdHeader: false,
    bodyLimit: bodyBytesMax,
    trustProxy: options.isProxy ?? false,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.idleMs,
    connectionTimeout: patience.stalledMs,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: patience.lookMs },
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // Whoever is let in is answered, also while the server leaves.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) =>
      answerUnreadable(error, socket, { requestId: options.newRequestId(), safety }),
    // An address that the router cannot read; no hook has run for it.
    frameworkErrors: (error, request, reply) => {
      mark(request, reply)
      void answerError(error, request, reply)
    },
  })
  readBodies(app, patience.bodyMs)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => {
    mark(request, reply)
    refuseCookieCrowd(request)
  })
  return app
}
