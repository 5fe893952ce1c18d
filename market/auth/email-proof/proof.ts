// Proving an e-mail address, and what the first proof ends.
import { and, eq, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '#platform/database/database.ts'
import { getEmailTemplates } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { forgetCounts } from '#market/mail/unproven-addresses.ts'
import { members } from '#market/schema/people/members.ts'
import {
  accounts,
  emailProofs,
  passwordResets,
  secondFactors,
  sessions,
  usedCodes,
  verifications,
} from '#market/schema/people/logins.ts'

/** Ends all ways to log in and all that is under way. Rows of credentials first: a login that runs compares them. */
const endLogins = async (tx: Transaction, memberId: string, at: Date): Promise<void> => {
  await tx.update(members).set({ hasSecondFactor: false, loginsEndedAt: at }).where(eq(members.id, memberId))
  await tx.delete(accounts).where(eq(accounts.userId, memberId))
  await tx.delete(secondFactors).where(eq(secondFactors.userId, memberId))
  await tx.delete(usedCodes).where(eq(usedCodes.memberId, memberId))
  await tx.delete(sessions).where(eq(sessions.userId, memberId))
  await tx.delete(verifications).where(eq(verifications.value, memberId))
  await tx.delete(passwordResets).where(eq(passwordResets.memberId, memberId))
}

type Proof = {
  memberId: string
  at: Date
  /**
   * Who proves it. `registrant`: whoever has the mailbox also has a session or the password of the account. `mailbox`: all
   * that is known is that they have the mailbox, so somebody else may have registered the address.
   */
  by: 'registrant' | 'mailbox'
}

/**
 * Records that an address is proven and accepts e-mails. Its first proof by the `mailbox` ends every password, social
 * account, second factor, session and known device set before; a caller that sets a new password does so afterwards.
 */
export const proveAddress = async (tx: Transaction, { memberId, at, by }: Proof): Promise<void> => {
  const isMember = eq(members.id, memberId)
  const first = await tx
    .update(members)
    .set({ emailVerified: true, updatedAt: at })
    .where(and(isMember, eq(members.emailVerified, false), isNull(members.removedAt)))
    .returning({ id: members.id })
  await tx.update(members).set({ emailBouncedAt: null }).where(isMember)
  await tx.delete(emailProofs).where(eq(emailProofs.memberId, memberId))
  await forgetCounts(tx, memberId)
  if (first.length > 0 && by === 'mailbox') await endLogins(tx, memberId, at)
}

type SocialProofDeps = { db: Database; publicUrl: string; now: () => Date; createId: () => string }

/**
 * Proves an address that the social provider has verified, before the social login joins its account. Without an account,
 * or with a proven one, it does nothing.
 */
export const proveAddressBySocialLogin = (deps: SocialProofDeps, email: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const isUnproven = and(eq(members.email, email), eq(members.emailVerified, false), isNull(members.removedAt))
    const [member] = await tx.select().from(members).where(isUnproven).for('update')
    if (!member) return
    const at = deps.now()
    await proveAddress(tx, { memberId: member.id, at, by: 'mailbox' })
    const notice = getEmailTemplates(member.language).loginsEnded({ publicUrl: deps.publicUrl })
    await queueEmail({ db: tx, now: at, createId: deps.createId }, email, notice)
  })
