// Counters by day. Triggers append changes and a job adds them up (migrations/schema/27-daily-counts.sql).
import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Rows of one day and counter are added up when they are read. Days are those of Dhaka. */
export const dailyCounts = pgTable('daily_counts', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  day: date('day', { mode: 'string' }).notNull(),
  counter: text('counter', {
    enum: [
      'bikes_added',
      'bikes_live',
      'bikes_reserved',
      'bikes_sold',
      'bikes_seen',
      'deals_requested',
      'deals_accepted',
      'deals_held',
      'deals_handed_over',
      'members_joined',
      'searches_empty',
      'poisha_held',
      'poisha_released',
      'poisha_refunded',
    ],
  }).notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  /** The sum that the job made; other rows are changes since then. */
  isTotal: boolean('is_total').notNull().default(false),
})
export type CounterName = (typeof dailyCounts.$inferSelect)['counter']

/** Words of searches that found nothing, with how often. */
export const emptySearches = pgTable(
  'empty_searches',
  {
    day: date('day', { mode: 'string' }).notNull(),
    words: text('words').notNull(),
    times: integer('times').notNull(),
  },
  (search) => [primaryKey({ columns: [search.day, search.words] })],
)
