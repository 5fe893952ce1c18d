// Registration, login, logout and access token.
import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { signInCalls } from '#contract/auth/sign-in.ts'
import { ApiError, type ApiErrorCode } from '#contract/errors/api-errors.ts'
import { type LanguageCode, parseAcceptLanguage } from '#contract/language.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { isCashier, isModerator } from '#market/schema/people/permissions.ts'
import { assertNoContactDetails } from '#platform/contact-details/refusing.ts'
import { assertNotLookalike, assertPhotoIsStored } from '#market/members/profile-checks.ts'
import { type AuthDeps, createSessionFinder, getRequestSource } from './authenticator.ts'
import { toLocalPath, assertSameSite, getSecondFactorPolicy, toSocialErrorCode } from './request-checks.ts'
import {
  readAuthResponse,
  SecondFactorRequiredResponse,
  createAuthClient,
  forwardCookies,
  toAuthRequest,
  toSessionUser,
  SignedInResponse,
} from './auth-client.ts'
import { type LinkDeps, sendLink } from './email-links.ts'
import { loginWithStableCredentials, refuseSocialSessionWithoutCode } from './credentials.ts'
import { findNewSessionToken } from './session/cookies.ts'
import { sessions } from '#market/schema/people/logins.ts'
import { assertStrongPassword } from './password/weak-passwords.ts'

const SessionResponse = SignedInResponse.nullable()

type SignUpContext = RequestContext<(typeof signInCalls)['POST /auth/sign-up/email'], Member>

type SignInDeps = AuthDeps & LinkDeps

/** E-mails a new member the link that proves the address. An address that had ten of them gets none. */
const sendFirstLink = async (deps: SignInDeps, request: FastifyRequest, memberId: string): Promise<void> => {
  const language = parseAcceptLanguage(request.headers['accept-language'])
  try {
    await deps.db.transaction((tx) => sendLink(tx, deps, { memberId, language, isFirst: true }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

// Younger than this, the account was made by the login that has just ended.
const newMemberMs = 60_000

/** The same after a social login that has made an account whose address the provider has not verified. */
const sendLinkToNewMember = async (deps: SignInDeps, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const token = findNewSessionToken(reply, { sessionCookie: deps.authProvider.sessionCookie, secret: deps.secret })
  if (token === null) return
  const isNew = gt(members.createdAt, new Date(deps.now().getTime() - newMemberMs))
  const [member] = await deps.db
    .select({ id: members.id })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.userId))
    .where(and(eq(sessions.token, token), eq(members.emailVerified, false), isNew))
  if (member) await sendFirstLink(deps, request, member.id)
}

/**
 * Logs the member of this address in if the same sign-up, by its idempotency key and the password, has created it: the
 * first answer was lost. Throws `email_taken` for anybody else, and when a second factor was set up since.
 */
const repeatSignUp = async (
  deps: SignInDeps,
  { body, request, reply }: SignUpContext,
  member: { signUpKey: string | null },
) => {
  const key = getIdempotencyKey(request)
  if (key === undefined || member.signUpKey !== key) throw new ApiError('email_taken')
  const attempt = { request, reply, who: { email: body.email }, errorCode: 'wrong_login' } as const
  const credentials = { email: body.email, password: body.password }
  const signIn = () => createAuthClient(deps)(request, reply, { path: '/sign-in/email', body: credentials })
  const signedIn = await loginWithStableCredentials(deps, attempt, signIn).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'wrong_login' ? new ApiError('email_taken') : error
  })
  const result = SignedInResponse.safeParse(signedIn)
  if (!result.success) throw new ApiError('email_taken')
  const user = toSessionUser(result.data)
  await sendFirstLink(deps, request, user.uid)
  return { user }
}

// A token lasts five minutes, so an active session requests one at least that often. The row is updated at most once a
// minute.
const minSeenIntervalMs = 60_000

/** Whether a member who has just logged in should set up a second factor. */
const findSecondFactorPolicy = async ({ db, secondFactorOfAdmins }: AuthDeps, memberId: string) => {
  const columns = { role: members.role, hasSecondFactor: members.hasSecondFactor, isCashier, isModerator }
  const [member] = await db.select(columns).from(members).where(eq(members.id, memberId))
  return member ? getSecondFactorPolicy(member, secondFactorOfAdmins) : 'free'
}

const updateLastSeen = async ({ db, now }: AuthDeps, sessionId: string): Promise<void> => {
  const at = now()
  const before = new Date(at.getTime() - minSeenIntervalMs)
  await db
    .update(sessions)
    .set({ updatedAt: at })
    .where(and(eq(sessions.id, sessionId), lt(sessions.updatedAt, before)))
}

/** Remembers the language of the page, in which e-mails to the member are written. */
const rememberLanguage = async ({ db }: AuthDeps, memberId: string, language: LanguageCode): Promise<void> => {
  const isOther = ne(members.language, language)
  await db
    .update(members)
    .set({ language })
    .where(and(eq(members.id, memberId), isOther))
}

const loginPathPattern = /^(?:\/bn)?\/login$/

/** The login page, in its language, that returns to `target`; of the login page itself, its own path and query. */
const toLoginUrl = (target: URL): URL => {
  if (loginPathPattern.test(target.pathname)) return target
  const language = /^\/bn(?=\/|$)/.exec(target.pathname)?.[0] ?? ''
  const from = `${target.pathname.slice(language.length) || '/'}${target.search}`
  const query = from === '/' ? '' : `?${new URLSearchParams({ from, social: 'yes' })}`
  return new URL(`${language}/login${query}`, target)
}

/** The login page with the code step; keeps the page to return to. */
const toCodeStepPath = (target: URL): string => {
  const { pathname, searchParams } = toLoginUrl(target)
  searchParams.set('code', 'yes')
  return `${pathname}?${searchParams}`
}

/** The login page with the error code; keeps its language and the page to return to. Nobody has logged in at the provider. */
const toErrorPath = ({ pathname, searchParams }: URL, error: string): string => {
  const from = searchParams.get('from')
  return `${pathname}?${new URLSearchParams({ ...(from !== null && { from }), error: toSocialErrorCode(error) })}`
}

/**
 * The page after a social login: where the user came from, or the login page with the second factor or an error.
 */
const toRedirectPath = async (response: Response, publicUrl: string): Promise<string> => {
  const body: unknown = await response.json().catch(() => null)
  const url = new URL(response.headers.get('location') ?? '/login?error=', publicUrl)
  if (url.origin !== new URL(publicUrl).origin) throw new ApiError('foreign_address')
  if (SecondFactorRequiredResponse.safeParse(body).success) return toCodeStepPath(url)
  const error = loginPathPattern.test(url.pathname) ? url.searchParams.get('error') : null
  if (error !== null) return toErrorPath(url, error)
  return `${url.pathname}${url.search}${url.hash}`
}

const toSocialLoginErrorCode = (error: unknown, request: FastifyRequest): ApiErrorCode => {
  if (error instanceof ApiError) return error.code
  request.log.error({ err: error }, 'The social login failed')
  return 'social_failed'
}

type SocialCall = 'POST /auth/sign-in/social' | 'GET /auth/callback/:provider'

/** The handlers of the social login: where it begins, and where the provider sends the person back to. */
const socialRoutes = (deps: SignInDeps): Pick<Handlers<typeof signInCalls, Member>, SocialCall> => ({
  'POST /auth/sign-in/social': async ({ body, request, reply }) => {
    const { authProvider, publicUrl } = deps
    assertSameSite(getRequestSource(request), publicUrl)
    const callbackURL = toLocalPath(body.callbackURL ?? '/', publicUrl)
    const { pathname, search } = toLoginUrl(new URL(callbackURL, publicUrl))
    const authCall = {
      path: '/sign-in/social',
      body: { provider: 'social', callbackURL, errorCallbackURL: `${pathname}${search}`, disableRedirect: true },
    }
    const started = await readAuthResponse(
      await authProvider.handleSocial(toAuthRequest(request, publicUrl, authCall)),
      reply,
    )
    return z.object({ url: z.string() }).parse(started)
  },
  'GET /auth/callback/:provider': async ({ params, request, reply }) => {
    const { authProvider, publicUrl } = deps
    try {
      if (params.provider !== 'social') throw new ApiError('social_failed')
      const path = `/callback/social${new URL(request.url, publicUrl).search}`
      const response = await authProvider.handleSocial(toAuthRequest(request, publicUrl, { path }))
      forwardCookies(response, reply)
      await refuseSocialSessionWithoutCode(deps, reply)
      await sendLinkToNewMember(deps, request, reply)
      void reply.redirect(await toRedirectPath(response, publicUrl))
    } catch (error) {
      void reply.redirect(`/login?error=${toSocialLoginErrorCode(error, request)}`)
    }
    return {}
  },
})

/** The handlers of registration, login and logout. */
export const signInRoutes = (deps: SignInDeps): Handlers<typeof signInCalls, Member> => {
  const { authProvider, publicUrl, tokens, now } = deps
  const findSession = createSessionFinder(deps)
  const memberByEmail = deps.db
    .select({ signUpKey: members.signUpKey })
    .from(members)
    .where(eq(members.email, sql.placeholder('email')))
    .prepare('member_of_email')

  const callAuth = createAuthClient(deps)

  return {
    ...socialRoutes(deps),
    'POST /auth/sign-up/email': async (ctx) => {
      const { body, request, reply } = ctx
      const key = getIdempotencyKey(request)
      assertStrongPassword({ ...body, field: 'password' })
      const findMember = async () => (await memberByEmail.execute({ email: body.email }))[0]
      assertSameSite(getRequestSource(request), publicUrl)
      assertNoContactDetails(body.name, { key: 'name', field: 'your_name' })
      await assertNotLookalike(deps.db, body)
      await assertPhotoIsStored(deps.db, body.image)
      // Before hashing, which is expensive.
      const existing = await findMember()
      if (existing) return repeatSignUp(deps, ctx, existing)
      const signUp = () => callAuth(request, reply, { path: '/sign-up/email', body })
      const signedUp = await authProvider
        .prepareSignUp({ password: body.password, key }, signUp)
        .catch(async (error: unknown) => {
          const isTaken = error instanceof ApiError ? error.code === 'email_taken' : (await findMember()) !== undefined
          if (!isTaken) throw error
          return null
        })
      // Of two requests that register one address at the same time, the unique constraint refuses the second.
      if (signedUp === null) return repeatSignUp(deps, ctx, (await findMember()) ?? { signUpKey: null })
      const user = toSessionUser(SignedInResponse.parse(signedUp))
      await deps.db.transaction((tx) => deps.devices.remember(tx, { request, reply, memberId: user.uid }))
      await sendFirstLink(deps, request, user.uid)
      return { user }
    },
    'POST /auth/sign-in/email': async ({ body, request, reply }) => {
      const attempt = { request, reply, who: { email: body.email }, errorCode: 'wrong_login' } as const
      const signIn = () => callAuth(request, reply, { path: '/sign-in/email', body })
      const signedIn = await loginWithStableCredentials(deps, attempt, signIn)
      if (SecondFactorRequiredResponse.safeParse(signedIn).success) return { user: null, needsCode: true }
      const user = toSessionUser(SignedInResponse.parse(signedIn))
      const policy = await findSecondFactorPolicy(deps, user.uid)
      return { user, ...(policy !== 'free' && { secondFactorIs: policy }) }
    },
    'GET /auth/get-session': async ({ request, reply }) => {
      if (!(await findSession(request))) return { user: null }
      const session = SessionResponse.parse(await callAuth(request, reply, { path: '/get-session' }))
      return { user: session && toSessionUser(session) }
    },
    'POST /auth/sign-out': async ({ request, reply }) => {
      await callAuth(request, reply, { path: '/sign-out', body: {} })
      return { success: true }
    },
    'POST /jwt': async ({ body, request }) => {
      const session = await findSession(request)
      if (!session) throw new ApiError('not_signed_in')
      if (body.email !== session.me.email) throw new ApiError('not_your_email')
      await updateLastSeen(deps, session.sessionId)
      await rememberLanguage(deps, session.me.id, parseAcceptLanguage(request.headers['accept-language']))
      return { token: await tokens.sign({ memberId: session.me.id, sessionId: session.sessionId }, now()) }
    },
  }
}
