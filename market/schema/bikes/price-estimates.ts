// The stored price estimates; market/price-estimates/comparable-bikes.ts has the queries.
import { and, eq, sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Verdict } from '#contract/price-estimates.ts'
import { bikes } from './bikes.ts'
import { models } from './catalogue.ts'
import { isFarBelowFor } from './far-below.ts'

/** Price estimates of bikes on sale, computed by the job. A bike without a row has too few comparable bikes and is not far below. */
export const bikePriceEstimates = pgTable('bike_price_estimates', {
  bikeId: uuid('bike_id')
    .primaryKey()
    .references(() => bikes.id),
  /** Price at the time of the estimate; a changed price has no verdict until it is recomputed. */
  priceTaka: integer('price_taka').notNull(),
  lowTaka: integer('low_taka').notNull(),
  midTaka: integer('mid_taka').notNull(),
  highTaka: integer('high_taka').notNull(),
  /** From similar bikes, or from what bikes of this age keep of their price when new; that gives no verdict. */
  basis: text('basis', { enum: ['similar', 'age'] }).notNull(),
  verdict: text('verdict').$type<Exclude<Verdict, 'unknown'>>(),
  /** For every seller; far-below.ts adds the seller who is not verified. */
  farBelow: boolean('far_below').notNull(),
  compared: integer('compared').notNull(),
  computedAt: timestamp('computed_at', { withTimezone: true }).notNull(),
})

/** When the estimates of a model and year were last computed. */
export const priceEstimateGroups = pgTable(
  'price_estimate_groups',
  {
    modelId: uuid('model_id')
      .notNull()
      .references(() => models.id),
    year: integer('year').notNull(),
    computedAt: timestamp('computed_at', { withTimezone: true }).notNull(),
  },
  (group) => [primaryKey({ columns: [group.modelId, group.year] })],
)

/** Changes of bikes that affect estimates; written by triggers. */
export const priceEstimateChanges = pgTable('price_estimate_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  modelId: uuid('model_id')
    .notNull()
    .references(() => models.id),
  year: integer('year').notNull(),
})

/**
 * The verdict columns for lists of bikes; the query must left join `bike_price_estimates` with `isEstimateOfBike`. A
 * verdict applies only to the price that it was computed for.
 */
export const badgeDto = {
  verdict: sql<Verdict>`coalesce(${bikePriceEstimates.verdict}, 'unknown')`,
  isFarBelow: sql<boolean>`coalesce(${isFarBelowFor({ estimate: sql`${bikePriceEstimates}`, sellerId: sql`${bikes.sellerId}` })}, false)`,
  compared: sql<number>`coalesce(${bikePriceEstimates.compared}, 0)`,
}
export const isEstimateOfBike = and(
  eq(bikePriceEstimates.bikeId, bikes.id),
  eq(bikePriceEstimates.priceTaka, bikes.salePriceTaka),
)
