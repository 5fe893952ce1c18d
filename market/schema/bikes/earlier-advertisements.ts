import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from './bikes.ts'

/** What an advertisement said before its seller changed it; a trigger writes it, and it is kept for some time. */
export const earlierAdvertisements = pgTable('earlier_advertisements', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  /** When it was changed. */
  until: timestamp('until', { withTimezone: true }).notNull(),
  name: text('name').notNull(),
  description: text('description'),
  location: text('location').notNull(),
  priceTaka: integer('price_taka').notNull(),
})
