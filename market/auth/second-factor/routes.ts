// Setting up the second factor, and finishing a login with it. better-auth checks the codes.
import { and, eq, gt, lt, ne } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { secondFactorCalls } from '#contract/auth/second-factor.ts'
import type { Handlers } from '#platform/http/router.ts'
import { parseAcceptLanguage } from '#contract/language.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import type { Member } from '#market/schema/people/members.ts'
import { createSessionGuard } from '#market/auth/account.ts'
import { hashBackupCode } from './backup-code-storage.ts'
import { findNewSessionToken, getCookie, verifySignedCookie } from '#market/auth/session/cookies.ts'
import { type AuthDeps, getRequestSource } from '#market/auth/authenticator.ts'
import { assertSameSite } from '#market/auth/request-checks.ts'
import { loginWithStableCredentials, reauthenticate } from '#market/auth/credentials.ts'
import { createAuthClient, toSessionUser, SignedInResponse } from '#market/auth/auth-client.ts'
import { sessions, usedCodes, verifications } from '#market/schema/people/logins.ts'

type RequestContext = { request: FastifyRequest; reply: FastifyReply }
type ReauthenticatedContext = RequestContext & { me: Member; body: { password?: string | undefined } }

type MemberRequest = RequestContext & { me: Member }

/** The token of the session that this request goes on with: the one that the reply sets, else the request's own. */
const findCurrentSessionToken = ({ authProvider, secret }: AuthDeps, { request, reply }: RequestContext): string => {
  const { sessionCookie } = authProvider
  const ownToken = verifySignedCookie(getCookie(request, sessionCookie), secret)
  return findNewSessionToken(reply, { sessionCookie, secret }) ?? ownToken ?? ''
}

const SetupResponse = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })

// better-auth creates a new session when the second factor is turned on or off. Older sessions began without it, so they
// end.
const endOlderSessions = async (deps: AuthDeps, ctx: MemberRequest, isOn: boolean) => {
  const { me, request } = ctx
  const { db, createId, now, publicUrl } = deps
  const emails = getEmailTemplates(parseAcceptLanguage(request.headers['accept-language']))
  const token = findCurrentSessionToken(deps, ctx)
  await db.transaction(async (tx) => {
    await tx.delete(sessions).where(and(eq(sessions.userId, me.id), ne(sessions.token, token)))
    await tx.delete(verifications).where(eq(verifications.value, me.id))
    await queueEmail(
      { db: tx, now: now(), createId },
      me.email,
      emails.secondFactorChanged({ name: me.name, publicUrl, isOn }),
    )
  })
}

// A TOTP code is valid for 30 seconds, and better-auth also accepts the codes before and after.
const codeValidityMs = 90_000

type CodeUse = { memberId: string; code: string; errorCode: 'wrong_code' | 'wrong_backup_code' }

/**
 * Runs an action that a code confirms, and refuses the same code of the same member a second time with `errorCode`, also
 * while the action runs, so that a code seen over the shoulder is useless. After a failed action, it may be used again.
 */
const consumeCode = async <Done>(
  { db, now }: AuthDeps,
  { memberId, code, errorCode }: CodeUse,
  work: () => Promise<Done>,
): Promise<Done> => {
  const usedAt = now()
  const isOfMember = eq(usedCodes.memberId, memberId)
  await db.delete(usedCodes).where(and(isOfMember, lt(usedCodes.usedAt, new Date(usedAt.getTime() - codeValidityMs))))
  const inserted = await db.insert(usedCodes).values({ memberId, code, usedAt }).onConflictDoNothing().returning()
  if (inserted.length === 0) throw new ApiError(errorCode, { field: 'code' })
  try {
    return await work()
  } catch (error) {
    await db.delete(usedCodes).where(and(isOfMember, eq(usedCodes.code, code)))
    throw error
  }
}

/** Creates a function that finds the member of a code: signed in, or in a pending login; null if there is none. */
const createCodeOwnerFinder = (deps: AuthDeps) => {
  const { db, authProvider, secret, now } = deps
  return async (request: FastifyRequest): Promise<string | null> => {
    const pendingLogin = verifySignedCookie(getCookie(request, authProvider.secondFactorCookie), secret)
    if (pendingLogin === null) return null
    const [pending] = await db
      .select({ memberId: verifications.value })
      .from(verifications)
      .where(and(eq(verifications.identifier, pendingLogin), gt(verifications.expiresAt, now())))
    return pending?.memberId ?? null
  }
}

/** The handlers of the second factor. */
export const secondFactorRoutes = (deps: AuthDeps): Handlers<typeof secondFactorCalls, Member> => {
  const callAuth = createAuthClient(deps)
  const requireSession = createSessionGuard(deps)
  const findCodeOwner = createCodeOwnerFinder(deps)

  /** Calls better-auth after re-authentication. */
  const callAuthReauthenticated = async (
    { request, reply, body }: ReauthenticatedContext,
    path: string,
  ): Promise<unknown> => {
    await reauthenticate(deps, await requireSession(request), body)
    return callAuth(request, reply, { path, body })
  }
  const finishLogin = async (ctx: RequestContext & { memberId: string }, path: string, code: string) => {
    const { request, reply, memberId } = ctx
    // A session of this browser must not turn the login into a change of that account.
    const withoutCookies = [deps.authProvider.sessionCookie]
    const signedIn = await loginWithStableCredentials(
      deps,
      { request, reply, who: { memberId }, errorCode: 'login_expired' },
      () => callAuth(request, reply, { path, body: { code }, withoutCookies }),
    )
    return { user: toSessionUser(SignedInResponse.parse(signedIn)) }
  }
  const requireCodeOwner = async (request: FastifyRequest): Promise<string> => {
    assertSameSite(getRequestSource(request), deps.publicUrl)
    const memberId = await findCodeOwner(request)
    if (memberId === null) throw new ApiError('login_expired')
    return memberId
  }

  return {
    'POST /auth/two-factor/enable': async (ctx) =>
      SetupResponse.parse(await callAuthReauthenticated(ctx, '/two-factor/enable')),
    'POST /auth/two-factor/confirm': async ({ me, body, request, reply }) => {
      if (me.hasSecondFactor) throw new ApiError('second_factor_on')
      await consumeCode(deps, { memberId: me.id, code: body.code, errorCode: 'wrong_code' }, () =>
        callAuth(request, reply, { path: '/two-factor/verify-totp', body }),
      )
      await endOlderSessions(deps, { me, request, reply }, true)
      return { acknowledged: true }
    },
    'POST /auth/two-factor/disable': async (ctx) => {
      if (!ctx.me.hasSecondFactor) throw new ApiError('second_factor_off')
      await callAuthReauthenticated(ctx, '/two-factor/disable')
      await endOlderSessions(deps, ctx, false)
      return { acknowledged: true }
    },
    'POST /auth/two-factor/generate-backup-codes': async (ctx) => {
      const response = await callAuthReauthenticated(ctx, '/two-factor/generate-backup-codes')
      return SetupResponse.pick({ backupCodes: true }).parse(response)
    },
    'POST /auth/sign-in/code': async ({ body: { code }, ...ctx }) => {
      const memberId = await requireCodeOwner(ctx.request)
      const finish = () => finishLogin({ ...ctx, memberId }, '/two-factor/verify-totp', code)
      return consumeCode(deps, { memberId, code, errorCode: 'wrong_code' }, finish)
    },
    'POST /auth/sign-in/backup-code': async ({ body, ...ctx }) => {
      const memberId = await requireCodeOwner(ctx.request)
      const code = hashBackupCode(deps.secret, body.code)
      const finish = () => finishLogin({ ...ctx, memberId }, '/two-factor/verify-backup-code', code)
      return consumeCode(deps, { memberId, code, errorCode: 'wrong_backup_code' }, finish)
    },
  }
}
