// What bikes of an age keep of their price when new, as last computed.
import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.ts'
import { bikeYear } from './bikes.ts'

/** One row for each age that has enough bikes. */
export const retainedValues = pgTable('retained_values', {
  ageYears: integer('age_years').primaryKey(),
  lowPercent: integer('low_percent').notNull(),
  midPercent: integer('mid_percent').notNull(),
  highPercent: integer('high_percent').notNull(),
  bikes: integer('bikes').notNull(),
  sellers: integer('sellers').notNull(),
  computedAt: timestamp('computed_at', { withTimezone: true }).notNull(),
})

/** The age of a bike in years; `thisYear` is that of Dhaka. */
export const bikeAgeYears = (thisYear: number) => sql<number>`greatest(0, ${thisYear}::int - ${bikeYear})`

/** The retained value of an age; null if too few bikes of this age are known. */
export const findRetainedValue = async (db: Pick<Database, 'select'>, ageYears: number) => {
  const [found] = await db.select().from(retainedValues).where(eq(retainedValues.ageYears, ageYears))
  return found ?? null
}
