// The door: every call of the contract becomes a route; checked on the way in, stripped on the way out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, Call, Calls, Given, Received } from '../contract/call.ts'
import { Refused } from '../contract/refusals.ts'

/** How the door learns who is there; the rooms say it, since only they know members. */
export type Doorkeeper<Person> = {
  /** The person whose bearer token this request carries; refuses a token that is not good, null without one. */
  whoIs(request: FastifyRequest): Promise<Person | null>
  /** The person whose identity cookie this request carries, or null. */
  whoseSession(request: FastifyRequest): Promise<Person | null>
  /** Whether this person has the role that the call asks for. */
  may(person: Person, access: Access): boolean
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

const sentenceOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? `Unknown field: ${issue.keys.join(', ')}.` : issue.message

const fieldOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys' ? String(issue.keys[0]) : issue.path.join('.')

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
  if (!keeper.may(me, call.access)) throw new Refused('role_not_allowed')
  return me
}

const nextLink = (request: FastifyRequest, cursor: string): string => {
  const url = new URL(request.url, 'http://shop')
  url.searchParams.set('cursor', cursor)
  return `<${url.pathname}${url.search}>; rel="next"`
}

type AnyPage = { items: unknown[]; next: string | null }

/** Sends the answer with exactly the fields that the contract names. */
const send = async (call: Call, given: unknown, request: FastifyRequest, reply: FastifyReply) => {
  if (!call.list) return reply.send(call.answer.parse(given))
  // A handler of a list is typed to give a page; the grammar's `Given` says so.
  const { items, next } = given as AnyPage // oxlint-disable-line typescript/no-unsafe-type-assertion
  if (next !== null) void reply.header('link', nextLink(request, next))
  return reply.send(call.answer.parse(items))
}

// The handlers' own types were checked where they were written, against the contract; here they are all alike.
type AnyHandler = (visit: unknown) => Promise<unknown>

/**
 * Mounts every call that has a handler below /api.
 * Private answers are never stored by a cache; the person is admitted before the body is looked at.
 */
export const mount = <Cs extends Calls, Person>(
  app: FastifyInstance,
  calls: Cs,
  handlers: Handlers<Cs, Person>,
  keeper: Doorkeeper<Person>,
): void => {
  for (const [name, call] of Object.entries<Call>(calls)) {
    const handle = Reflect.get(handlers, name) as AnyHandler // oxlint-disable-line typescript/no-unsafe-type-assertion
    const open = (scope: FastifyInstance) => route(scope, { name, call, handle, keeper })
    if (call.access === 'provider') void app.register(async (scope) => open(withRawBody(scope)))
    else open(app)
  }
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

type Opening<Person> = { name: string; call: Call; handle: AnyHandler; keeper: Doorkeeper<Person> }

const route = <Person>(scope: FastifyInstance, { name, call, handle, keeper }: Opening<Person>): void => {
  const { method, path } = parts(name)
  scope.route({
    method,
    url: `/api${path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const me = await admit(keeper, call, request)
      const params = checked(call.params, request.params)
      const query = call.redirects ? request.query : checked(call.query ?? nothing, request.query)
      const body = checked(call.body, request.body ?? undefined)
      const given = await handle({ params, query, body, me, request, reply })
      return call.redirects ? reply : send(call, given, request, reply)
    },
  })
}
