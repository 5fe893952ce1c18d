// The e-mail queue.
import { and, eq, isNull } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import { members } from '#market/members/table.ts'
import type { Email, EmailPriority } from './templates/rules.ts'

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  /** Null after sending, like the HTML: an e-mail may have the key to an account. */
  text: text('text'),
  html: text('html'),
  priority: integer('priority').notNull().default(1),
  replyTo: text('reply_to'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  tries: integer('tries').notNull().default(0),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
  /** The URL of the unsubscribe page. */
  unsubscribeUrl: text('unsubscribe_url'),
})

const priorities: Record<EmailPriority, number> = { urgent: 0, normal: 1, bulk: 2 }

export type QueueDeps = {
  /** The database, or the transaction of the event that the e-mail reports. */
  db: Pick<Database, 'insert' | 'select'>
  now: Date
  createId: () => string
}

/** Whether an address is a member's, proven, and accepted e-mails so far. */
const isProven = async (db: QueueDeps['db'], recipient: string): Promise<boolean> => {
  const [member] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.email, recipient), eq(members.emailVerified, true), isNull(members.emailBouncedAt)))
  return member !== undefined
}

/**
 * Queues an e-mail. It is sent after the transaction commits and when the mail server is reachable. To an address that
 * nobody has proven, or that refused e-mails, it queues only an e-mail with `toUnproven`.
 * @returns whether it is queued
 */
export const queueEmail = async (
  { db, now, createId }: QueueDeps,
  recipient: string,
  email: Email,
): Promise<boolean> => {
  if (!email.toUnproven && !(await isProven(db, recipient))) return false
  const { subject, text, html = null, lifetimeMs, priority = 'normal', unsubscribeUrl = null, replyTo = null } = email
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const content = { subject, text, html, unsubscribeUrl, replyTo, priority: priorities[priority] }
  await db.insert(mails).values({ id: createId(), recipient, ...content, createdAt: now, expiresAt, nextTryAt: now })
  return true
}
