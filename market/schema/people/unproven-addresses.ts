import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** What was sent to an address that nobody has proven, until somebody proves it. */
export const unprovenAddresses = pgTable('unproven_addresses', {
  /** The SHA-256 of the address. */
  addressHash: text('address_hash').primaryKey(),
  noticeCount: integer('notice_count').notNull().default(0),
  /** The day in Dhaka of the last of them, and how many went on it. */
  noticeDay: date('notice_day'),
  dayCount: integer('day_count').notNull().default(0),
  linkCount: integer('link_count').notNull().default(0),
  lastSentAt: timestamp('last_sent_at', { withTimezone: true }).notNull(),
})
