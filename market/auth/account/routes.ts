// One's own account: name, photo, password, and where it is logged in.
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { accountCalls } from '#contract/auth/account.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Handlers } from '#platform/http/router.ts'
import { languageAsked } from '#contract/language.ts'
import { type Letters, lettersIn } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import { type Member, members } from '#market/members/table.ts'
import { type IdentityRoom, openSessions, type Session } from '#market/auth/authenticator.ts'
import { changePassword, confirmPerson, passwordOf } from '#market/auth/password/table.ts'
import { secondFactorWish } from '#market/auth/rules.ts'
import { sessionUser } from '#market/auth/auth-client.ts'
import { sessions } from '#market/auth/table.ts'
import { refuseWeakPassword } from '#market/auth/password/rules.ts'

// Nobody has so many devices; what is older is still ended by "all others".
const sessionsShown = 100

/** The session at the door; the guard has looked already, but it may have ended since. */
export const openMySession = (room: IdentityRoom) => {
  const sessionOf = openSessions(room)
  return async (request: FastifyRequest): Promise<Session> => {
    const session = await sessionOf(request)
    if (!session) throw new Refused('not_signed_in')
    return session
  }
}

const shownUser = {
  id: members.id,
  email: members.email,
  name: members.name,
  image: members.image,
  emailVerified: members.emailVerified,
}

const look = async (room: IdentityRoom, { me }: Session) => {
  const { db, secondFactorOfAdmins } = room
  const [user] = await db.select(shownUser).from(members).where(eq(members.id, me.id))
  if (!user) throw new Refused('not_signed_in')
  return {
    user: sessionUser({ user }),
    hasPassword: (await passwordOf(room, me.id)) !== null,
    hasSecondFactor: me.hasSecondFactor,
    secondFactorIs: secondFactorWish(me, secondFactorOfAdmins),
  }
}

type Profile = { name?: string | undefined; image?: string | null | undefined }

const changeProfile = async ({ db, now }: IdentityRoom, { me }: Session, { name, image }: Profile) => {
  const [user] = await db
    .update(members)
    .set({ ...(name !== undefined && { name }), ...(image !== undefined && { image }), updatedAt: now() })
    .where(eq(members.id, me.id))
    .returning(shownUser)
  if (!user) throw new Refused('not_signed_in')
  return { user: sessionUser({ user }) }
}

type Passwords = { currentPassword?: string | undefined; newPassword: string; letters: Letters }

const changeOwnPassword = async (room: IdentityRoom, session: Session, body: Passwords): Promise<void> => {
  const { db, publicUrl, newId } = room
  const { me, sessionId } = session
  await confirmPerson(room, session, { password: body.currentPassword, field: 'currentPassword' })
  refuseWeakPassword({ ...me, password: body.newPassword, field: 'newPassword' })
  const hash = await room.hashing.hash(body.newPassword)
  const at = room.now()
  await db.transaction(async (tx) => {
    await changePassword(tx, { memberId: me.id, hash, at, newId, butSession: sessionId })
    await post({ db: tx, now: at, newId }, me.email, body.letters.passwordChanged({ name: me.name, publicUrl }))
  })
}

const listSessions = async ({ db, now }: IdentityRoom, { me, sessionId }: Session) => {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, me.id), gt(sessions.expiresAt, now())))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
    .limit(sessionsShown)
  return rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    _id: id,
    device: userAgent ?? '',
    signedInAt: createdAt.toISOString(),
    lastSeenAt: updatedAt.toISOString(),
    isThisOne: id === sessionId,
  }))
}

/** The handlers of one's own account. */
export const accountRoutes = (room: IdentityRoom): Handlers<typeof accountCalls, Member> => {
  const { db } = room
  const mySession = openMySession(room)
  return {
    'GET /auth/account': async ({ request }) => look(room, await mySession(request)),
    'POST /auth/update-user': async ({ body, request }) => changeProfile(room, await mySession(request), body),
    'POST /auth/change-password': async ({ body, request }) => {
      const letters = lettersIn(languageAsked(request.headers['accept-language']))
      await changeOwnPassword(room, await mySession(request), { ...body, letters })
      return { acknowledged: true }
    },
    'GET /auth/list-sessions': async ({ request }) => ({
      sessions: await listSessions(room, await mySession(request)),
    }),
    'POST /auth/revoke-session': async ({ me, body }) => {
      const mine = and(eq(sessions.id, body.id), eq(sessions.userId, me.id))
      const ended = await db.delete(sessions).where(mine).returning({ id: sessions.id })
      if (ended.length === 0) throw new Refused('not_found')
      return { acknowledged: true }
    },
    'POST /auth/revoke-other-sessions': async ({ request }) => {
      const { me, sessionId } = await mySession(request)
      await db.delete(sessions).where(and(eq(sessions.userId, me.id), ne(sessions.id, sessionId)))
      return { acknowledged: true }
    },
  }
}
