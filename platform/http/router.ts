// The door: every call of the contract becomes a route; checked on the way in, stripped on the way out.
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

/** How the door learns who is there; the rooms say it, since only they know members. */
export type Authenticator<Person> = {
  /** The person whose bearer token this request carries; refuses a token that is not good, null without one. */
  authenticate(request: FastifyRequest): Promise<Person | null>
  /** The person whose identity cookie this request carries, or null. */
  authenticateSession(request: FastifyRequest): Promise<Person | null>
  /** Whether this person has the role that the call asks for; refuses by itself where more than the role is missing. */
  mayAccess(person: Person, access: CallAccess): boolean
  /** Told whom a request was let in as, for the log. */
  onAuthenticated?(request: FastifyRequest, person: Person): void
}

type Me<A extends CallAccess, Person> = A extends 'member' | 'seller' | 'admin' | 'session' ? Person : Person | null

/** What a handler is given: the checked parts, who asks, and the request itself for the few that need it. */
export type RequestContext<C extends Call, Person> = HandlerInput<C> & {
  me: Me<C['access'], Person>
  request: FastifyRequest
  reply: FastifyReply
}

export type Handlers<Cs extends Calls, Person> = {
  [K in keyof Cs]: Cs[K] extends Call ? (ctx: RequestContext<Cs[K], Person>) => Promise<HandlerResult<Cs[K]>> : never
}

// What the card provider tells at once; its own messages are a few kilobytes.
const maxSignedBytes = 1024 * 1024

// A call that names no query takes none.
const emptySchema = z.strictObject({})

/** 'GET /bookings/:id' in its two halves. */
export const parseCallName = (name: string): { method: string; path: string } => {
  const [method = 'GET', path = '/'] = name.split(' ')
  return { method, path }
}

// What a caller wrote comes back in a refusal, so it is cut.
const maxEchoLength = 100

// Sentences of zod itself are not for people, so the error code gives the sentence then.
const getReason = (issue: z.core.$ZodIssue): Reason | undefined => {
  if (issue.code === 'unrecognized_keys')
    return toReason('unknown_field', { name: issue.keys.join(', ').slice(0, maxEchoLength) })
  return isReason(issue.message) ? issue.message : undefined
}

const toFieldName = (issue: z.core.$ZodIssue): string =>
  (issue.code === 'unrecognized_keys' ? String(issue.keys[0]) : issue.path.join('.')).slice(0, maxEchoLength)

/** Checks one part of a request; refuses it with the sentence and the name of the first field that does not fit. */
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

/** Sends the answer with exactly the fields that the contract names. */
const sendResult = async (call: Call, result: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (!call.list) return reply.send(call.response.parse(result))
  // A handler of a list is typed to give a page; the grammar's `Given` says so.
  const page = result as AnyPage // oxlint-disable-line typescript/no-unsafe-type-assertion
  if (page.next !== null) void reply.header('link', toNextLink(request, page.next))
  // Its fields were chosen by the contract where the question was written, and tests hold it to that.
  if ('rows' in page) return reply.type('application/json; charset=utf-8').send(JSON.stringify(page.rows))
  if (page.total !== undefined) void reply.header('x-total-count', page.total)
  return reply.send(call.response.parse(page.items))
}

// The handlers' own types were checked where they were written, against the contract; here they are all alike.
type AnyHandler = (ctx: unknown) => Promise<unknown>

/**
 * Mounts every call below /api, and answers for all addresses that are none.
 * Private answers are never stored by a cache; the person is admitted and counted before the body is read.
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
    if (!handle) throw new Error(`The call ${name} stands in the contract and no room answers it.`)
    const registerOn = (scope: FastifyInstance) => registerRoute(scope, { name, call, handle, authenticator, limiter })
    if (call.access === 'provider') void app.register(async (scope) => registerOn(acceptRawBody(scope)))
    else if (call.upload !== undefined) void app.register((scope) => acceptForms(scope).then(() => registerOn(scope)))
    else registerOn(app)
  }
  const unknownName = Object.keys(handlers).find((name) => !(name in calls))
  if (unknownName !== undefined) throw new Error(`A room answers ${unknownName}, which does not stand in the contract.`)
}

/** An address that is no call is refused before its body is read; one that takes other methods says which. */
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

/** A signature is over the bytes as they came, so this call's body is not parsed. */
const acceptRawBody = (scope: FastifyInstance): FastifyInstance => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: maxSignedBytes },
    (_request, body, done) => done(null, body),
  )
  return scope
}

/** In whose name a call changes things: the trail in the database tells it. */
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

/** Admits a person, and counts those who were not let in: whoever guesses tokens or roles is not answered for ever. */
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
    config: { call: name },
    // A look without the body is no call: a scanner of mails must not use up the way back from the social login.
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      authorized.set(request, await authorizeCounted(callRoute, request))
      const me = authorized.get(request) ?? null
      // In the same name as the call's own work, so that its connection says it once for both.
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
    // The signed body is looked at by its handler alone; no other call takes a body that it does not name.
    body: isSigned ? undefined : validate(call.body ?? emptySchema.optional(), request.body ?? undefined),
  }
}
