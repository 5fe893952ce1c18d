// Password reset. The endpoint only stores the request; a job writes the e-mail, so response times reveal no accounts.
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type LanguageCode, parseAcceptLanguage } from '#contract/language.ts'
import type { passwordResetCalls } from '#contract/auth/password-reset.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { type AuthDeps, getRequestSource } from '#market/auth/authenticator.ts'
import { proveAddress } from '#market/auth/email-proof/proof.ts'
import { changePassword, hashToken } from '#market/auth/credentials.ts'
import { assertSameSite } from '#market/auth/request-checks.ts'
import { forgottenPasswords, passwordResets } from '#market/schema/people/logins.ts'
import { assertStrongPassword } from '#market/auth/password/weak-passwords.ts'

type PasswordResetDeps = Pick<AuthDeps, 'db' | 'publicUrl' | 'now' | 'createId' | 'passwordHasher' | 'devices'>

const findMemberByToken = async (db: Pick<Database, 'select'>, tokenHash: string, now: Date) => {
  const [member] = await db
    .select({ id: members.id, name: members.name, email: members.email })
    .from(passwordResets)
    .innerJoin(members, eq(members.id, passwordResets.memberId))
    .where(and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, now), isNull(members.removedAt)))
  return member
}

const getLanguage = ({ headers }: FastifyRequest): LanguageCode => parseAcceptLanguage(headers['accept-language'])

type PasswordResetInput = { token: string; newPassword: string; request: FastifyRequest; reply: FastifyReply }

/** Changes the password, and saves the browser as a known device, because only the owner of the mailbox has the link. */
const resetPassword = async (deps: PasswordResetDeps, { token, newPassword, request, reply }: PasswordResetInput) => {
  const { db, publicUrl, createId } = deps
  const tokenHash = hashToken(token)
  const now = deps.now()
  // Before hashing, which is expensive, so that an invalid token costs little.
  const owner = await findMemberByToken(db, tokenHash, now)
  if (!owner) throw new ApiError('reset_expired')
  assertStrongPassword({ ...owner, password: newPassword, field: 'newPassword' })
  const hash = await deps.passwordHasher.hash(newPassword)
  await db.transaction(async (tx) => {
    const member = await findMemberByToken(tx, tokenHash, now)
    const deleted = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning()
    if (!member || deleted.length === 0) throw new ApiError('reset_expired')
    // Only the owner of the mailbox has the link.
    await proveAddress(tx, { memberId: member.id, at: now, by: 'mailbox' })
    await changePassword(tx, { memberId: member.id, hash, at: now, createId, exceptSessionId: null })
    await deps.devices.remember(tx, { request, reply, memberId: member.id })
    await queueEmail(
      { db: tx, now, createId },
      member.email,
      getEmailTemplates(getLanguage(request)).passwordChanged({ ...member, publicUrl }),
    )
  })
}

/** The handlers of the password reset. */
export const passwordResetRoutes = (deps: PasswordResetDeps): Handlers<typeof passwordResetCalls, Member> => ({
  'POST /auth/request-password-reset': async ({ body, request }) => {
    assertSameSite(getRequestSource(request), deps.publicUrl)
    const resetRequest = { email: body.email, requestedAt: deps.now(), language: getLanguage(request) }
    await deps.db
      .insert(forgottenPasswords)
      .values(resetRequest)
      .onConflictDoUpdate({ target: forgottenPasswords.email, set: resetRequest })
    return { acknowledged: true }
  },
  'POST /auth/reset-password': async ({ body, request, reply }) => {
    assertSameSite(getRequestSource(request), deps.publicUrl)
    await resetPassword(deps, { ...body, request, reply })
    return { acknowledged: true }
  },
})
