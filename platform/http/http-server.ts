// The HTTP server: timeouts, size limits, error responses, request ids.
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
import { toBangla } from '#contract/errors/bangla.ts'
import { parseAcceptLanguage } from '#contract/language.ts'
import { toPresentPath } from './renamed-paths.ts'
import { ApiError, type ApiErrorCode, type ApiErrorBody } from '#contract/errors/api-errors.ts'
import { apiErrors } from '#contract/errors/error-codes.ts'
import { isLoggedOutage } from '#platform/load-shedding/external-service.ts'
import { walkCauses, isConflict, isDatabaseUnavailable } from '#platform/database/errors.ts'
import { readJson } from './json-body.ts'
import { isForm } from './request-body.ts'
import { getRequestName } from '#platform/observability/request-log.ts'
import { createSecurityHeaders } from './security-headers.ts'
import { isPageRequest, getPageLanguage, renderErrorPage } from './error-page.ts'
import { hasAmbiguousHeaders } from './request-headers.ts'
import { escapeInvalidPercents } from './request-target.ts'

// The largest JSON body is a long contact message; uploads have limits of their own.
const maxBodyBytes = 64 * 1024

/** Timeouts in milliseconds. */
export type ServerTimeouts = {
  /** For all headers of a request. */
  headersMs: number
  /** For a body other than an upload. */
  bodyMs: number
  /** For a whole request: 10 MB at 0.7 Mbit/s take two minutes. */
  requestMs: number
  /** For the next request on a keep-alive connection; longer than a proxy's 60 seconds, so that the proxy closes first. */
  idleMs: number
  /** For a socket without traffic during a request or response. */
  stalledMs: number
  /** Between two checks of the header and request timeouts. */
  checkIntervalMs: number
}

const defaultTimeouts: ServerTimeouts = {
  headersMs: 15_000,
  bodyMs: 30_000,
  requestMs: 150_000,
  idleMs: 65_000,
  stalledMs: 60_000,
  checkIntervalMs: 5_000,
}
// Browsers allow at least 50 cookies per domain (RFC 6265); each costs parsing time at every request.
const maxCookies = 100
// Fastify's and PostgreSQL's error codes as API errors.
const knownErrorCodes: Record<string, ApiErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'wrong_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_big',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'bad_request',
  // character_not_in_repertoire: a character that PostgreSQL cannot store, such as NUL.
  '22021': 'bad_request',
}

/** The API error for an error, or null when it is unexpected. */
const toApiError = (error: unknown): ApiError | null => {
  for (const cause of walkCauses(error)) {
    if (cause instanceof ApiError) return cause
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (knownErrorCodes[code]) return new ApiError(knownErrorCodes[code])
    if (code.startsWith('FST_') && 'statusCode' in cause && cause.statusCode === 400) return new ApiError('bad_request')
    if (cause instanceof SyntaxError && 'statusCode' in cause && cause.statusCode === 400)
      return new ApiError('bad_json')
  }
  return isDatabaseUnavailable(error) || isConflict(error) ? new ApiError('shop_unavailable') : null
}

const toErrorBody = (apiError: ApiError, requestId: string): ApiErrorBody => ({
  code: apiError.code,
  message: apiError.message,
  requestId,
  acknowledged: false,
  ...apiError.details,
})

/** Sends an API error in the language of the request: as JSON, or as a page when the browser requested one. */
export const sendError = (apiError: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (apiError.status === 429 || apiError.status === 503) void reply.header('retry-after', apiError.retryAfterSeconds)
  void reply.header('cache-control', 'no-store')
  const body = toErrorBody(apiError, request.id)
  const isPage = isPageRequest(request)
  const language = isPage ? getPageLanguage(request.url) : parseAcceptLanguage(request.headers['accept-language'])
  const message = language === 'bn' ? toBangla(apiError) : body.message
  void reply.status(apiError.status)
  if (!isPage) return reply.send({ ...body, message })
  return reply.type('text/html; charset=utf-8').send(renderErrorPage({ language, message, requestId: request.id }))
}

/** Whether the client disconnected before it had sent the whole body. The error has the code of a lost connection. */
const isAbortedByClient = ({ raw }: FastifyRequest): boolean => raw.readableAborted && !raw.complete

const handleError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  // Nobody receives this response. An error of ours would be logged and would clear the response cache.
  if (isAbortedByClient(request)) return sendError(new ApiError('request_timeout'), request, reply)
  const apiError = toApiError(error) ?? new ApiError('something_wrong')
  // While an external service is out, its outage is one line; the requests that it fails have their line of each request.
  if (apiError.status >= 500 && !isLoggedOutage(error))
    request.log.error({ err: error, call: getRequestName(request) }, apiErrors[apiError.code].message)
  return sendError(apiError, request, reply)
}

// Errors of Node's HTTP parser. No request object exists, so the response is written to the socket.
const clientErrors: Record<string, { status: string; code: ApiErrorCode }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', code: 'request_timeout' },
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', code: 'too_big' },
}

const handleClientError = (
  error: ConnectionError,
  socket: Socket,
  { requestId, securityHeaders }: { requestId: string; securityHeaders: Record<string, string> },
): void => {
  if (!socket.writable) return void socket.destroy()
  const { status, code } = clientErrors[error.code] ?? { status: '400 Bad Request', code: 'bad_request' }
  const body = JSON.stringify(toErrorBody(new ApiError(code), requestId))
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Answers 408 when the body takes too long. The server's own timeout is for uploads and too long for other bodies. */
const enforceBodyTimeout = (request: FastifyRequest, reply: FastifyReply, bodyMs: number): void => {
  const hasBody = request.headers['content-length'] ?? request.headers['transfer-encoding']
  if (hasBody === undefined || isForm(request)) return
  const timer = setTimeout(() => {
    if (!reply.sent) void sendError(new ApiError('request_timeout'), request, reply.header('connection', 'close'))
  }, bodyMs)
  request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
}

/** Throws for too many cookies: an attacker, or another site of the domain, may set them (cookie bomb). */
const assertCookieLimit = (request: FastifyRequest): void => {
  const { cookie } = request.headers
  if (cookie !== undefined && cookie.split(';', maxCookies + 1).length > maxCookies)
    throw new ApiError('too_many_cookies')
}

/** Accepts uncompressed JSON bodies only. */
const registerBodyParsers = (app: FastifyInstance, bodyMs: number): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    readJson(body),
  )
  app.addHook('preParsing', async (request, reply) => {
    const contentEncoding = request.headers['content-encoding'] ?? 'identity'
    if (contentEncoding !== 'identity') throw new ApiError('wrong_media_type')
    enforceBodyTimeout(request, reply, bodyMs)
  })
}

/**
 * Creates the server without listening.
 * @param options.createRequestId the id is in the log and in every error response
 * @param options.timeouts overrides of the defaults
 * @param options.isProxy whether X-Forwarded-For of this sender is trusted; by default of nobody
 * @param options.publicUrl with https, responses carry HSTS
 */
export const createHttpServer = (options: {
  log: FastifyBaseLogger
  createRequestId: () => string
  timeouts?: Partial<ServerTimeouts>
  isProxy?: (address: string) => boolean
  publicUrl?: string
}): FastifyInstance => {
  const securityHeaders = createSecurityHeaders(options.publicUrl ?? '')
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const setHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    void reply.headers(securityHeaders).header('x-request-id', request.id)
  }
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: options.createRequestId,
    requestIdHeader: false,
    bodyLimit: maxBodyBytes,
    trustProxy: options.isProxy ?? false,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionTimeout: timeouts.stalledMs,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkIntervalMs },
    routerOptions: { maxParamLength: 300 },
    forceCloseConnections: 'idle',
    // Requests that arrive during shutdown are still answered.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => toPresentPath(escapeInvalidPercents(url)),
    clientErrorHandler: (error, socket) =>
      handleClientError(error, socket, { requestId: options.createRequestId(), securityHeaders }),
    // A URL that the router cannot parse; no hook has run.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply)
      void handleError(error, request, reply)
    },
  })
  registerBodyParsers(app, timeouts.bodyMs)
  app.setErrorHandler(handleError)
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply)
    if (hasAmbiguousHeaders(request.raw)) throw new ApiError('bad_request')
    assertCookieLimit(request)
  })
  return app
}
