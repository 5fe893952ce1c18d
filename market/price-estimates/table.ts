// What bikes are worth as the database keeps it, and the bikes that a worth is told from.
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Verdict } from '#contract/price-estimates.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { models } from '#market/catalogue/table.ts'
import { comparison, type ComparableBike } from './rules.ts'

/** The range of a bike on sale, told by the job; a bike without a row has not enough like it. */
export const bikePriceEstimates = pgTable('bike_price_estimates', {
  bikeId: uuid('bike_id')
    .primaryKey()
    .references(() => bikes.id),
  /** The price that the word was said of; another one has no word until it is told anew. */
  priceTaka: integer('price_taka').notNull(),
  lowTaka: integer('low_taka').notNull(),
  midTaka: integer('mid_taka').notNull(),
  highTaka: integer('high_taka').notNull(),
  verdict: text('verdict').$type<Exclude<Verdict, 'unknown'>>().notNull(),
  farBelow: boolean('far_below').notNull(),
  compared: integer('compared').notNull(),
  computedAt: timestamp('computed_at', { withTimezone: true }).notNull(),
})

/** When the bikes of a model and year were last told of. */
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

/** Notes of what has changed, made by the database with the change itself. */
export const priceEstimateChanges = pgTable('price_estimate_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  modelId: uuid('model_id')
    .notNull()
    .references(() => models.id),
  year: integer('year').notNull(),
})

/** The year that a bike is compared by: that of its registration, or else of its purchase. */
export const bikeYear = sql<number>`bike_year(${bikes.registeredInYear}, ${bikes.boughtInYear})`

/**
 * The badge of a bike for lists of many: `bike_price_estimates` must be joined from the left by `isWorthOfBike`. The word counts for
 * the price that it was said of and for nothing else.
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

/** A bike with all that its worth is told from. */
export const estimateInputColumns = {
  id: bikes.id,
  sellerId: bikes.sellerId,
  modelId: bikes.modelId,
  engineCc: sql<number | null>`coalesce(${bikes.engineCc}, ${models.engineCc})`,
  year: bikeYear,
  kilometres: bikes.kilometres,
  priceTaka: bikes.salePriceTaka,
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

/** From when on a sale still tells something. */
export const getSoldSince = (now: Date): Date => new Date(now.getTime() - comparison.soldWithinDays * dayMs)

// Newer ones say more, and a range is no better for a thousand bikes than for some hundred.
const maxBikesPerYear = 120

/**
 * The bikes of a model on sale or sold not long ago, the newest first, of these years: of each year the newest by a walk
 * along an index, so that it takes no longer in a shop of a million bikes.
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
      where ${bikes.modelId} = ${modelId}::uuid and ${bikeYear} = made.year and ${isNull(bikes.withdrawnAt)}
        and (${bikes.soldAt} is null or ${bikes.soldAt} > ${getSoldSince(now).toISOString()}::timestamptz)
      order by ${bikes.id} desc limit ${maxBikesPerYear}
    ) as one
    where ${models.id} = ${modelId}::uuid
    order by one.id desc`)
  return z.array(ComparableBike).parse(rows)
}

/** How bikes are shown beside another one. */
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

/** The newest bikes of a model on sale, for the guide. */
export const listNewestOnSale = (db: Database, modelId: string, limit: number) =>
  db
    .select(similarBikeDto)
    .from(bikes)
    .innerJoin(models, eq(models.id, bikes.modelId))
    .where(and(eq(bikes.modelId, modelId), onSale))
    .orderBy(desc(bikes.id))
    .limit(limit)
