// Background job: sends queued e-mails one at a time and retries failed ones later.
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import type { Mailer } from './provider.ts'
import { mails } from './table.ts'

export type MailDeps = { db: Database; mailer: Mailer; now: () => Date; log: (line: string) => void }

const minuteMs = 60_000
const retryDelaysMs = [1, 2, 5, 15, 60, 180].map((minutes) => minutes * minuteMs)
const maxRetryDelayMs = 360 * minuteMs

/** How long a process may take for one e-mail before another process claims it. */
const leaseMs = 2 * minuteMs

/** The delay after failed tries. It grows, so that a mail server is not overloaded when it recovers. */
const getRetryDelayMs = (tries: number): number => retryDelaysMs[tries - 1] ?? maxRetryDelayMs

const maxMailsPerRun = 50

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/**
 * Claims the next e-mail for the duration of one try. No lock or connection is held while sending; if the process dies,
 * another one claims the e-mail later.
 */
const claimNext = async ({ db, now }: MailDeps) => {
  const at = now()
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), lte(mails.nextTryAt, at)))
    .orderBy(asc(mails.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, nextTryAt: addMs(at, leaseMs) })
    .where(eq(mails.id, due))
    .returning()
  return claimed
}

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimNext>>>

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Sends one e-mail; returns whether the mail server accepted it. */
const deliver = async ({ db, mailer, now, log }: MailDeps, mail: ClaimedMail): Promise<boolean> => {
  const { id, recipient, subject, text, tries, unsubscribeUrl } = mail
  try {
    await mailer.send({ id, recipient, subject, text: text ?? '', ...(unsubscribeUrl !== null && { unsubscribeUrl }) })
  } catch (error) {
    log(`Sending an e-mail failed (try ${tries}); will retry: ${getErrorMessage(error)}`)
    await db
      .update(mails)
      .set({ nextTryAt: addMs(now(), getRetryDelayMs(tries)) })
      .where(eq(mails.id, id))
    return false
  }
  await db.update(mails).set({ sentAt: now(), text: null }).where(eq(mails.id, id))
  return true
}

/** Sends due e-mails. Stops after a failure, because the mail server may be down; the next run follows soon. */
export const sendMails = async (deps: MailDeps): Promise<void> => {
  await deps.db.delete(mails).where(lte(mails.expiresAt, deps.now()))
  for (let sent = 0; sent < maxMailsPerRun; sent += 1) {
    const mail = await claimNext(deps)
    if (!mail || !(await deliver(deps, mail))) return
  }
}
