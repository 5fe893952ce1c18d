import { integer, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deals } from '#market/schema/deals/deals.ts'

/** The newest receipt number of each year. */
export const receiptCounters = pgTable('receipt_counters', {
  year: integer('year').primaryKey(),
  lastNumber: integer('last_number').notNull(),
})

/** Receipts, numbered without gaps in each year. */
export const receipts = pgTable('receipts', {
  dealId: uuid('deal_id')
    .primaryKey()
    .references(() => deals.id),
  year: integer('year').notNull(),
  number: integer('number').notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
})
