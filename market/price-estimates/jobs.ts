// What the room does by itself: it tells bikes on sale what they are worth, soon after something changed and once a day.
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { getYearInDhaka } from '#market/bikes/rules.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { comparison, isFarBelow, type Estimator, createEstimator, getSlopes, getVerdict } from './rules.ts'
import {
  estimateInputColumns,
  bikePriceEstimates,
  bikeYear,
  listComparableBikes,
  priceEstimateChanges,
  priceEstimateGroups,
} from './table.ts'

type PriceEstimateDeps = { db: Database; now: () => Date }
type EstimateGroup = { modelId: string; year: number }

// A round is short, so that the shop goes on serving beside it; what is left waits for the next round.
const maxGroups = 240
const maxBikes = 3_000
const groupBatchSize = 4
const changeBatchSize = 500
const bikeBatchSize = 1_000
const dayMs = 24 * 3_600_000
// Whoever has taken a market and did not come to an end has lost it after so long.
const claimTimeoutMs = 5 * 60_000

/** What is old enough to be told anew since ever; the bike's own year comes before those beside it. */
const neverComputed = sql`timestamptz 'epoch'`

/** Makes old what a change may reach: its model, two years up and down. The notes are taken away with it. */
const markGroupsStale = ({ db }: PriceEstimateDeps): Promise<unknown> =>
  db.execute(sql`
    with taken as (
      delete from ${priceEstimateChanges} where id in (
        select id from ${priceEstimateChanges} order by id limit ${changeBatchSize} for update skip locked)
      returning model_id, year
    )
    insert into ${priceEstimateGroups} (model_id, year, computed_at)
    select taken.model_id, taken.year + apart.years, min(${neverComputed} + abs(apart.years) * interval '1 second')
    from taken cross join generate_series(${-comparison.maxYearsApart}::int, ${comparison.maxYearsApart}::int) as apart(years)
    group by 1, 2 order by 1, 2
    on conflict (model_id, year) do update set computed_at = least(${priceEstimateGroups.computedAt}, excluded.computed_at)`)

/** Takes the oldest markets for a while, so that several processes do not tell of the same one. */
const claimGroups = async ({ db, now }: PriceEstimateDeps): Promise<EstimateGroup[]> => {
  const before = new Date(now().getTime() - dayMs).toISOString()
  const until = new Date(now().getTime() - dayMs + claimTimeoutMs).toISOString()
  const key = sql`(${priceEstimateGroups.modelId}, ${priceEstimateGroups.year})`
  return db
    .update(priceEstimateGroups)
    .set({ computedAt: sql`${until}::timestamptz` })
    .where(
      sql`${key} in (select model_id, year from ${priceEstimateGroups} where computed_at < ${before}::timestamptz
        order by computed_at limit ${groupBatchSize} for update skip locked)`,
    )
    .returning({ modelId: priceEstimateGroups.modelId, year: priceEstimateGroups.year })
}

/** The bikes on sale of a market after this one, in the order of their ids. */
const listBikesAfter = (db: Database, { modelId, year }: EstimateGroup, id: string | null) =>
  db
    .select(estimateInputColumns)
    .from(bikes)
    .innerJoin(models, eq(models.id, bikes.modelId))
    .where(and(eq(bikes.modelId, modelId), eq(bikeYear, year), onSale, id === null ? undefined : gt(bikes.id, id)))
    .orderBy(asc(bikes.id))
    .limit(bikeBatchSize)

type BikeToEstimate = Awaited<ReturnType<typeof listBikesAfter>>[number]
type Row = typeof bikePriceEstimates.$inferInsert

const toRow = (bike: BikeToEstimate, estimator: Estimator, computedAt: Date): Row | null => {
  const estimate = estimator({ ...bike, modelId: bike.modelId ?? '', engineCc: bike.engineCc ?? 0 })
  if (estimate === null) return null
  const verdict = getVerdict(bike.priceTaka, estimate)
  if (verdict === 'unknown') return null
  const { lowTaka, midTaka, highTaka } = estimate
  const range = { lowTaka, midTaka, highTaka }
  const farBelow = isFarBelow(bike.priceTaka, range)
  return {
    bikeId: bike.id,
    priceTaka: bike.priceTaka,
    ...range,
    verdict,
    farBelow,
    compared: estimate.count,
    computedAt,
  }
}

/** Keeps what was told; rows that would stay the same are left alone. */
const saveEstimates = async (
  db: Database,
  estimates: readonly Row[],
  idsWithoutEstimate: readonly string[],
): Promise<void> => {
  if (estimates.length > 0) {
    const stored = sql`(${bikePriceEstimates.priceTaka}, ${bikePriceEstimates.lowTaka}, ${bikePriceEstimates.midTaka}, ${bikePriceEstimates.highTaka}, ${bikePriceEstimates.verdict}, ${bikePriceEstimates.compared})`
    const incoming = sql`(excluded.price_taka, excluded.low_taka, excluded.mid_taka, excluded.high_taka, excluded.verdict, excluded.compared)`
    await db
      .insert(bikePriceEstimates)
      .values([...estimates])
      .onConflictDoUpdate({
        target: bikePriceEstimates.bikeId,
        set: {
          priceTaka: sql`excluded.price_taka`,
          lowTaka: sql`excluded.low_taka`,
          midTaka: sql`excluded.mid_taka`,
          highTaka: sql`excluded.high_taka`,
          verdict: sql`excluded.verdict`,
          farBelow: sql`excluded.far_below`,
          compared: sql`excluded.compared`,
          computedAt: sql`excluded.computed_at`,
        },
        setWhere: sql`${stored} is distinct from ${incoming}`,
      })
  }
  if (idsWithoutEstimate.length > 0)
    await db.delete(bikePriceEstimates).where(inArray(bikePriceEstimates.bikeId, [...idsWithoutEstimate]))
}

/** Those of a market that are no longer on sale need no word. */
const deleteGoneBikes = (db: Database, { modelId, year }: EstimateGroup): Promise<unknown> =>
  db.execute(sql`
    delete from ${bikePriceEstimates} using ${bikes} where ${bikePriceEstimates.bikeId} = ${bikes.id} and ${bikes.modelId} = ${modelId}
      and ${bikeYear} = ${year} and (${bikes.soldAt} is not null or ${bikes.withdrawnAt} is not null)`)

/** The slopes of a model's brand, or null for a model that is gone. */
const loadSlopes = async ({ db, now }: PriceEstimateDeps, modelId: string) => {
  const [brand] = await db
    .select({ name: brands.name })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(eq(models.id, modelId))
  return getSlopes(brand?.name ?? '', getYearInDhaka(now()))
}

/** Opens what bikes of one model and year are told from. */
const createEstimators = async (
  deps: PriceEstimateDeps,
  group: EstimateGroup,
): Promise<(engineCc: number) => Estimator> => {
  const years = { from: group.year - comparison.maxYearsApart, until: group.year + comparison.maxYearsApart }
  const slopes = await loadSlopes(deps, group.modelId)
  const comparableBikes = await listComparableBikes(deps.db, { modelId: group.modelId, ...years, now: deps.now() })
  // Bikes of one model rarely have more than two engines, and those of one engine are told from the same bikes.
  const estimators = new Map<number, Estimator>()
  return (engineCc) => {
    const estimator = estimators.get(engineCc) ?? createEstimator({ ...group, engineCc }, comparableBikes, slopes)
    estimators.set(engineCc, estimator)
    return estimator
  }
}

/** Tells all bikes on sale of one model and year what they are worth; gives how many there are. */
const computeGroup = async (deps: PriceEstimateDeps, group: EstimateGroup): Promise<number> => {
  const { db, now } = deps
  await deleteGoneBikes(db, group)
  let batch = await listBikesAfter(db, group, null)
  if (batch.length === 0) return 0
  const getEstimator = await createEstimators(deps, group)
  let count = 0
  while (batch.length > 0) {
    const rows = batch.map((bike) => toRow(bike, getEstimator(bike.engineCc ?? 0), now()))
    const estimates = rows.filter((row) => row !== null)
    const idsWithoutEstimate = batch.filter((_, index) => rows[index] === null).map(({ id }) => id)
    await saveEstimates(db, estimates, idsWithoutEstimate)
    count += batch.length
    batch = batch.length < bikeBatchSize ? [] : await listBikesAfter(db, group, batch.at(-1)?.id ?? null)
  }
  return count
}

/** Nothing changed meanwhile: it is new for a day, or nothing where no bike is on sale any more. */
const finishGroup = async (
  { db, now }: PriceEstimateDeps,
  { modelId, year }: EstimateGroup,
  count: number,
): Promise<void> => {
  const isStillClaimed = and(
    eq(priceEstimateGroups.modelId, modelId),
    eq(priceEstimateGroups.year, year),
    gt(priceEstimateGroups.computedAt, sql`${neverComputed} + interval '1 day'`),
  )
  if (count === 0) await db.delete(priceEstimateGroups).where(isStillClaimed)
  else await db.update(priceEstimateGroups).set({ computedAt: now() }).where(isStillClaimed)
}

/**
 * One round: what has changed is spread, and the oldest markets are told anew. Several processes may do so at once.
 * Gives how many markets it told of; none are due when it gives 0.
 */
export const estimatePrices = async (deps: PriceEstimateDeps): Promise<number> => {
  await markGroupsStale(deps)
  let [groupCount, count] = [0, 0]
  while (groupCount < maxGroups && count < maxBikes) {
    const groups = await claimGroups(deps)
    for (const group of groups) {
      const bikeCount = await computeGroup(deps, group)
      await finishGroup(deps, group, bikeCount)
      count += bikeCount
    }
    groupCount += groups.length
    if (groups.length < groupBatchSize) break
  }
  return groupCount
}
