import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const contactMessages = pgTable('contact_messages', {
  id: uuid('id').primaryKey(),
  name: text('name'),
  email: text('email').notNull(),
  phone: text('phone'),
  subject: text('subject'),
  message: text('message'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** The id that the form created, and the hash of its fields. */
  draftId: uuid('draft_id'),
  draftChecksum: text('draft_checksum'),
  handledAt: timestamp('handled_at', { withTimezone: true }),
})

/** A message in the admin's list. */
export const messageDto = {
  _id: contactMessages.id,
  name: contactMessages.name,
  email: contactMessages.email,
  phone: contactMessages.phone,
  subject: contactMessages.subject,
  message: contactMessages.message,
  date: sql<string>`to_char(${contactMessages.createdAt} at time zone 'Asia/Dhaka', 'DD/MM/YYYY')`,
  time: sql<string>`to_char(${contactMessages.createdAt} at time zone 'Asia/Dhaka', 'FMHH12:MI AM')`,
  handled: sql<boolean>`${contactMessages.handledAt} is not null`,
}
