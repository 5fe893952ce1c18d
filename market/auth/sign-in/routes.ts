// Signing up, in and out, and the access token.
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { identityCalls } from '#contract/auth/sign-in.ts'
import { Refused, type RefusalCode } from '#contract/errors/api-errors.ts'
import type { Handlers } from '#platform/http/router.ts'
import { type Member, members } from '#market/members/table.ts'
import { type IdentityRoom, openSessions, saidBy } from '#market/auth/authenticator.ts'
import { pathOnShop, refuseForeignSite, secondFactorWish, socialRefusalOf } from '#market/auth/rules.ts'
import {
  answered,
  CodeComesNext,
  openSpeaker,
  passCookies,
  requestFor,
  sessionUser,
  SignedIn,
} from '#market/auth/auth-client.ts'
import { sessions } from '#market/auth/table.ts'
import { refuseWeakPassword } from '#market/auth/password/rules.ts'

const MaybeSignedIn = SignedIn.nullable()

// Of two people who register one address at the same instant, the database refuses the second one.
const signUpRefused = async (error: unknown, isTaken: () => Promise<boolean>): Promise<never> => {
  if (error instanceof Refused || !(await isTaken())) throw error
  throw new Refused('email_taken')
}

// A token lives for five minutes, so a session in use is seen at least that often; a row is not written more often
// than once a minute for it.
const seenMs = 60_000

/** Whether the shop wants a second factor of somebody who has just logged in. */
const wishFor = async ({ db, secondFactorOfAdmins }: IdentityRoom, memberId: string) => {
  const asked = { role: members.role, hasSecondFactor: members.hasSecondFactor }
  const [member] = await db.select(asked).from(members).where(eq(members.id, memberId))
  return member ? secondFactorWish(member, secondFactorOfAdmins) : 'free'
}

/** Notes that a session was seen. */
const noteSeen = async ({ db, now }: IdentityRoom, sessionId: string): Promise<void> => {
  const at = now()
  const before = new Date(at.getTime() - seenMs)
  await db
    .update(sessions)
    .set({ updatedAt: at })
    .where(and(eq(sessions.id, sessionId), lt(sessions.updatedAt, before)))
}

const loginInAnyLanguage = /^(?:\/bn)?\/login$/

/** The login page's second step; it knows the page that the person came from. */
const codeStep = (goal: URL): string => {
  const from = `${goal.pathname}${goal.search}`
  const isLogin = loginInAnyLanguage.test(goal.pathname)
  const search = isLogin ? goal.searchParams : new URLSearchParams({ from, social: 'yes' })
  search.set('code', 'yes')
  return `${isLogin ? goal.pathname : '/login'}?${search}`
}

/**
 * Where the person goes after the social provider: the page they came from, or the login page, with the reason or for
 * the second factor.
 */
const wayBack = async (answer: Response, publicUrl: string): Promise<string> => {
  const body: unknown = await answer.json().catch(() => null)
  const url = new URL(answer.headers.get('location') ?? '/login?error=', publicUrl)
  if (url.origin !== new URL(publicUrl).origin) throw new Refused('foreign_address')
  if (CodeComesNext.safeParse(body).success) return codeStep(url)
  const error = loginInAnyLanguage.test(url.pathname) ? url.searchParams.get('error') : null
  if (error !== null) throw new Refused(socialRefusalOf(error))
  return `${url.pathname}${url.search}${url.hash}`
}

const reasonOf = (error: unknown, request: FastifyRequest): RefusalCode => {
  if (error instanceof Refused) return error.code
  request.log.error({ err: error }, 'The social login failed')
  return 'social_failed'
}

/** The handlers of the identity calls. */
export const identityRoutes = (room: IdentityRoom): Handlers<typeof identityCalls, Member> => {
  const { identity, publicUrl, tokens, now } = room
  const sessionOf = openSessions(room)
  const hasEmail = room.db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.email, sql.placeholder('email')))
    .prepare('member_of_email')

  const ask = openSpeaker(room)

  return {
    'POST /auth/sign-up/email': async ({ body, request, reply }) => {
      refuseWeakPassword({ ...body, field: 'password' })
      const isTaken = async () => (await hasEmail.execute({ email: body.email })).length > 0
      const signedUp = await ask(request, reply, { path: '/sign-up/email', body }).catch((error: unknown) =>
        signUpRefused(error, isTaken),
      )
      room.devices.remember(request, reply, body.email)
      return { user: sessionUser(SignedIn.parse(signedUp)) }
    },
    'POST /auth/sign-in/email': async ({ body, request, reply }) => {
      const signedIn = await ask(request, reply, { path: '/sign-in/email', body })
      if (CodeComesNext.safeParse(signedIn).success) return { user: null, needsCode: true }
      const user = sessionUser(SignedIn.parse(signedIn))
      room.devices.remember(request, reply, user.email)
      const wish = await wishFor(room, user.uid)
      return { user, ...(wish !== 'free' && { secondFactorIs: wish }) }
    },
    'POST /auth/sign-in/social': async ({ body, request, reply }) => {
      refuseForeignSite(saidBy(request), publicUrl)
      const callbackURL = pathOnShop(body.callbackURL ?? '/', publicUrl)
      const asked = { path: '/sign-in/social', body: { provider: 'social', callbackURL, disableRedirect: true } }
      const begun = await answered(await identity.handleSocial(requestFor(request, publicUrl, asked)), reply)
      return z.object({ url: z.string() }).parse(begun)
    },
    'GET /auth/callback/:provider': async ({ params, request, reply }) => {
      try {
        if (params.provider !== 'social') throw new Refused('social_failed')
        const path = `/callback/social${new URL(request.url, publicUrl).search}`
        const answer = await identity.handleSocial(requestFor(request, publicUrl, { path }))
        passCookies(answer, reply)
        void reply.redirect(await wayBack(answer, publicUrl))
      } catch (error) {
        void reply.redirect(`/login?error=${reasonOf(error, request)}`)
      }
      return {}
    },
    'GET /auth/get-session': async ({ request, reply }) => {
      if (!(await sessionOf(request))) return { user: null }
      const session = MaybeSignedIn.parse(await ask(request, reply, { path: '/get-session' }))
      return { user: session && sessionUser(session) }
    },
    'POST /auth/sign-out': async ({ request, reply }) => {
      await ask(request, reply, { path: '/sign-out', body: {} })
      return { success: true }
    },
    'POST /jwt': async ({ body, request }) => {
      const session = await sessionOf(request)
      if (!session) throw new Refused('not_signed_in')
      if (body.email !== session.me.email) throw new Refused('not_your_email')
      await noteSeen(room, session.sessionId)
      return { token: await tokens.sign({ memberId: session.me.id, sessionId: session.sessionId }, now()) }
    },
  }
}
