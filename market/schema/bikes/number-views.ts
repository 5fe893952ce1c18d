import { date, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from '#market/schema/people/members.ts'
import { bikes } from './bikes.ts'

/** Each member's first sight of the number of a bike that is not advertised. */
export const bikeNumberViews = pgTable(
  'bike_number_views',
  {
    bikeId: uuid('bike_id')
      .notNull()
      .references(() => bikes.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** In Dhaka. */
    day: date('day').notNull(),
    /** Counts from 1 on each day. */
    place: integer('place').notNull(),
    shownAt: timestamp('shown_at', { withTimezone: true }).notNull(),
  },
  (view) => [primaryKey({ columns: [view.bikeId, view.memberId] })],
)
