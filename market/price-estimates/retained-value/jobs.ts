// Background job: computes every hour what bikes of each age keep of their price when new.
import { and, desc, gt, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { bikePriceEstimates } from '#market/schema/bikes/price-estimates.ts'
import { getSoldSince } from '#market/price-estimates/comparable-bikes.ts'
import { computeRetainedValues, farBelowRatio } from './shares.ts'
import { bikeAgeYears, retainedValues } from '#market/schema/bikes/retained-value.ts'

type RetainedValueDeps = { db: Database; now: () => Date }

const maxAgeMs = 3_600_000
// The newest bikes say most about today's prices, and more of them change no percentage.
const maxBikes = 20_000

const isFresh = async ({ db, now }: RetainedValueDeps): Promise<boolean> => {
  const since = new Date(now().getTime() - maxAgeMs)
  const fresh = await db
    .select({ ageYears: retainedValues.ageYears })
    .from(retainedValues)
    .where(gt(retainedValues.computedAt, since))
    .limit(1)
  return fresh.length > 0
}

const listShares = (db: Pick<Database, 'select'>, now: Date) =>
  db
    .select({
      sellerId: bikes.sellerId,
      ageYears: bikeAgeYears(getDhakaYear(now)),
      share: sql<number>`${bikes.salePriceTaka}::float8 / ${bikes.originalPriceTaka}`,
    })
    .from(bikes)
    .where(
      and(
        isNull(bikes.withdrawnAt),
        isNull(bikes.hiddenAt),
        or(isNull(bikes.soldAt), gt(bikes.soldAt, getSoldSince(now))),
      ),
    )
    .orderBy(desc(bikes.id))
    .limit(maxBikes)

/** Flags the bikes without a model whose price is far below, and no others of them. */
const flagBikesWithoutModel = async (db: Pick<Database, 'execute'>, now: Date): Promise<void> => {
  const withoutModel = and(isNull(bikes.modelId), onSale)
  await db.execute(sql`
    delete from ${bikePriceEstimates} using ${bikes}
    where ${bikePriceEstimates.bikeId} = ${bikes.id} and ${isNull(bikes.modelId)}`)
  await db.execute(sql`
    insert into bike_price_estimates (bike_id, price_taka, low_taka, mid_taka, high_taka, far_below, compared, basis, computed_at)
    select ${bikes.id}, ${bikes.salePriceTaka},
      ${bikes.originalPriceTaka} * ${retainedValues.lowPercent}::bigint / 100,
      ${bikes.originalPriceTaka} * ${retainedValues.midPercent}::bigint / 100,
      ${bikes.originalPriceTaka} * ${retainedValues.highPercent}::bigint / 100,
      true, ${retainedValues.bikes}, 'age', ${now.toISOString()}::timestamptz
    from ${bikes} join ${retainedValues} on ${retainedValues.ageYears} = ${bikeAgeYears(getDhakaYear(now))}
    where ${withoutModel}
      and ${bikes.salePriceTaka} < ${bikes.originalPriceTaka} * ${retainedValues.midPercent} / 100.0 * ${farBelowRatio}`)
}

/**
 * Computes the retained values if they are older than an hour, or if there are none. Safe to run in several processes:
 * one of them computes.
 * @returns whether it computed them
 */
export const refreshRetainedValues = async (deps: RetainedValueDeps): Promise<boolean> => {
  if (await isFresh(deps)) return false
  const now = deps.now()
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(hashtext('retained_values')) as "isMine"`)
    if (rows[0]?.['isMine'] !== true) return false
    const computed = computeRetainedValues(await listShares(tx, now))
    await tx.delete(retainedValues)
    if (computed.length > 0)
      await tx.insert(retainedValues).values(computed.map((one) => ({ ...one, computedAt: now })))
    await flagBikesWithoutModel(tx, now)
    return true
  })
}
