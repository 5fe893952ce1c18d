// The door: every call of the contract becomes a route; checked on the way in, stripped on the way out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, Call, Calls, Given, Received } from '#contract/call.ts'
import { limitNameOf } from '#contract/limits.ts'
import { Refused, refusals } from '#contract/errors/api-errors.ts'
import { type By, doneBy } from '#platform/database/actor.ts'
import type { Counted, Limiter } from './rate-limiter.ts'
import { refuse } from './http-server.ts'
import { takeForms } from './upload.ts'

/** How the door learns who is there; the rooms say it, since only they know members. */
export type Doorkeeper<Person> = {
  /** The person whose bearer token this request carries; refuses a token that is not good, null without one. */
  whoIs(request: FastifyRequest): Promise<Person | null>
  /** The person whose identity cookie this request carries, or null. */
  whoseSession(request: FastifyRequest): Promise<Person | null>
  /** Whether this person has the role that the call asks for; refuses by itself where more than the role is missing. */
  may(person: Person, access: Access): boolean
  /** Told whom a request was let in as, for the log. */
  noticed?(request: FastifyRequest, person: Person): void
}

type Me<A extends Access, Person> = A extends 'member' | 'seller' | 'admin' | 'session' ? Person : Person | null

/** What a handler is given: the checked parts, who asks, and the request itself for the few that need it. */
export type Visit<C extends Call, Person> = Received<C> & {
  me: Me<C['access'], Person>
  request: FastifyRequest
  reply: FastifyReply
}

export type Handlers<Cs extends Calls, Person> = {
  [K in keyof Cs]: Cs[K] extends Call ? (visit: Visit<Cs[K], Person>) => Promise<Given<Cs[K]>> : never
}

// What the card provider tells at once; its own messages are a few kilobytes.
const signedBytesMax = 1024 * 1024

// A call that names no query takes none.
const nothing = z.strictObject({})

/** 'GET /bookings/:id' in its two halves. */
export const parts = (name: string): { method: string; path: string } => {
  const [method = 'GET', path = '/'] = name.split(' ')
  return { method, path }
}

// What a caller wrote comes back in a refusal, so it is cut.
const echoLongest = 100

// Our own sentences end with a full stop; what the library says by itself is not for people.
const sentenceOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ').slice(0, echoLongest)}.`
  return issue.message.endsWith('.') ? issue.message : refusals.bad_request.message
}

const fieldOf = (issue: z.core.$ZodIssue): string =>
  (issue.code === 'unrecognized_keys' ? String(issue.keys[0]) : issue.path.join('.')).slice(0, echoLongest)

/** Checks one part of a request; refuses it with the sentence and the name of the first field that does not fit. */
const checked = (schema: z.ZodType | undefined, value: unknown): unknown => {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw new Refused('bad_request')
  throw new Refused('bad_request', { field: fieldOf(issue), message: sentenceOf(issue) })
}

const admit = async <Person>(
  keeper: Doorkeeper<Person>,
  call: Call,
  request: FastifyRequest,
): Promise<Person | null> => {
  if (call.access === 'provider') return null
  if (call.access === 'anyone') return keeper.whoIs(request)
  const me = call.access === 'session' ? await keeper.whoseSession(request) : await keeper.whoIs(request)
  if (!me) throw new Refused('not_signed_in')
  keeper.noticed?.(request, me)
  if (!keeper.may(me, call.access)) throw new Refused('role_not_allowed')
  return me
}

const nextLink = ({ url }: FastifyRequest, cursor: string): string => {
  const [path = '', ...words] = url.split('?')
  const query = new URLSearchParams(words.join('?'))
  query.set('cursor', cursor)
  return `<${path}?${query}>; rel="next"`
}

type AnyPage = ({ items: unknown[]; total?: number } | { rows: object[] }) & { next: string | null }

/** Sends the answer with exactly the fields that the contract names. */
const send = async (call: Call, given: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (!call.list) return reply.send(call.answer.parse(given))
  // A handler of a list is typed to give a page; the grammar's `Given` says so.
  const page = given as AnyPage // oxlint-disable-line typescript/no-unsafe-type-assertion
  if (page.next !== null) void reply.header('link', nextLink(request, page.next))
  // Its fields were chosen by the contract where the question was written, and tests hold it to that.
  if ('rows' in page) return reply.type('application/json; charset=utf-8').send(JSON.stringify(page.rows))
  if (page.total !== undefined) void reply.header('x-total-count', page.total)
  return reply.send(call.answer.parse(page.items))
}

// The handlers' own types were checked where they were written, against the contract; here they are all alike.
type AnyHandler = (visit: unknown) => Promise<unknown>

/**
 * Mounts every call below /api, and answers for all addresses that are none.
 * Private answers are never stored by a cache; the person is admitted and counted before the body is read.
 */
export const mount = <Cs extends Calls, Person extends { id: string }>(
  app: FastifyInstance,
  calls: Cs,
  handlers: Handlers<Cs, Person>,
  keeper: Doorkeeper<Person>,
  limiter?: Limiter,
): void => {
  answerUnknown(app, calls)
  for (const [name, call] of Object.entries<Call>(calls)) {
    const handle = Reflect.get(handlers, name) as AnyHandler | undefined // oxlint-disable-line typescript/no-unsafe-type-assertion
    if (!handle) throw new Error(`The call ${name} stands in the contract and no room answers it.`)
    const open = (scope: FastifyInstance) => route(scope, { name, call, handle, keeper, limiter })
    if (call.access === 'provider') void app.register(async (scope) => open(withRawBody(scope)))
    else if (call.upload !== undefined) void app.register((scope) => takeForms(scope).then(() => open(scope)))
    else open(app)
  }
  const strange = Object.keys(handlers).find((name) => !(name in calls))
  if (strange !== undefined) throw new Error(`A room answers ${strange}, which does not stand in the contract.`)
}

/** An address that is no call is refused before its body is read; one that takes other methods says which. */
const answerUnknown = (app: FastifyInstance, calls: Calls): void => {
  const known = Object.keys(calls).map((name) => {
    const { method, path } = parts(name)
    return { method, address: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`) }
  })
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = known.filter(({ address }) => address.test(path)).map(({ method }) => method)
    if (methods.length === 0) return refuse(new Refused('no_such_call'), request, reply)
    return refuse(new Refused('method_not_allowed'), request, reply.header('allow', methods.join(', ')))
  }
  app.setNotFoundHandler(answer)
  app.addHook('onRequest', (request, reply, done) => (request.is404 ? void answer(request, reply) : done()))
}

/** A signature is over the bytes as they came, so this call's body is not parsed. */
const withRawBody = (scope: FastifyInstance): FastifyInstance => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: signedBytesMax },
    (_request, body, done) => done(null, body),
  )
  return scope
}

/** In whose name a call changes things: the trail in the database tells it. */
const byOf = (call: Call, me: { id: string } | null, request: FastifyRequest): By => {
  const stranger = call.access === 'provider' ? 'provider' : 'visitor'
  return { actor: me?.id ?? stranger, request: request.id, address: request.ip }
}

type Opening<Person> = {
  name: string
  call: Call
  handle: AnyHandler
  keeper: Doorkeeper<Person>
  limiter: Limiter | undefined
}

/** Admits a person, and counts those who were not let in: whoever guesses tokens or roles is not answered for ever. */
const admitCounted = async <Person>({ keeper, call, limiter }: Opening<Person>, request: FastifyRequest) => {
  try {
    return await admit(keeper, call, request)
  } catch (error) {
    if (error instanceof Refused) await limiter?.countRefused(request)
    throw error
  }
}

const route = <Person extends { id: string }>(scope: FastifyInstance, opening: Opening<Person>): void => {
  const { name, call, handle, limiter } = opening
  const { method, path } = parts(name)
  const admitted = new WeakMap<FastifyRequest, Person | null>()
  const limit = limitNameOf(method, call)
  const counted = (request: FastifyRequest): Counted => ({
    limit,
    request,
    memberId: admitted.get(request)?.id ?? null,
  })
  scope.route({
    method,
    url: `/api${path}`,
    config: { call: name },
    // A look without the body is no call: a scanner of mails must not use up the way back from the social login.
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      admitted.set(request, await admitCounted(opening, request))
      const me = admitted.get(request) ?? null
      // In the same name as the call's own work, so that its connection says it once for both.
      await doneBy(byOf(call, me, request), async () => limiter?.count(counted(request)))
    },
    handler: async (request, reply) => {
      const visit = { ...received(call, request), me: admitted.get(request) ?? null, request, reply }
      const given = await doneBy(byOf(call, visit.me, request), async () =>
        limiter ? limiter.during({ ...counted(request), body: visit.body }, () => handle(visit)) : handle(visit),
      )
      return call.redirects ? reply : send(call, given, request, reply)
    },
  })
}

const received = (call: Call, request: FastifyRequest) => {
  const isSigned = call.access === 'provider'
  return {
    params: checked(call.params, request.params),
    query: call.redirects ? request.query : checked(call.query ?? nothing, request.query),
    // The signed body is looked at by its handler alone; no other call takes a body that it does not name.
    body: isSigned ? undefined : checked(call.body ?? nothing.optional(), request.body ?? undefined),
  }
}
