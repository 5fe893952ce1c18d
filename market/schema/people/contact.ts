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
