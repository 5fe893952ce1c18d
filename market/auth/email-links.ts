// Sending the link that proves an e-mail address.
import { maxProofLinksPerDay } from '#contract/limits.ts'
import { eq, lte } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import { toReason } from '#contract/errors/reasons.ts'
import type { LanguageCode } from '#contract/language.ts'
import type { Transaction } from '#platform/database/database.ts'
import { hashToken } from './credentials.ts'
import { emailProofs } from '#market/schema/people/logins.ts'
import { getEmailTemplates, proofLinkLifetimeMs } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { countLink } from '#market/mail/unproven-addresses.ts'
import { members } from '#market/schema/people/members.ts'

export type LinkDeps = {
  publicUrl: string
  now: () => Date
  createId: () => string
  /** Creates a URL-safe random token of 256 bits. */
  createToken: () => string
}

type LinkRequest = {
  memberId: string
  language: LanguageCode
  /** For a new member: sends nothing where a link is on its way already. */
  isFirst?: true
}

// At most one e-mail in this time, also when the button is pressed twice.
const minEmailIntervalMs = 60_000

/**
 * E-mails the link that proves the address; nothing where it is proven and accepts e-mails, or had a link just now. Throws
 * `too_many_requests` after five in a day and after ten in all, as it may be a stranger's.
 */
export const sendLink = async (
  tx: Transaction,
  { publicUrl, createId, createToken, ...deps }: LinkDeps,
  { memberId, language, isFirst }: LinkRequest,
): Promise<void> => {
  const now = deps.now()
  const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for('no key update')
  if (!member || (member.emailVerified && member.emailBouncedAt === null)) return
  await tx.delete(emailProofs).where(lte(emailProofs.expiresAt, now))
  const links = await tx
    .select({ at: emailProofs.createdAt })
    .from(emailProofs)
    .where(eq(emailProofs.memberId, memberId))
  if (links.some(({ at }) => now.getTime() - at.getTime() < minEmailIntervalMs)) return
  if (isFirst && links.length > 0) return
  if (links.length >= maxProofLinksPerDay)
    throw new ApiError('too_many_requests', { reason: toReason('proof_links_today') })
  if (!(await countLink({ db: tx, email: member.email, now })))
    throw new ApiError('too_many_requests', { reason: toReason('proof_links_used_up') })
  const token = createToken()
  const expiresAt = new Date(now.getTime() + proofLinkLifetimeMs)
  await tx.insert(emailProofs).values({ tokenHash: hashToken(token), memberId, createdAt: now, expiresAt })
  const email = getEmailTemplates(language).addressProof({ publicUrl, token })
  await queueEmail({ db: tx, now, createId }, member.email, email)
}
