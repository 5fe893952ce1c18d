// The audit log. Triggers write it; the database role of the server may only read it.
import { bigint, date, inet, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const auditLog = pgTable('audit', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  /** A member's id, `visitor`, `provider`, `system`, or `database:` and the name of a database login. */
  actor: text('actor').notNull(),
  requestId: uuid('request_id'),
  address: inet('address'),
  what: text('what').notNull(),
  memberId: uuid('member_id'),
  bikeId: uuid('bike_id'),
  paymentId: uuid('payment_id'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull(),
})

/** The days in Dhaka whose openings of papers and readings of numbers the admins were told. */
export const readingReports = pgTable('reading_reports', {
  day: date('day').primaryKey(),
  reportedAt: timestamp('reported_at', { withTimezone: true }).notNull(),
})
