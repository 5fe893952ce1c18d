// Letters that wait for the mail server, and when they were sent.
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import type { Letter } from './templates/rules.ts'

export const mails = pgTable('mails', {
  id: uuid('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text'),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
  uselessAt: timestamp('useless_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  tries: integer('tries').notNull().default(0),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
  /** Where one tap stops letters of this kind. */
  stopUrl: text('stop_url'),
})

/** The database, or the transaction in which what the letter tells happens. */
export type Writing = Pick<Database, 'insert'>

/** Who writes: where, when, and how the row is called. */
export type Writer = { db: Writing; now: Date; newId: () => string }

/** Puts a letter into the queue: it leaves when the transaction has ended well, and the mail server can be reached. */
export const post = async ({ db, now, newId }: Writer, recipient: string, letter: Letter): Promise<void> => {
  const { subject, text, usefulMs, stopUrl = null } = letter
  const uselessAt = new Date(now.getTime() + usefulMs)
  const row = { id: newId(), recipient, subject, text, madeAt: now, uselessAt, nextTryAt: now, stopUrl }
  await db.insert(mails).values(row)
}
