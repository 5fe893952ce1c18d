// Background job: writes the password reset e-mails.
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { LanguageCode } from '#contract/language.ts'
import { getEmailTemplates, resetLinkLifetimeMs } from '#market/mail/templates/languages.ts'
import { queueEmail } from '#market/mail/queue.ts'
import { members } from '#market/schema/people/members.ts'
import type { AuthDeps } from '#market/auth/authenticator.ts'
import { hashToken } from '#market/auth/credentials.ts'
import { forgottenPasswords, passwordResets } from '#market/schema/people/logins.ts'

export type RecoveryJobDeps = Pick<AuthDeps, 'db' | 'publicUrl' | 'now' | 'createId' | 'devices'> & {
  /** Creates a URL-safe random token of 256 bits. */
  createToken: () => string
}

const maxEmailsPerRun = 50
// At most one e-mail per address in this time.
const minEmailIntervalMs = 60_000

const hasRecentReset = async (tx: Transaction, memberId: string, now: Date): Promise<boolean> => {
  const since = new Date(now.getTime() - minEmailIntervalMs)
  const recentResets = await tx
    .select({ createdAt: passwordResets.createdAt })
    .from(passwordResets)
    .where(and(eq(passwordResets.memberId, memberId), gt(passwordResets.createdAt, since)))
    .limit(1)
  return recentResets.length > 0
}

type ResetRequest = { email: string; language: LanguageCode }

const queueResetEmail = async (
  tx: Transaction,
  deps: RecoveryJobDeps,
  { email, language }: ResetRequest,
): Promise<void> => {
  const { publicUrl, createId, createToken } = deps
  const now = deps.now()
  const [member] = await tx
    .select({ id: members.id, name: members.name, emailVerified: members.emailVerified })
    .from(members)
    .where(and(eq(members.email, email), isNull(members.removedAt)))
    .for('update')
  if (!member || (await hasRecentReset(tx, member.id, now))) return
  const token = createToken()
  const expiresAt = new Date(now.getTime() + resetLinkLifetimeMs)
  await tx
    .insert(passwordResets)
    .values({ tokenHash: hashToken(token), memberId: member.id, createdAt: now, expiresAt })
  await queueEmail(
    { db: tx, now, createId },
    email,
    // Where nobody has proven the address, a stranger may have chosen the name.
    getEmailTemplates(language).passwordReset({ name: member.emailVerified ? member.name : null, publicUrl, token }),
  )
}

/** Processes one request in a transaction; returns whether there was one. */
const processNextRequest = (deps: RecoveryJobDeps): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const next = tx
      .select({ email: forgottenPasswords.email })
      .from(forgottenPasswords)
      .orderBy(asc(forgottenPasswords.requestedAt))
      .limit(1)
      .for('update', { skipLocked: true })
    const [request] = await tx
      .delete(forgottenPasswords)
      .where(eq(forgottenPasswords.email, sql`(${next})`))
      .returning()
    if (!request) return false
    await queueResetEmail(tx, deps, request)
    return true
  })

/** Writes the requested e-mails; deletes expired tokens and devices. */
export const sendPasswordResetEmails = async ({ signal, ...deps }: RecoveryJobDeps & StopSignal): Promise<void> => {
  await deps.db.delete(passwordResets).where(lte(passwordResets.expiresAt, deps.now()))
  await deps.devices.deleteExpired()
  for (let processed = 0; processed < maxEmailsPerRun; processed += 1) {
    if (signal?.aborted || !(await processNextRequest(deps))) return
  }
}
