import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { publishingRules } from '#contract/cases/publishing-rules.ts'
import { bikes } from './bikes.ts'

/** The rules of publishing that an advertisement breaks. */
export const firedRules = pgTable(
  'fired_rules',
  {
    bikeId: uuid('bike_id')
      .notNull()
      .references(() => bikes.id),
    rule: text('rule', { enum: publishingRules }).notNull(),
    points: integer('points').notNull(),
    /** The words or the number in question. */
    quote: text('quote'),
    firedAt: timestamp('fired_at', { withTimezone: true }).notNull(),
    /** When a moderator looked at it and published the bike: it does not count any more. */
    clearedAt: timestamp('cleared_at', { withTimezone: true }),
  },
  (fired) => [primaryKey({ columns: [fired.bikeId, fired.rule] })],
)

/** The key of these hashes, encrypted; at most one row. */
export const numberKeys = pgTable('number_keys', {
  id: integer('id').primaryKey().default(1),
  keyEncrypted: text('key_encrypted').notNull(),
})

/** Numbers of members whom Motohaat removed, as hashes; market/members/removed-numbers.ts makes them. */
export const removedNumbers = pgTable('removed_numbers', {
  numberHash: text('number_hash').primaryKey(),
  removedAt: timestamp('removed_at', { withTimezone: true }).notNull(),
})
