// The postman: takes what is due out of the queue, one letter at a time, and tries again later what was not taken.
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import type { Mailer } from './provider.ts'
import { mails } from './table.ts'

export type PostOffice = { db: Database; mailer: Mailer; now: () => Date; say: (line: string) => void }

const minuteMs = 60_000
const pausesMs = [1, 2, 5, 15, 60, 180].map((minutes) => minutes * minuteMs)
const longestPauseMs = 360 * minuteMs

/** How long a process may be busy with one letter before another one takes it up. */
const leaseMs = 2 * minuteMs

/** The pause after so many tries that failed: it grows, so that a server that is away is not knocked down when it is back. */
const pauseMs = (tries: number): number => pausesMs[tries - 1] ?? longestPauseMs

const atOnce = 50

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

/**
 * Takes the next letter for as long as a try may last. No lock and no connection is held while the mail server is
 * asked; a process that dies meanwhile leaves the letter to the others.
 */
const takeNext = async ({ db, now }: PostOffice) => {
  const at = now()
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), lte(mails.nextTryAt, at)))
    .orderBy(asc(mails.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [taken] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, nextTryAt: later(at, leaseMs) })
    .where(eq(mails.id, due))
    .returning()
  return taken
}

type Taken = NonNullable<Awaited<ReturnType<typeof takeNext>>>

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Whether the mail server took it. */
const deliver = async ({ db, mailer, now, say }: PostOffice, mail: Taken): Promise<boolean> => {
  const { id, recipient, subject, text, tries, stopUrl } = mail
  try {
    await mailer.send({ id, recipient, subject, text: text ?? '', ...(stopUrl !== null && { stopUrl }) })
  } catch (error) {
    say(`A letter could not be sent yet (try ${tries}): ${reasonOf(error)}`)
    await db
      .update(mails)
      .set({ nextTryAt: later(now(), pauseMs(tries)) })
      .where(eq(mails.id, id))
    return false
  }
  await db.update(mails).set({ sentAt: now(), text: null }).where(eq(mails.id, id))
  return true
}

/** Sends what is due. After a letter that was not taken it stops: the server may be away, and the next round is soon. */
export const sendMails = async (office: PostOffice): Promise<void> => {
  await office.db.delete(mails).where(lte(mails.uselessAt, office.now()))
  for (let sent = 0; sent < atOnce; sent += 1) {
    const mail = await takeNext(office)
    if (!mail || !(await deliver(office, mail))) return
  }
}
