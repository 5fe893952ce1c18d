// Who is at the door: the bearer token of every other call, the session cookie of the identity calls.
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Doorkeeper } from '#platform/http/router.ts'
import { type Member, members } from '#market/members/table.ts'
import { cookieOf, signedValueOf } from './session/rules.ts'
import type { Devices } from './known-devices/rules.ts'
import type { Hashing } from './password/provider.ts'
import type { Identity } from './provider.ts'
import { refuseForeignSite, secondFactorWish, sessionLives } from './rules.ts'
import { sessions } from './table.ts'
import type { Tokens } from './session/provider.ts'

/** What the room of identity needs: all of it is opened once, by the shop. */
export type IdentityRoom = {
  db: Database
  identity: Identity
  tokens: Tokens
  hashing: Hashing
  devices: Devices
  /** The same secret that the identity service signs its cookie with. */
  secret: string
  publicUrl: string
  now: () => Date
  newId: () => string
  /** Whether an admin without a second factor is asked for one, or let in to nothing of an admin's without it. */
  secondFactorOfAdmins: 'asked' | 'required'
}

// An access token is some 350 characters; what is much longer is not one.
const headerLongest = 2_000

/** The token of the Authorization header; null without the header. Refuses a header that is not exactly one token. */
const bearerOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  if (header === undefined) return null
  // Node keeps the first of two headers in silence; a proxy in front may have looked at the other one.
  const times = request.raw.rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.toLowerCase() === 'authorization',
  ).length
  const token = header.length <= headerLongest ? /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1] : undefined
  if (times > 1 || token === undefined) throw new Refused('not_signed_in')
  return token
}

/** What the browser says of where a request comes from. */
export const saidBy = ({ headers }: FastifyRequest) => {
  const fetchSite = headers['sec-fetch-site']
  return { origin: headers.origin, fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined }
}

const person = {
  id: members.id,
  name: members.name,
  email: members.email,
  role: members.role,
  hasSecondFactor: members.hasSecondFactor,
}

/** Whether a moment is less than a session's life ago; how long that is depends on whose session it is. */
const isWithin = (column: typeof sessions.createdAt | typeof sessions.updatedAt, life: 'wholeMs' | 'unusedMs'): SQL => {
  const seconds = (who: keyof typeof sessionLives) => sql.raw(String(sessionLives[who][life] / 1000))
  const longest = sql`case when ${members.role} = 'Admin' then ${seconds('admin')} else ${seconds('member')} end`
  return sql`${column} > ${sql.placeholder('now')}::timestamptz - make_interval(secs => ${longest})`
}

const openQueries = (db: Database) => {
  const fromSession = () =>
    db
      .select({ ...person, sessionId: sessions.id, signedInAt: sessions.createdAt })
      .from(sessions)
      .innerJoin(members, eq(sessions.userId, members.id))
  const isGood = and(
    gt(sessions.expiresAt, sql.placeholder('now')),
    isWithin(sessions.createdAt, 'wholeMs'),
    isWithin(sessions.updatedAt, 'unusedMs'),
    isNull(members.removedAt),
  )
  return {
    ofToken: fromSession()
      .where(and(eq(sessions.id, sql.placeholder('sessionId')), eq(members.id, sql.placeholder('memberId')), isGood))
      .prepare('member_of_access_token'),
    ofCookie: fromSession()
      .where(and(eq(sessions.token, sql.placeholder('token')), isGood))
      .prepare('member_of_session_cookie'),
  }
}

/** A session that is good, when it began, and whose it is. */
export type Session = { sessionId: string; signedInAt: Date; me: Member }

/** Makes the look-up of the session that a request's cookie names: good, not ended, of a member who is still here. */
export const openSessions = ({ db, identity, secret, publicUrl, now }: IdentityRoom) => {
  const queries = openQueries(db)
  return async (request: FastifyRequest): Promise<Session | null> => {
    if (request.method !== 'GET') refuseForeignSite(saidBy(request), publicUrl)
    const token = signedValueOf(cookieOf(request, identity.sessionCookie), secret)
    if (!token) return null
    const [row] = await queries.ofCookie.execute({ token, now: now() })
    if (!row) return null
    const { sessionId, signedInAt, ...me } = row
    return { sessionId, signedInAt, me }
  }
}

const openMay =
  ({ secondFactorOfAdmins }: IdentityRoom): Doorkeeper<Member>['may'] =>
  (member, access) => {
    if (access === 'seller') return member.role === 'Seller'
    if (access !== 'admin') return access !== 'provider'
    if (secondFactorWish(member, secondFactorOfAdmins) === 'required') throw new Refused('second_factor_needed')
    return member.role === 'Admin'
  }

/** Learns who is at the door: from the bearer token, or for the identity calls from the session cookie. */
export const doorkeeper = (room: IdentityRoom): Doorkeeper<Member> => {
  const { ofToken } = openQueries(room.db)
  const sessionOf = openSessions(room)
  return {
    whoIs: async (request) => {
      const token = bearerOf(request)
      if (token === null) return null
      const bearer = await room.tokens.check(token, room.now())
      const [row] = bearer ? await ofToken.execute({ ...bearer, now: room.now() }) : []
      if (!row) throw new Refused('not_signed_in')
      const { sessionId: _session, signedInAt: _signedInAt, ...me } = row
      return me
    },
    whoseSession: async (request) => (await sessionOf(request))?.me ?? null,
    may: openMay(room),
  }
}
