// The e-mail queue.
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
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

/** The database, or the transaction of the event that the e-mail reports. */
export type InsertDatabase = Pick<Database, 'insert'>

export type QueueDeps = { db: InsertDatabase; now: Date; createId: () => string }

/** Queues an e-mail. It is sent after the transaction commits and when the mail server is reachable. */
export const queueEmail = async ({ db, now, createId }: QueueDeps, recipient: string, email: Email): Promise<void> => {
  const { subject, text, html = null, lifetimeMs, priority = 'normal', unsubscribeUrl = null, replyTo = null } = email
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const content = { subject, text, html, unsubscribeUrl, replyTo, priority: priorities[priority] }
  await db.insert(mails).values({ id: createId(), recipient, ...content, createdAt: now, expiresAt, nextTryAt: now })
}
