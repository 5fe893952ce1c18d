// The second factor: setting it up, and finishing a login with it. The codes themselves are the identity service's.
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refused } from '#contract/errors/api-errors.ts'
import type { secondFactorCalls } from '#contract/auth/second-factor.ts'
import type { Handlers } from '#platform/http/router.ts'
import { languageAsked } from '#contract/language.ts'
import { lettersIn } from '#market/mail/rules.ts'
import { post } from '#market/mail/table.ts'
import type { Member } from '#market/members/table.ts'
import { openMySession } from '#market/auth/account/routes.ts'
import { markOfBackupCode } from './rules.ts'
import { cookieOf, signedValueOf } from '#market/auth/session/rules.ts'
import { type IdentityRoom, openSessions } from '#market/auth/authenticator.ts'
import { confirmPerson } from '#market/auth/password/table.ts'
import { openSpeaker, sessionUser, SignedIn } from '#market/auth/auth-client.ts'
import { sessions, usedCodes, verifications } from '#market/auth/table.ts'

type Visit = { request: FastifyRequest; reply: FastifyReply }
type Confirmed = Visit & { me: Member; body: { password?: string | undefined } }

type Asked = { me: Member; request: FastifyRequest }

const Begun = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })

// The service gives the person a new session when the second factor is turned on or off; what began before it did so
// without a second factor, so it ends.
const endOlderSessions = async (room: IdentityRoom, { me, request }: Asked, isOn: boolean) => {
  const { db, newId, now, publicUrl } = room
  const letters = lettersIn(languageAsked(request.headers['accept-language']))
  const newest = sql`(select id from ${sessions} where ${sessions.userId} = ${me.id} order by created_at desc, id desc limit 1)`
  await db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, me.id), ne(sessions.id, newest)))
    await tx.delete(verifications).where(eq(verifications.value, me.id))
    await post({ db: tx, now: now(), newId }, me.email, letters.secondFactor({ name: me.name, publicUrl, isOn }))
  })
}

// A code is good for half a minute, and for half a minute before and after that.
const codeMs = 90_000

/**
 * Does what a code is for, once: while it is good, the same code of the same member is refused, so that nobody comes in
 * with one that they saw being typed. It may be entered again when it led to nothing.
 */
const withFreshCode = async <Done>(
  { db, now }: IdentityRoom,
  { memberId, code }: { memberId: string; code: string },
  work: () => Promise<Done>,
): Promise<Done> => {
  const usedAt = now()
  const ofMember = eq(usedCodes.memberId, memberId)
  await db.delete(usedCodes).where(and(ofMember, lt(usedCodes.usedAt, new Date(usedAt.getTime() - codeMs))))
  const taken = await db.insert(usedCodes).values({ memberId, code, usedAt }).onConflictDoNothing().returning()
  if (taken.length === 0) throw new Refused('wrong_code', { field: 'code' })
  try {
    return await work()
  } catch (error) {
    await db.delete(usedCodes).where(and(ofMember, eq(usedCodes.code, code)))
    throw error
  }
}

/** Makes the look-up of whose code is entered: of who is logged in, or of the login that waits for it; null of nobody. */
const openCodeOwner = (room: IdentityRoom) => {
  const { db, identity, secret, now } = room
  const sessionOf = openSessions(room)
  return async (request: FastifyRequest): Promise<string | null> => {
    const session = await sessionOf(request)
    if (session) return session.me.id
    const login = signedValueOf(cookieOf(request, identity.secondFactorCookie), secret)
    if (login === null) return null
    const [waiting] = await db
      .select({ memberId: verifications.value })
      .from(verifications)
      .where(and(eq(verifications.identifier, login), gt(verifications.expiresAt, now())))
    return waiting?.memberId ?? null
  }
}

/** The handlers of the second factor. */
export const secondFactorRoutes = (room: IdentityRoom): Handlers<typeof secondFactorCalls, Member> => {
  const ask = openSpeaker(room)
  const mySession = openMySession(room)
  const ownerOfCode = openCodeOwner(room)

  /** Asks the service for a change after the person has confirmed who they are. */
  const askConfirmed = async ({ request, reply, body }: Confirmed, path: string): Promise<unknown> => {
    await confirmPerson(room, await mySession(request), body)
    return ask(request, reply, { path, body })
  }
  const finishLogin = async ({ request, reply }: Visit, path: string, code: string) => {
    const signedIn = await ask(request, reply, { path, body: { code } })
    const user = sessionUser(SignedIn.parse(signedIn))
    room.devices.remember(request, reply, user.email)
    return { user }
  }
  const finishWithCode = async (visit: Visit, code: string) => {
    const memberId = await ownerOfCode(visit.request)
    const finish = () => finishLogin(visit, '/two-factor/verify-totp', code)
    return memberId === null ? finish() : withFreshCode(room, { memberId, code }, finish)
  }

  return {
    'POST /auth/two-factor/enable': async (visit) => Begun.parse(await askConfirmed(visit, '/two-factor/enable')),
    'POST /auth/two-factor/confirm': async ({ me, body, request, reply }) => {
      if (me.hasSecondFactor) throw new Refused('second_factor_on')
      await withFreshCode(room, { memberId: me.id, code: body.code }, () =>
        ask(request, reply, { path: '/two-factor/verify-totp', body }),
      )
      await endOlderSessions(room, { me, request }, true)
      return { acknowledged: true }
    },
    'POST /auth/two-factor/disable': async (visit) => {
      if (!visit.me.hasSecondFactor) throw new Refused('second_factor_off')
      await askConfirmed(visit, '/two-factor/disable')
      await endOlderSessions(room, visit, false)
      return { acknowledged: true }
    },
    'POST /auth/two-factor/generate-backup-codes': async (visit) => {
      const made = await askConfirmed(visit, '/two-factor/generate-backup-codes')
      return Begun.pick({ backupCodes: true }).parse(made)
    },
    'POST /auth/sign-in/code': ({ body, ...visit }) => finishWithCode(visit, body.code),
    'POST /auth/sign-in/backup-code': ({ body, ...visit }) =>
      finishLogin(visit, '/two-factor/verify-backup-code', markOfBackupCode(room.secret, body.code)),
  }
}
