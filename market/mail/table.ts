// Letters that wait for the mail server, and when they were sent.
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import type { Email } from './templates/rules.ts'

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  tries: integer('tries').notNull().default(0),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
  /** Where one tap stops letters of this kind. */
  unsubscribeUrl: text('unsubscribe_url'),
})

/** The database, or the transaction in which what the letter tells happens. */
export type InsertDatabase = Pick<Database, 'insert'>

/** Who writes: where, when, and how the row is called. */
export type QueueDeps = { db: InsertDatabase; now: Date; createId: () => string }

/** Puts a letter into the queue: it leaves when the transaction has ended well, and the mail server can be reached. */
export const queueEmail = async ({ db, now, createId }: QueueDeps, recipient: string, email: Email): Promise<void> => {
  const { subject, text, lifetimeMs, unsubscribeUrl = null } = email
  const expiresAt = new Date(now.getTime() + lifetimeMs)
  const row = { id: createId(), recipient, subject, text, createdAt: now, expiresAt, nextTryAt: now, unsubscribeUrl }
  await db.insert(mails).values(row)
}
