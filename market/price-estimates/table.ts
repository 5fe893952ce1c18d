// The stored price estimates, and the queries for comparable bikes.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Verdict } from '#contract/price-estimates.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { models } from '#market/catalogue/table.ts'
import { comparison, type ComparableBike } from './rules.ts'

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

/** The year for comparisons: of registration, or else of purchase. */
export const bikeYear = sql<number>`bike_year(${bikes.registeredInYear}, ${bikes.boughtInYear})`

/**
 * The verdict columns for lists of bikes; the query must left join `bike_price_estimates` with `isEstimateOfBike`. A
 * verdict applies only to the price that it was computed for.
 */
export const badgeDto = {
  verdict: sql<Verdict>`coalesce(${bikePriceEstimates.verdict}, 'unknown')`,
  isFarBelow: sql<boolean>`coalesce(${bikePriceEstimates.farBelow}, false)`,
  compared: sql<number>`coalesce(${bikePriceEstimates.compared}, 0)`,
}
export const isEstimateOfBike = and(
  eq(bikePriceEstimates.bikeId, bikes.id),
  eq(bikePriceEstimates.priceTaka, bikes.salePriceTaka),
)

/** Columns of an `EstimateInput`. */
export const estimateInputColumns = {
  id: bikes.id,
  sellerId: bikes.sellerId,
  modelId: bikes.modelId,
  engineCc: sql<number | null>`coalesce(${bikes.engineCc}, ${models.engineCc})`,
  year: bikeYear,
  kilometres: bikes.kilometres,
  priceTaka: bikes.salePriceTaka,
  originalPriceTaka: bikes.originalPriceTaka,
}

const ComparableBike = z.object({
  id: z.string(),
  sellerId: z.string(),
  modelId: z.string(),
  engineCc: z.int(),
  year: z.int(),
  kilometres: z.int().nullable(),
  priceTaka: z.int(),
  isSold: z.boolean(),
}) satisfies z.ZodType<ComparableBike>

const dayMs = 24 * 3_600_000

/** Sales since this time count in estimates. */
export const getSoldSince = (now: Date): Date => new Date(now.getTime() - comparison.soldWithinDays * dayMs)

// Newer bikes are more relevant, and a thousand bikes give no better range than some hundred.
const maxBikesPerYear = 120

/**
 * Lists bikes of a model and a range of years that are on sale or were sold recently, newest first. An index scan per
 * year limits the cost with a million bikes.
 */
export const listComparableBikes = async (
  db: Pick<Database, 'execute'>,
  { modelId, from, until, now }: { modelId: string; from: number; until: number; now: Date },
): Promise<ComparableBike[]> => {
  const { rows } = await db.execute(sql`
    select one.id, one.seller_id as "sellerId", ${modelId} as "modelId",
      coalesce(one.engine_cc, ${models.engineCc}) as "engineCc", made.year, one.kilometres,
      one.sale_price_taka as "priceTaka", one.sold_at is not null as "isSold"
    from ${models} cross join generate_series(${from}::int, ${until}::int) as made(year)
    cross join lateral (
      select ${bikes.id}, ${bikes.sellerId}, ${bikes.engineCc}, ${bikes.kilometres}, ${bikes.salePriceTaka}, ${bikes.soldAt}
      from ${bikes}
      where ${bikes.modelId} = ${modelId}::uuid and ${bikeYear} = made.year and ${isNull(bikes.withdrawnAt)} and ${isNull(bikes.hiddenAt)}
        and (${bikes.soldAt} is null or ${bikes.soldAt} > ${getSoldSince(now).toISOString()}::timestamptz)
      order by ${bikes.id} desc limit ${maxBikesPerYear}
    ) as one
    where ${models.id} = ${modelId}::uuid
    order by one.id desc`)
  return z.array(ComparableBike).parse(rows)
}

/** Columns of similar bikes in the API. */
export const similarBikeDto = {
  _id: bikes.id,
  slug: bikes.slug,
  productName: bikes.name,
  image: bikes.picture,
  salePrice: bikes.salePriceTaka,
  year: bikeYear,
  kilometres: bikes.kilometres,
  engineCc: sql<number>`coalesce(${bikes.engineCc}, ${models.engineCc})`,
  district: bikes.district,
  status: sql<'available' | 'sold'>`case when ${bikes.soldAt} is null then 'available' else 'sold' end`,
}

/** Lists the newest bikes of a model on sale, for the guide. */
export const listNewestOnSale = (db: Database, modelId: string, limit: number) =>
  db
    .select(similarBikeDto)
    .from(bikes)
    .innerJoin(models, eq(models.id, bikes.modelId))
    .where(and(eq(bikes.modelId, modelId), onSale))
    .orderBy(desc(bikes.id))
    .limit(limit)
