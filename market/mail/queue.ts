// Queues e-mails, in the transaction of what they report.
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { mails } from '#market/schema/people/mails.ts'
import { members } from '#market/schema/people/members.ts'
import type { Email, EmailPriority } from './templates/template.ts'
import { countNotice } from './unproven-addresses.ts'

const priorities: Record<EmailPriority, number> = { urgent: 0, normal: 1, bulk: 2 }

export type QueueDeps = {
  /** The database, or the transaction of the event that the e-mail reports. */
  db: Pick<Database, 'insert' | 'select'>
  now: Date
  createId: () => string
}

type Content = Pick<Email, 'subject' | 'text' | 'html' | 'calendar'>

/**
 * What this address is told: the e-mail where its member has proven it and it accepts e-mails. To an unproven one, some
 * e-mails on a day without words of members. Null: nothing.
 */
const chooseContent = async ({ db, now }: QueueDeps, recipient: string, email: Email): Promise<Content | null> => {
  if (email.toUnproven) return email
  const columns = { isProven: members.emailVerified, bouncedAt: members.emailBouncedAt }
  const [member] = await db.select(columns).from(members).where(eq(members.email, recipient))
  if (!member || member.bouncedAt) return null
  if (member.isProven) return email
  const { forUnproven = null, isImportant = false } = email
  return forUnproven && (await countNotice({ db, email: recipient, now }, isImportant)) ? forUnproven : null
}

/**
 * Queues an e-mail. It is sent after the transaction commits and when the mail server is reachable. To an address that
 * nobody has proven go only e-mails with `toUnproven`, and a few on a day with `forUnproven`; to one that refused e-mails only those
 * with `toUnproven`.
 * @returns whether it is queued
 */
export const queueEmail = async (deps: QueueDeps, recipient: string, email: Email): Promise<boolean> => {
  const said = await chooseContent(deps, recipient, email)
  if (!said) return false
  const { db, now, createId } = deps
  const { subject, text, html = null, calendar = null } = said
  const { lifetimeMs, priority = 'normal', unsubscribeUrl = null, replyTo = null } = email
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const content = { subject, text, html, calendar, unsubscribeUrl, replyTo, priority: priorities[priority] }
  await db.insert(mails).values({ id: createId(), recipient, ...content, createdAt: now, expiresAt, nextTryAt: now })
  return true
}
