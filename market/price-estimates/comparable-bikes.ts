// Finds the bikes that an estimate compares, and the newest bikes of a model on sale.
import { dayMs } from '#contract/time/durations.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { bikes, bikeYear, onSale } from '#market/schema/bikes/bikes.ts'
import { models } from '#market/schema/bikes/catalogue.ts'
import type { ComparableBike } from './estimate.ts'

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

// Older sales show the prices of another year.
const soldWithinDays = 365

/** Sales since this time count in estimates. */
export const getSoldSince = (now: Date): Date => new Date(now.getTime() - soldWithinDays * dayMs)

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
