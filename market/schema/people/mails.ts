// The queue of e-mails; market/mail/queue.ts writes it.
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A calendar file of an e-mail. */
export type CalendarFile = { method: 'PUBLISH' | 'CANCEL'; content: string }

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  /** Null after sending, like the HTML: an e-mail may have the key to an account. */
  text: text('text'),
  html: text('html'),
  /** A calendar file; null after sending, too. */
  calendar: jsonb('calendar').$type<CalendarFile>(),
  priority: integer('priority').notNull().default(1),
  replyTo: text('reply_to'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  tries: integer('tries').notNull().default(0),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
  /** Whether its last try failed because the mail server accepted nothing. */
  waitsForServer: boolean('waits_for_server').notNull().default(false),
  /** The URL of the unsubscribe page. */
  unsubscribeUrl: text('unsubscribe_url'),
})
