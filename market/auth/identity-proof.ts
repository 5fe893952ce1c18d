// Proof that the person at the screen is the member, before something that a stolen token must not be able to do: the
// password, and the code of the authenticator app where two-step login is on.
import { minuteMs } from '#contract/time/durations.ts'
import { authenticatorSeconds, secondFactorLockMinutes } from '#contract/time/lifetimes.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Member } from '#market/schema/people/members.ts'
import type { AuthDeps } from './authenticator.ts'
import { reauthenticate } from './credentials.ts'
import { secondFactors, sessions, usedCodes } from '#market/schema/people/logins.ts'

const stepMs = authenticatorSeconds * 1_000
// As at login: the codes before and after are valid too.
const validSteps = [-1, 0, 1]
const codeValidityMs = stepMs * validSteps.length
const maxFailures = 5
const lockMs = secondFactorLockMinutes * minuteMs

/** The TOTP code of a secret at a step (RFC 6238, SHA-1, six digits). */
const computeCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

/** Whether a code is the one of a secret now, or of the step before or after. */
export const isCodeOf = (secret: string, code: string, now: Date): boolean => {
  const step = Math.floor(now.getTime() / stepMs)
  const typed = Buffer.from(code.trim())
  const isSame = (expected: Buffer) => expected.length === typed.length && timingSafeEqual(expected, typed)
  return validSteps.map((offset) => isSame(Buffer.from(computeCode(secret, step + offset)))).includes(true)
}

const countFailure = (deps: AuthDeps, memberId: string, failures: number) =>
  deps.db
    .update(secondFactors)
    .set({
      failedVerificationCount: failures + 1,
      ...(failures + 1 >= maxFailures && { lockedUntil: new Date(deps.now().getTime() + lockMs) }),
    })
    .where(eq(secondFactors.userId, memberId))

/** Checks the code of the authenticator app; each code counts once. */
const proveSecondFactor = async (deps: AuthDeps, memberId: string, code: string): Promise<void> => {
  const { db, secret } = deps
  const now = deps.now()
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, memberId))
  if (!factor) throw new ApiError('wrong_code', { field: 'code' })
  if (factor.lockedUntil && factor.lockedUntil > now) throw new ApiError('second_factor_locked')
  const isRight = isCodeOf(await symmetricDecrypt({ key: secret, data: factor.secret }), code, now)
  if (!isRight) await countFailure(deps, memberId, factor.failedVerificationCount)
  const isOfMember = eq(usedCodes.memberId, memberId)
  await db.delete(usedCodes).where(and(isOfMember, lt(usedCodes.usedAt, new Date(now.getTime() - codeValidityMs))))
  const used = isRight
    ? await db.insert(usedCodes).values({ memberId, code, usedAt: now }).onConflictDoNothing().returning()
    : []
  if (used.length === 0) throw new ApiError('wrong_code', { field: 'code' })
  await db
    .update(secondFactors)
    .set({ failedVerificationCount: 0, lockedUntil: null })
    .where(and(eq(secondFactors.userId, memberId), sql`${secondFactors.failedVerificationCount} > 0`))
}

export type IdentityProof = { password?: string | undefined; code?: string | undefined }

/** The session that a bearer token belongs to. */
const findTokenSession = async (deps: AuthDeps, request: FastifyRequest, me: Member) => {
  const bearer = await deps.tokens.verify((request.headers.authorization ?? '').replace(/^Bearer /i, ''), deps.now())
  if (!bearer) throw new ApiError('not_signed_in')
  const isValid = and(eq(sessions.id, bearer.sessionId), eq(sessions.userId, me.id), gt(sessions.expiresAt, deps.now()))
  const [session] = await deps.db.select({ signedInAt: sessions.createdAt }).from(sessions).where(isValid)
  if (!session) throw new ApiError('not_signed_in')
  return { sessionId: bearer.sessionId, signedInAt: session.signedInAt, me }
}

/**
 * Creates a function that proves who sends a request with an access token. Throws `wrong_password`, `log_in_again` for a
 * member without a password whose login is old, and `wrong_code` or `second_factor_locked` where two-step login is on.
 */
export const createIdentityProof =
  (deps: AuthDeps) =>
  async (request: FastifyRequest, me: Member, { password, code }: IdentityProof): Promise<void> => {
    await reauthenticate(deps, await findTokenSession(deps, request, me), { password })
    if (me.hasSecondFactor) await proveSecondFactor(deps, me.id, code ?? '')
  }
