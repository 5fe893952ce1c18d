// The postman: takes what is due out of the queue, one letter at a time, and tries again later what was not taken.
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import type { Mailer } from './provider.ts'
import { mails } from './table.ts'

export type MailDeps = { db: Database; mailer: Mailer; now: () => Date; log: (line: string) => void }

const minuteMs = 60_000
const retryDelaysMs = [1, 2, 5, 15, 60, 180].map((minutes) => minutes * minuteMs)
const maxRetryDelayMs = 360 * minuteMs

/** How long a process may be busy with one letter before another one takes it up. */
const leaseMs = 2 * minuteMs

/** The pause after so many tries that failed: it grows, so that a server that is away is not knocked down when it is back. */
const getRetryDelayMs = (tries: number): number => retryDelaysMs[tries - 1] ?? maxRetryDelayMs

const maxMailsPerRun = 50

const addMs = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/**
 * Takes the next letter for as long as a try may last. No lock and no connection is held while the mail server is
 * asked; a process that dies meanwhile leaves the letter to the others.
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

/** Whether the mail server took it. */
const deliver = async ({ db, mailer, now, log }: MailDeps, mail: ClaimedMail): Promise<boolean> => {
  const { id, recipient, subject, text, tries, unsubscribeUrl } = mail
  try {
    await mailer.send({ id, recipient, subject, text: text ?? '', ...(unsubscribeUrl !== null && { unsubscribeUrl }) })
  } catch (error) {
    log(`A letter could not be sent yet (try ${tries}): ${getErrorMessage(error)}`)
    await db
      .update(mails)
      .set({ nextTryAt: addMs(now(), getRetryDelayMs(tries)) })
      .where(eq(mails.id, id))
    return false
  }
  await db.update(mails).set({ sentAt: now(), text: null }).where(eq(mails.id, id))
  return true
}

/** Sends what is due. After a letter that was not taken it stops: the server may be away, and the next round is soon. */
export const sendMails = async (deps: MailDeps): Promise<void> => {
  await deps.db.delete(mails).where(lte(mails.expiresAt, deps.now()))
  for (let sent = 0; sent < maxMailsPerRun; sent += 1) {
    const mail = await claimNext(deps)
    if (!mail || !(await deliver(deps, mail))) return
  }
}
