// The member's own account: name, photo, password and sessions.
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { accountCalls } from '#contract/auth/account.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Handlers } from '#platform/http/router.ts'
import { parseAcceptLanguage } from '#contract/language.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { findAllowance } from '#market/mail/unproven-addresses.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { assertNoContactDetails } from '#platform/contact-details/refusing.ts'
import { assertNotLookalike, assertPhotoIsStored } from '#market/members/profile-checks.ts'
import { type AuthDeps, createSessionFinder, type Session } from './authenticator.ts'
import { changePassword, reauthenticate, findPasswordHash } from './credentials.ts'
import { getSecondFactorPolicy } from './request-checks.ts'
import { toSessionUser } from './auth-client.ts'
import { sessions } from '#market/schema/people/logins.ts'
import { assertStrongPassword } from './password/weak-passwords.ts'

// More than anybody needs; "log out all other devices" also ends the sessions beyond it.
const maxSessions = 100

/** Creates a function that returns the session of a request; refuses if it ended after the router authenticated it. */
export const createSessionGuard = (deps: AuthDeps) => {
  const findSession = createSessionFinder(deps)
  return async (request: FastifyRequest): Promise<Session> => {
    const session = await findSession(request)
    if (!session) throw new ApiError('not_signed_in')
    return session
  }
}

const userColumns = {
  id: members.id,
  email: members.email,
  name: members.name,
  image: members.image,
  emailVerified: members.emailVerified,
  emailBouncedAt: members.emailBouncedAt,
}

const getAccount = async (deps: AuthDeps, { me }: Session) => {
  const { db, now, secondFactorOfAdmins } = deps
  const [user] = await db.select(userColumns).from(members).where(eq(members.id, me.id))
  if (!user) throw new ApiError('not_signed_in')
  return {
    user: toSessionUser({ user }),
    unproven: user.emailVerified && !user.emailBouncedAt ? null : await findAllowance(db, user.email, now()),
    hasPassword: (await findPasswordHash(deps, me.id)) !== null,
    hasSecondFactor: me.hasSecondFactor,
    secondFactorIs: getSecondFactorPolicy(me, secondFactorOfAdmins),
  }
}

type ProfileChange = { name?: string | undefined; image?: string | null | undefined }

const changeProfile = async ({ db, now }: AuthDeps, { me }: Session, { name, image }: ProfileChange) => {
  assertNoContactDetails(name, { key: 'name', field: 'your_name' })
  if (name !== undefined) await assertNotLookalike(db, { name, memberId: me.id })
  if (image !== undefined) await assertPhotoIsStored(db, image)
  const [user] = await db
    .update(members)
    .set({ ...(name !== undefined && { name }), ...(image !== undefined && { image }), updatedAt: now() })
    .where(eq(members.id, me.id))
    .returning(userColumns)
  if (!user) throw new ApiError('not_signed_in')
  return { user: toSessionUser({ user }) }
}

type PasswordChangeInput = {
  currentPassword?: string | undefined
  newPassword: string
  request: FastifyRequest
  reply: FastifyReply
}

const changeOwnPassword = async (deps: AuthDeps, session: Session, body: PasswordChangeInput): Promise<void> => {
  const { db, publicUrl, createId } = deps
  const { me, sessionId } = session
  const { request, reply } = body
  const emails = getEmailTemplates(parseAcceptLanguage(request.headers['accept-language']))
  await reauthenticate(deps, session, { password: body.currentPassword, field: 'currentPassword' })
  assertStrongPassword({ ...me, password: body.newPassword, field: 'newPassword' })
  const hash = await deps.passwordHasher.hash(body.newPassword)
  const at = deps.now()
  await db.transaction(async (tx) => {
    await changePassword(tx, { memberId: me.id, hash, at, createId, exceptSessionId: sessionId })
    await deps.devices.remember(tx, { request, reply, memberId: me.id })
    await queueEmail({ db: tx, now: at, createId }, me.email, emails.passwordChanged({ name: me.name, publicUrl }))
  })
}

const listSessions = async ({ db, now }: AuthDeps, { me, sessionId }: Session) => {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, me.id), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(maxSessions)
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    _id: id,
    device: userAgent ?? '',
    signedInAt: createdAt.toISOString(),
    lastSeenAt: updatedAt.toISOString(),
    isThisOne: id === sessionId,
  }))
}

/** The handlers of the member's own account. */
export const accountRoutes = (deps: AuthDeps): Handlers<typeof accountCalls, Member> => {
  const { db } = deps
  const requireSession = createSessionGuard(deps)
  return {
    'GET /auth/account': async ({ request }) => getAccount(deps, await requireSession(request)),
    'POST /auth/update-user': async ({ body, request }) => changeProfile(deps, await requireSession(request), body),
    'POST /auth/change-password': async ({ body, request, reply }) => {
      await changeOwnPassword(deps, await requireSession(request), { ...body, request, reply })
      return { acknowledged: true }
    },
    'GET /auth/list-sessions': async ({ request }) => ({
      sessions: await listSessions(deps, await requireSession(request)),
    }),
    'POST /auth/revoke-session': async ({ me, body }) => {
      const isMine = and(eq(sessions.id, body.id), eq(sessions.userId, me.id))
      const deleted = await db.delete(sessions).where(isMine).returning({ id: sessions.id })
      if (deleted.length === 0) throw new ApiError('not_found')
      return { acknowledged: true }
    },
    'POST /auth/revoke-other-sessions': async ({ request }) => {
      const { me, sessionId } = await requireSession(request)
      await db.delete(sessions).where(and(eq(sessions.userId, me.id), ne(sessions.id, sessionId)))
      return { acknowledged: true }
    },
  }
}
