// Asking for the link that proves an address, and using it.
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { emailProofCalls } from '#contract/auth/email-proof.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { type LanguageCode, parseAcceptLanguage } from '#contract/language.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { type AuthDeps, createSessionFinder, getRequestSource } from '#market/auth/authenticator.ts'
import { changePassword, findPasswordHash, hashToken } from '#market/auth/credentials.ts'
import { assertStrongPassword } from '#market/auth/password/weak-passwords.ts'
import { assertSameSite } from '#market/auth/request-checks.ts'
import { emailProofs } from '#market/schema/people/logins.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { type LinkDeps, sendLink } from '#market/auth/email-links.ts'
import { proveAddress } from './proof.ts'

type EmailProofDeps = AuthDeps & LinkDeps

const getLanguage = ({ headers }: FastifyRequest): LanguageCode => parseAcceptLanguage(headers['accept-language'])

const findMemberByToken = async (db: Pick<Database, 'select'>, token: string, now: Date) => {
  const isValid = and(eq(emailProofs.tokenHash, hashToken(token)), gt(emailProofs.expiresAt, now))
  const [member] = await db
    .select({ id: members.id, name: members.name, email: members.email, emailVerified: members.emailVerified })
    .from(emailProofs)
    .innerJoin(members, eq(members.id, emailProofs.memberId))
    .where(and(isValid, isNull(members.removedAt)))
  if (!member) throw new ApiError('proof_expired')
  return member
}

type Verification = {
  token: string
  password?: string | undefined
  newPassword?: string | undefined
  sessionMemberId: string | null
  request: FastifyRequest
  reply: FastifyReply
}
type TokenMember = Awaited<ReturnType<typeof findMemberByToken>>

/**
 * Whether whoever opened the link also registered the account: they are logged in to it here, or know its password. The
 * link alone shows that they have the mailbox, which is somebody else's if the address was registered by a stranger.
 */
const isRegistrant = async (
  deps: EmailProofDeps,
  { id }: TokenMember,
  input: { sessionMemberId: string | null; password: string | undefined },
): Promise<boolean> => {
  if (input.sessionMemberId === id) return true
  if (input.password === undefined) return false
  const storedHash = await findPasswordHash(deps, id)
  const isCorrect = storedHash !== null && (await deps.passwordHasher.verify({ storedHash, password: input.password }))
  if (!isCorrect) throw new ApiError('wrong_password', { field: 'password' })
  return true
}

const hashNewPassword = async (deps: EmailProofDeps, member: TokenMember, newPassword: string | undefined) => {
  if (newPassword === undefined) throw new ApiError('password_needed')
  assertStrongPassword({ ...member, password: newPassword, field: 'newPassword' })
  return deps.passwordHasher.hash(newPassword)
}

const verifyAddress = async (
  deps: EmailProofDeps,
  { token, password, newPassword, sessionMemberId, request, reply }: Verification,
): Promise<void> => {
  const { db, createId } = deps
  const member = await findMemberByToken(db, token, deps.now())
  const mayKeepLogins = member.emailVerified || (await isRegistrant(deps, member, { sessionMemberId, password }))
  const hash = mayKeepLogins ? null : await hashNewPassword(deps, member, newPassword)
  await db.transaction(async (tx) => {
    const at = deps.now()
    const isToken = eq(emailProofs.tokenHash, hashToken(token))
    const used = await tx.delete(emailProofs).where(isToken).returning({ memberId: emailProofs.memberId })
    if (used.length === 0) throw new ApiError('proof_expired')
    const proof = { memberId: member.id, at }
    await proveAddress(tx, { ...proof, by: hash === null ? 'registrant' : 'mailbox' })
    if (hash === null) return
    await changePassword(tx, { ...proof, hash, createId, exceptSessionId: null })
    await deps.devices.remember(tx, { request, reply, memberId: member.id })
  })
}

/** The handlers of the proof of an address. */
export const emailProofRoutes = (deps: EmailProofDeps): Handlers<typeof emailProofCalls, Member> => {
  const findSession = createSessionFinder(deps)
  return {
    'POST /auth/send-verification-email': async ({ me, request }) => {
      await deps.db.transaction((tx) => sendLink(tx, deps, { memberId: me.id, language: getLanguage(request) }))
      return { acknowledged: true }
    },
    'POST /auth/verify-email': async ({ body, request, reply }) => {
      assertSameSite(getRequestSource(request), deps.publicUrl)
      const session = await findSession(request)
      await verifyAddress(deps, { ...body, sessionMemberId: session?.me.id ?? null, request, reply })
      return { acknowledged: true }
    },
  }
}
