import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'
import { wishes } from '#market/wishlist/table.ts'

export const savedSearches = pgTable('saved_searches', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  name: text('name').notNull(),
  /** What stands behind the ? of /bikes, as `addressOf` of rules.ts writes it. */
  query: text('query').notNull(),
  language: text('language', { enum: ['en', 'bn'] }).notNull(),
  unsubscribeToken: text('unsubscribe_token').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  pausedAt: timestamp('paused_at', { withTimezone: true }),
  /** The bikes that came or changed from then on are still to be looked through. */
  searchFrom: timestamp('search_from', { withTimezone: true }).notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
})

/** Which bike was told for which search; written with the letter. */
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

/** A bike of a wishlist became cheaper; the database writes it with the price, at most one that waits for each wish. */
export const priceDrops = pgTable('price_drops', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  wishId: uuid('wish_id')
    .notNull()
    .references(() => wishes.id),
  droppedAt: timestamp('dropped_at', { withTimezone: true }).notNull(),
  settledAt: timestamp('settled_at', { withTimezone: true }),
  /** The price that the letter named; none where there was nothing to tell any more. */
  notifiedTaka: integer('notified_taka'),
})

/** Whether somebody wants letters about prices; who never had one has no row yet. */
export const priceAlertSettings = pgTable('price_alert_settings', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id),
  unsubscribeToken: text('unsubscribe_token').notNull(),
  stoppedAt: timestamp('stopped_at', { withTimezone: true }),
})
