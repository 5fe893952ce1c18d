import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from './bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { wishes } from '#market/schema/deals/wishes.ts'

export const savedSearches = pgTable('saved_searches', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  name: text('name').notNull(),
  /** The query string of /bikes, as `toSearchQuery` of market/alerts/search-queries.ts writes it. */
  query: text('query').notNull(),
  language: text('language', { enum: ['en', 'bn'] }).notNull(),
  unsubscribeToken: text('unsubscribe_token').notNull(),
  /** Of the request that saved it; the same request sent again finds this row. */
  idempotencyKey: uuid('idempotency_key'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  pausedAt: timestamp('paused_at', { withTimezone: true }),
  /** Bikes listed or changed since then are not matched yet. */
  searchFrom: timestamp('search_from', { withTimezone: true }).notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
})

/** Bikes that were sent for a search; written with the e-mail. */
export const searchMatches = pgTable(
  'search_matches',
  {
    searchId: uuid('search_id')
      .notNull()
      .references(() => savedSearches.id),
    bikeId: uuid('bike_id')
      .notNull()
      .references(() => bikes.id),
    notifiedAt: timestamp('notified_at', { withTimezone: true }).notNull(),
  },
  (match) => [primaryKey({ columns: [match.searchId, match.bikeId] })],
)

/** A bike of a wishlist became cheaper. A trigger writes it with the price: at most one pending row per wish. */
export const priceDrops = pgTable('price_drops', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  wishId: uuid('wish_id')
    .notNull()
    .references(() => wishes.id),
  droppedAt: timestamp('dropped_at', { withTimezone: true }).notNull(),
  settledAt: timestamp('settled_at', { withTimezone: true }),
  /** The price in the e-mail; null if no e-mail was needed any more. */
  notifiedTaka: integer('notified_taka'),
})

/** Whether a member wants price e-mails; the row is created with the first e-mail. */
export const priceAlertSettings = pgTable('price_alert_settings', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id),
  unsubscribeToken: text('unsubscribe_token').notNull(),
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
})
