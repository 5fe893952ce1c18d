// Background job: sends queued e-mails, urgent ones first, and retries failed ones later.
import { minuteMs, addMs } from '#contract/time/durations.ts'
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Database } from '#platform/database/database.ts'
import { members } from '#market/schema/people/members.ts'
import { type Mail, MailError, type Mailer } from './mailer.ts'
import { mails } from '#market/schema/people/mails.ts'

export type MailDeps = { db: Database; mailer: Mailer; now: () => Date; log: (line: string) => void }

/** Several e-mails of a run fail together in an outage of the mail server. */
type RunDeps = MailDeps & { outage: { isLogged: boolean } }

const retryDelaysMs = [1, 2, 5, 15, 60, 180].map((minutes) => minutes * minuteMs)
const maxRetryDelayMs = 360 * minuteMs

/** How long a process may take for one e-mail before another process claims it. */
const leaseMs = 2 * minuteMs

/** How long everything waits when the mail server accepts nothing. Shorter than the lease, which others have meanwhile. */
const serverRetryMs = minuteMs

/** The delay after failed tries of one e-mail. */
const getRetryDelayMs = (tries: number): number => retryDelaysMs[tries - 1] ?? maxRetryDelayMs

// One slow e-mail must not delay the others; mail servers accept a few connections at once.
const concurrency = 4
const maxMailsPerRun = 200

/**
 * Claims the next e-mail for the duration of one try: the most urgent, of those the one that is due longest. No lock or
 * connection is held while sending; if the process dies, another one claims the e-mail later.
 */
const claimNext = async ({ db, now }: MailDeps) => {
  const at = now()
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNull(mails.sentAt), lte(mails.nextTryAt, at)))
    .orderBy(asc(mails.priority), asc(mails.nextTryAt), asc(mails.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, nextTryAt: addMs(at, leaseMs), waitsForServer: false })
    .where(eq(mails.id, due))
    .returning()
  return claimed
}

type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimNext>>>

const toMail = ({ id, recipient, subject, text, html, calendar, unsubscribeUrl, replyTo }: ClaimedMail): Mail => ({
  id,
  recipient,
  subject,
  text: text ?? '',
  ...(html !== null && { html }),
  ...(calendar !== null && { calendar }),
  ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  ...(replyTo !== null && { replyTo }),
})

// Mail servers repeat the address in their replies, and logs have no addresses.
const getErrorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/[^\s<>@]+@[^\s<>@]+/g, '(address)')

/** Gives up an e-mail that is refused for good. The member sees that the address does not exist. */
const giveUp = async ({ db, now, log }: MailDeps, { id, recipient }: ClaimedMail, error: MailError): Promise<void> => {
  const isAddress = error.reason === 'address'
  log(
    `The mail server refused an e-mail for good${isAddress ? ': the address does not exist' : `: ${getErrorMessage(error)}`}`,
  )
  await db.transaction(async (tx) => {
    await tx.delete(mails).where(eq(mails.id, id))
    if (isAddress) await tx.update(members).set({ emailBouncedAt: now() }).where(eq(members.email, recipient))
  })
}

const retryLater = async ({ db, now, log }: MailDeps, { id, tries }: ClaimedMail, error: unknown): Promise<void> => {
  log(`Sending an e-mail failed (try ${tries}); will retry: ${getErrorMessage(error)}`)
  await db
    .update(mails)
    .set({ nextTryAt: addMs(now(), getRetryDelayMs(tries)) })
    .where(eq(mails.id, id))
}

/**
 * The mail server accepts nothing: with this e-mail all that are due wait for a minute, instead of failing one by one. The
 * log has one line about it, however long it lasts.
 */
const waitForServer = async ({ db, now, log, outage }: RunDeps, { id }: ClaimedMail, error: unknown): Promise<void> => {
  const at = now()
  if (!outage.isLogged) log(`The mail server accepts nothing; e-mails wait: ${getErrorMessage(error)}`)
  outage.isLogged = true
  await db
    .update(mails)
    .set({ nextTryAt: addMs(at, serverRetryMs), waitsForServer: true })
    .where(and(isNull(mails.sentAt), or(eq(mails.id, id), lte(mails.nextTryAt, at))))
}

/** The mail server accepts e-mails: those that waited for it are due, the urgent ones first. */
const wakeWaiting = async ({ db, now, log }: MailDeps): Promise<void> => {
  const { rowCount } = await db
    .update(mails)
    .set({ nextTryAt: now(), waitsForServer: false })
    .where(eq(mails.waitsForServer, true))
  if (rowCount) log(`The mail server accepts e-mails again; e-mails that waited: ${rowCount}.`)
}

/** Sends one e-mail; returns whether the mail server works, so that the next e-mail is worth a try. */
const deliver = async (deps: RunDeps, mail: ClaimedMail): Promise<boolean> => {
  const { db, mailer, now } = deps
  try {
    await mailer.send(toMail(mail))
  } catch (error) {
    const reason = error instanceof MailError ? error.reason : null
    if (reason === 'server') await waitForServer(deps, mail, error)
    else if (error instanceof MailError) await giveUp(deps, mail, error)
    else await retryLater(deps, mail, error)
    return reason !== 'server'
  }
  await db.update(mails).set({ sentAt: now(), text: null, html: null, calendar: null }).where(eq(mails.id, mail.id))
  await wakeWaiting(deps)
  return true
}

const sendInTurn = async ({ signal, ...deps }: RunDeps & StopSignal): Promise<void> => {
  for (let sent = 0; sent < maxMailsPerRun / concurrency; sent += 1) {
    if (signal?.aborted) return
    const mail = await claimNext(deps)
    if (!mail || !(await deliver(deps, mail))) return
  }
}

/**
 * Sends due e-mails, a few at a time. An e-mail that fails delays no other one; a mail server that accepts nothing ends
 * the run, and the next run follows soon.
 */
export const sendMails = async (deps: MailDeps & StopSignal): Promise<void> => {
  await deps.db.delete(mails).where(lte(mails.expiresAt, deps.now()))
  // Read before the first try: a claim takes the mark from its e-mail, and the first failure marks all others.
  const [waiting] = await deps.db.select({ id: mails.id }).from(mails).where(eq(mails.waitsForServer, true)).limit(1)
  const outage = { isLogged: waiting !== undefined }
  await Promise.all(Array.from({ length: concurrency }, () => sendInTurn({ ...deps, outage })))
}
