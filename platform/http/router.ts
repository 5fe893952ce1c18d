// Registers every API endpoint: validates the request and removes undeclared fields from the response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallAccess, Call, Calls, HandlerResult, HandlerInput } from '#contract/call.ts'
import { getLimitName } from '#contract/limits.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { isReason, type Reason, toReason } from '#contract/errors/reasons.ts'
import { type Actor, withActor } from '#platform/database/actor.ts'
import type { LimitedRequest, RateLimiter } from './rate-limiter.ts'
import { sendError } from './http-server.ts'
import { acceptForms } from './upload.ts'

/** Authentication and roles, implemented in market/auth, because platform/ knows no members. */
export type Authenticator<Person> = {
  /** The person of the bearer token; null without one, throws for an invalid one. */
  authenticate(request: FastifyRequest): Promise<Person | null>
  /** The person of the session cookie, or null. */
  authenticateSession(request: FastifyRequest): Promise<Person | null>
  /** Whether the person has the role; throws where something else is missing, such as the second factor. */
  mayAccess(person: Person, access: CallAccess): boolean
  /** Runs after authentication, for the log. */
  onAuthenticated?(request: FastifyRequest, person: Person): void
}

type Me<A extends CallAccess, Person> = A extends 'member' | 'seller' | 'admin' | 'cashier' | 'moderator' | 'session'
  ? Person
  : Person | null

/** The argument of a handler: the validated parts, the person, and the raw request for the few that need it. */
export type RequestContext<C extends Call, Person> = HandlerInput<C> & {
  me: Me<C['access'], Person>
  request: FastifyRequest
  reply: FastifyReply
}

export type Handlers<Cs extends Calls, Person> = {
  [K in keyof Cs]: Cs[K] extends Call ? (ctx: RequestContext<Cs[K], Person>) => Promise<HandlerResult<Cs[K]>> : never
}

// A webhook event of the card provider has a few kilobytes.
const maxSignedBytes = 1024 * 1024

// An endpoint that declares no query or body accepts none.
const emptySchema = z.strictObject({})

/** 'GET /bookings/:id' → { method: 'GET', path: '/bookings/:id' } */
export const parseCallName = (name: string): { method: string; path: string } => {
  const [method = 'GET', path = '/'] = name.split(' ')
  return { method, path }
}

// Input of the caller that an error repeats is truncated to this length.
const maxEchoLength = 100

// zod's own messages are not for people; without a reason the error code supplies the message.
const getReason = (issue: z.core.$ZodIssue): Reason | undefined => {
  if (issue.code === 'unrecognized_keys')
    return toReason('unknown_field', { name: issue.keys.join(', ').slice(0, maxEchoLength) })
  return isReason(issue.message) ? issue.message : undefined
}

const toFieldName = (issue: z.core.$ZodIssue): string =>
  (issue.code === 'unrecognized_keys' ? String(issue.keys[0]) : issue.path.join('.')).slice(0, maxEchoLength)

/** Validates one part of a request; throws `bad_request` with the reason and the name of the first invalid field. */
const validate = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw new ApiError('bad_request')
  throw new ApiError('bad_request', { field: toFieldName(issue), reason: getReason(issue) })
}

const authorize = async <Person>(
  authenticator: Authenticator<Person>,
  call: Call,
  request: FastifyRequest,
): Promise<Person | null> => {
  if (call.access === 'provider') return null
  if (call.access === 'anyone') return authenticator.authenticate(request)
  const me =
    call.access === 'session'
      ? await authenticator.authenticateSession(request)
      : await authenticator.authenticate(request)
  if (!me) throw new ApiError('not_signed_in')
  authenticator.onAuthenticated?.(request, me)
  if (!authenticator.mayAccess(me, call.access)) throw new ApiError('role_not_allowed')
  return me
}

const toNextLink = ({ url }: FastifyRequest, cursor: string): string => {
  const [path = '', ...queryParts] = url.split('?')
  const query = new URLSearchParams(queryParts.join('?'))
  query.set('cursor', cursor)
  return `<${path}?${query}>; rel="next"`
}

type AnyPage = ({ items: unknown[]; total?: number } | { rows: object[] }) & { next: string | null }

/** Sends a file or a stream. The handler may have set a closer type; no content is no failure. */
const sendFile = (mediaType: string, content: unknown, reply: FastifyReply) => {
  if (content === null) return reply.status(204).send()
  return (reply.hasHeader('content-type') ? reply : reply.type(mediaType)).send(content)
}

/** Sends the response with exactly the fields that the contract declares. */
const sendResult = async (call: Call, result: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (call.mediaType !== undefined) return sendFile(call.mediaType, result, reply)
  if (!call.list) return reply.send(call.response.parse(result))
  // `HandlerResult` types the result of a list endpoint as a page.
  const page = result as AnyPage // oxlint-disable-line typescript/no-unsafe-type-assertion
  if (page.next !== null) void reply.header('link', toNextLink(request, page.next))
  // Rows are not parsed, for speed: the query selects the declared fields, and tests check that.
  if ('rows' in page) return reply.type('application/json; charset=utf-8').send(JSON.stringify(page.rows))
  if (page.total !== undefined) void reply.header('x-total-count', page.total)
  return reply.send(call.response.parse(page.items))
}

// `Handlers` checks each handler's type; this loop treats all alike.
type AnyHandler = (ctx: unknown) => Promise<unknown>

/**
 * Registers every endpoint below /api and the 404 and 405 responses. Responses default to `no-store`. Authorization and
 * the rate limit run before the body is read.
 */
export const registerRoutes = <Cs extends Calls, Person extends { id: string }>(
  app: FastifyInstance,
  calls: Cs,
  handlers: Handlers<Cs, Person>,
  authenticator: Authenticator<Person>,
  limiter?: RateLimiter,
): void => {
  handleUnknownRoutes(app, calls)
  for (const [name, call] of Object.entries<Call>(calls)) {
    const handle = Reflect.get(handlers, name) as AnyHandler | undefined // oxlint-disable-line typescript/no-unsafe-type-assertion
    if (!handle) throw new Error(`Endpoint ${name} has no handler.`)
    const registerOn = (scope: FastifyInstance) => registerRoute(scope, { name, call, handle, authenticator, limiter })
    if (call.access === 'provider') void app.register(async (scope) => registerOn(acceptRawBody(scope, call)))
    else if (call.upload !== undefined) void app.register((scope) => acceptForms(scope).then(() => registerOn(scope)))
    else registerOn(app)
  }
  const unknownName = Object.keys(handlers).find((name) => !(name in calls))
  if (unknownName !== undefined) throw new Error(`Handler ${unknownName} has no endpoint in the contract.`)
}

/** Answers 404 or, with the allowed methods, 405 before the body is read. */
const handleUnknownRoutes = (app: FastifyInstance, calls: Calls): void => {
  const knownRoutes = Object.keys(calls).map((name) => {
    const { method, path } = parseCallName(name)
    return { method, pattern: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`) }
  })
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = knownRoutes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length === 0) return sendError(new ApiError('no_such_call'), request, reply)
    return sendError(new ApiError('method_not_allowed'), request, reply.header('allow', methods.join(', ')))
  }
  app.setNotFoundHandler(sendNotFound)
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? void sendNotFound(request, reply) : done()))
}

/** The signature covers the raw bytes, so the body is not parsed. */
const acceptRawBody = (scope: FastifyInstance, { takesForm }: Call): FastifyInstance => {
  const contentType = takesForm ? 'application/x-www-form-urlencoded' : 'application/json'
  const limits = { parseAs: 'buffer', bodyLimit: maxSignedBytes } as const
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(contentType, limits, (_request, body, done) => done(null, body))
  return scope
}

/** The actor of a request for the audit log. */
const toActor = (call: Call, me: { id: string } | null, request: FastifyRequest): Actor => {
  const anonymousActor = call.access === 'provider' ? 'provider' : 'visitor'
  return { actor: me?.id ?? anonymousActor, request: request.id, address: request.ip }
}

type CallRoute<Person> = {
  name: string
  call: Call
  handle: AnyHandler
  authenticator: Authenticator<Person>
  limiter: RateLimiter | undefined
}

/** Authorizes the request and counts failures by address, so that tokens and roles cannot be guessed without limit. */
const authorizeCounted = async <Person>(
  { authenticator, call, limiter }: CallRoute<Person>,
  request: FastifyRequest,
) => {
  try {
    return await authorize(authenticator, call, request)
  } catch (error) {
    if (error instanceof ApiError) await limiter?.countRefused(request)
    throw error
  }
}

const registerRoute = <Person extends { id: string }>(scope: FastifyInstance, callRoute: CallRoute<Person>): void => {
  const { name, call, handle, limiter } = callRoute
  const { method, path } = parseCallName(name)
  const authorized = new WeakMap<FastifyRequest, Person | null>()
  const limit = getLimitName(method, call)
  const toLimitedRequest = (request: FastifyRequest): LimitedRequest => ({
    limit,
    request,
    memberId: authorized.get(request)?.id ?? null,
  })
  scope.route({
    method,
    url: `/api${path}`,
    config: { call: name, usesDatabase: call.usesDatabase, isStream: call.mediaType === 'text/event-stream' },
    // A HEAD request of a mail scanner must not use up the one-time callback of the social login.
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      authorized.set(request, await authorizeCounted(callRoute, request))
      const me = authorized.get(request) ?? null
      // With the actor of the handler, so that a connection that both use sets it once.
      await withActor(toActor(call, me, request), async () => limiter?.count(toLimitedRequest(request)))
    },
    handler: async (request, reply) => {
      const ctx = { ...parseRequest(call, request), me: authorized.get(request) ?? null, request, reply }
      const result = await withActor(toActor(call, ctx.me, request), async () =>
        limiter ? limiter.runLimited({ ...toLimitedRequest(request), body: ctx.body }, () => handle(ctx)) : handle(ctx),
      )
      return call.redirects ? reply : sendResult(call, result, request, reply)
    },
  })
}

const parseRequest = (call: Call, request: FastifyRequest) => {
  const isSigned = call.access === 'provider'
  return {
    params: validate(call.params, request.params),
    query: call.redirects ? request.query : validate(call.query ?? emptySchema, request.query),
    // The handler of a signed endpoint verifies and parses the raw body itself.
    body: isSigned ? undefined : validate(call.body ?? emptySchema.optional(), request.body ?? undefined),
  }
}
