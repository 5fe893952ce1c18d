// Authenticates requests: by bearer token, or by session cookie for the auth endpoints.
import { sessionLifetimes } from './session/session-lifetimes.ts'
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Authenticator } from '#platform/http/router.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { isCashier, isModerator } from '#market/schema/people/permissions.ts'
import { getCookie, verifySignedCookie } from './session/cookies.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordHasher } from './password/hashing.ts'
import type { AuthProvider } from './better-auth.ts'
import { assertSameSite, getSecondFactorPolicy } from './request-checks.ts'
import { sessions } from '#market/schema/people/logins.ts'
import type { AccessTokens } from './session/access-tokens.ts'

/** Dependencies of the auth module; server/auth.ts creates them once. */
export type AuthDeps = {
  db: Database
  authProvider: AuthProvider
  tokens: AccessTokens
  passwordHasher: PasswordHasher
  devices: KnownDevices
  /** The secret that better-auth signs its cookies with. */
  secret: string
  publicUrl: string
  now: () => Date
  createId: () => string
  /** `required` refuses the admin endpoints to an admin without a second factor; `asked` only shows a request. */
  secondFactorOfAdmins: 'asked' | 'required'
}

// An access token has about 350 characters.
const maxHeaderLength = 2_000

/** Parses the Authorization header; null without the header. Refuses anything but exactly one bearer token. */
const parseBearerToken = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization
  if (header === undefined) return null
  // Node ignores a second Authorization header, but a proxy may have checked that one.
  const headerCount = request.raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  ).length
  const token = header.length <= maxHeaderLength ? /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1] : undefined
  if (headerCount > 1 || token === undefined) throw new ApiError('not_signed_in')
  return token
}

/** The headers by which a browser names the site that sent a request. */
export const getRequestSource = ({ headers }: FastifyRequest) => {
  const fetchSite = headers['sec-fetch-site']
  return { origin: headers.origin, fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined }
}

const memberColumns = {
  id: members.id,
  name: members.name,
  email: members.email,
  role: members.role,
  hasSecondFactor: members.hasSecondFactor,
  isCashier,
  isModerator,
}

/** SQL: whether a timestamp of a session is within the lifetime for its member's role. */
const isYoungerThan = (
  column: typeof sessions.createdAt | typeof sessions.updatedAt,
  limit: 'maxAgeMs' | 'maxIdleMs',
): SQL => {
  const getSeconds = (kind: keyof typeof sessionLifetimes) => sql.raw(String(sessionLifetimes[kind][limit] / 1000))
  const maxSeconds = sql`case when ${members.role} = 'Admin' then ${getSeconds('admin')} else ${getSeconds('member')} end`
  return sql`${column} > ${sql.placeholder('now')}::timestamptz - make_interval(secs => ${maxSeconds})`
}

const prepareSessionQueries = (db: Database) => {
  const selectSession = () =>
    db
      .select({ ...memberColumns, sessionId: sessions.id, signedInAt: sessions.createdAt })
      .from(sessions)
      .innerJoin(members, eq(sessions.userId, members.id))
  const isValid = and(
    gt(sessions.expiresAt, sql.placeholder('now')),
    isYoungerThan(sessions.createdAt, 'maxAgeMs'),
    isYoungerThan(sessions.updatedAt, 'maxIdleMs'),
    isNull(members.removedAt),
  )
  return {
    byToken: selectSession()
      .where(and(eq(sessions.id, sql.placeholder('sessionId')), eq(members.id, sql.placeholder('memberId')), isValid))
      .prepare('member_of_access_token'),
    byCookie: selectSession()
      .where(and(eq(sessions.token, sql.placeholder('token')), isValid))
      .prepare('member_of_session_cookie'),
  }
}

/** A valid session, the time of its login, and its member. */
export type Session = { sessionId: string; signedInAt: Date; me: Member }

/** Creates a function that finds the session of a request's cookie; null if it is invalid, expired or of a removed member. */
export const createSessionFinder = ({ db, authProvider, secret, publicUrl, now }: AuthDeps) => {
  const queries = prepareSessionQueries(db)
  return async (request: FastifyRequest): Promise<Session | null> => {
    if (request.method !== 'GET') assertSameSite(getRequestSource(request), publicUrl)
    const token = verifySignedCookie(getCookie(request, authProvider.sessionCookie), secret)
    if (!token) return null
    const [row] = await queries.byCookie.execute({ token, now: now() })
    if (!row) return null
    const { sessionId, signedInAt, ...me } = row
    return { sessionId, signedInAt, me }
  }
}

/** Creates the check of a member's role; it throws for an admin, a cashier or a moderator who still has to set up a second factor. */
export const createAccessCheck =
  ({ secondFactorOfAdmins }: AuthDeps): Authenticator<Member>['mayAccess'] =>
  (member, access) => {
    if (access === 'seller') return member.role === 'Seller'
    if (access !== 'admin' && access !== 'cashier' && access !== 'moderator') return access !== 'provider'
    const hasPermission = { admin: false, cashier: member.isCashier, moderator: member.isModerator }[access]
    const isAllowed = member.role === 'Admin' || hasPermission
    if (isAllowed && getSecondFactorPolicy(member, secondFactorOfAdmins) === 'required')
      throw new ApiError('second_factor_needed')
    return isAllowed
  }

/** Creates the authenticator that the router calls before each endpoint. */
export const createAuthenticator = (deps: AuthDeps): Authenticator<Member> => {
  const { byToken } = prepareSessionQueries(deps.db)
  const findSession = createSessionFinder(deps)
  return {
    authenticate: async (request) => {
      const token = parseBearerToken(request)
      if (token === null) return null
      const bearer = await deps.tokens.verify(token, deps.now())
      const [row] = bearer ? await byToken.execute({ ...bearer, now: deps.now() }) : []
      if (!row) throw new ApiError('not_signed_in')
      const { sessionId: _session, signedInAt: _signedInAt, ...me } = row
      return me
    },
    authenticateSession: async (request) => (await findSession(request))?.me ?? null,
    mayAccess: createAccessCheck(deps),
  }
}
