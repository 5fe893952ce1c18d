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
import { Refused, type RefusalCode, refusals, type RefusalOnTheWire } from '../contract/refusals.ts'
import { readJson } from './json-body.ts'

// The largest body is a long message to the shop; pictures come through a door of their own.
const bodyBytesMax = 64 * 1024
const requestMs = 30_000
// A picture of 10 MB takes two minutes on a mobile network that carries less than a megabit in a second.
const uploadMs = 150_000
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
// What pg says when the database cannot be asked: gone, going, or out of connections.
const databaseAway = /^(?:ECONNREFUSED|ENOENT|ECONNRESET|EPIPE|57P0[1-3]|53300|08\w{3}|57014|40001|40P01)$/

const chain = function* (error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

/** The refusal that an error means to the person, or null when it is a fault of ours. */
const refusalOf = (error: unknown): Refused | null => {
  for (const cause of chain(error)) {
    if (cause instanceof Refused) return cause
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (known[code]) return new Refused(known[code])
    if (
      databaseAway.test(code) ||
      /timeout exceeded when trying to connect|Connection terminated/.test(cause.message)
    ) {
      return new Refused('shop_unavailable')
    }
    if (code.startsWith('FST_') && 'statusCode' in cause && cause.statusCode === 400) return new Refused('bad_request')
    if (cause instanceof SyntaxError && 'statusCode' in cause && cause.statusCode === 400)
      return new Refused('bad_json')
  }
  return null
}

const onTheWire = (refused: Refused, requestId: string): RefusalOnTheWire => ({
  code: refused.code,
  message: refused.message,
  requestId,
  acknowledged: false,
  ...refused.details,
})

/** Answers with a refusal as the wire spells it. */
export const refuse = (refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (refused.status === 429 || refused.status === 503) void reply.header('retry-after', refused.retryAfterSeconds)
  void reply.header('cache-control', 'no-store')
  return reply.status(refused.status).send(onTheWire(refused, request.id))
}

const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refused = refusalOf(error) ?? new Refused('something_wrong')
  if (refused.status >= 500)
    request.log.error({ err: error, url: request.url.split('?')[0] }, refusals[refused.code].message)
  return refuse(refused, request, reply)
}

const mark = (request: FastifyRequest, reply: FastifyReply): void => {
  void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
}

// What came was no request that the server could read, so it never became one: the answer is written by hand.
const unreadable: Record<string, { status: string; code: RefusalCode }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'request_timeout' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'too_big' },
}

const answerUnreadable = (error: ConnectionError, socket: Socket, requestId: string): void => {
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
 * @param options.bodyMs how long a body that is no upload may take to arrive; 30 seconds unless told
 */
export const openServer = (options: {
  log: FastifyBaseLogger
  newRequestId: () => string
  bodyMs?: number
}): FastifyInstance => {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: options.newRequestId,
    requestIdHeader: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: uploadMs,
    http: { headersTimeout: requestMs },
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, options.newRequestId()),
    // An address that the router cannot read; no hook has run for it.
    frameworkErrors: (error, request, reply) => {
      mark(request, reply)
      void answerError(error, request, reply)
    },
  })
  readBodies(app, options.bodyMs ?? requestMs)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => mark(request, reply))
  return app
}
