// Background job: computes the price estimates of bikes on sale, soon after a change and once a day.
import { dayMs } from '#contract/time/durations.ts'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Database } from '#platform/database/database.ts'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { bikes, bikeYear, onSale } from '#market/schema/bikes/bikes.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { comparison, isFarBelow, type Estimator, createEstimator, getSlopes, getVerdict } from './estimate.ts'
import { refreshRetainedValues } from './retained-value/jobs.ts'
import { getPricesByAge, isFarBelowAge, type RetainedValue } from './retained-value/shares.ts'
import { findRetainedValue } from '#market/schema/bikes/retained-value.ts'
import { bikePriceEstimates, priceEstimateChanges, priceEstimateGroups } from '#market/schema/bikes/price-estimates.ts'
import { estimateInputColumns, listComparableBikes } from './comparable-bikes.ts'

type PriceEstimateDeps = { db: Database; now: () => Date }
type EstimateGroup = { modelId: string; year: number }

// Limits one run, so that it does not slow down requests; the rest waits for the next run.
const maxGroups = 240
const maxBikes = 3_000
const groupBatchSize = 4
const changeBatchSize = 500
const bikeBatchSize = 1_000
// Another process may claim a group again after this time, in case the first one crashed.
const claimTimeoutMs = 5 * 60_000

/** Sort key of groups to recompute first; the changed bike's own year comes before neighbouring years. */
const neverComputed = sql`timestamptz 'epoch'`

/** Marks the groups that a change affects as stale (the model, two years up and down) and deletes the change rows. */
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

/** Claims the oldest groups for some minutes, so that several processes do not compute the same one. */
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

/** Lists bikes on sale of a group after this id, in the order of their ids. */
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

/** A row without a verdict for a bike whose price is far below what bikes of its age cost. */
const toFarBelowRow = (bike: BikeToEstimate, retained: RetainedValue | null): Omit<Row, 'computedAt'> | null => {
  if (retained === null || !isFarBelowAge(bike, retained)) return null
  const [lowTaka, midTaka, highTaka] = getPricesByAge(bike.originalPriceTaka, retained)
  const { id: bikeId, priceTaka } = bike
  return { bikeId, priceTaka, lowTaka, midTaka, highTaka, basis: 'age', farBelow: true, compared: retained.bikes }
}

const toRow = (bike: BikeToEstimate, estimator: Estimator, retained: RetainedValue | null) => {
  const estimate = estimator({ ...bike, modelId: bike.modelId ?? '', engineCc: bike.engineCc ?? 0 })
  if (estimate === null) return toFarBelowRow(bike, retained)
  const verdict = getVerdict(bike.priceTaka, estimate)
  if (verdict === 'unknown') return null
  const { lowTaka, midTaka, highTaka, count: compared } = estimate
  const { id: bikeId, priceTaka } = bike
  // The seller may be verified later, so lists look whether this one is.
  const farBelow = isFarBelow(priceTaka, estimate, { isSellerVerified: true })
  return { bikeId, priceTaka, lowTaka, midTaka, highTaka, basis: 'similar' as const, verdict, farBelow, compared }
}

/** Saves estimates; does not update rows without a change. */
const saveEstimates = async (
  db: Database,
  estimates: readonly Row[],
  idsWithoutEstimate: readonly string[],
): Promise<void> => {
  if (estimates.length > 0) {
    const stored = sql`(${bikePriceEstimates.priceTaka}, ${bikePriceEstimates.lowTaka}, ${bikePriceEstimates.midTaka}, ${bikePriceEstimates.highTaka}, ${bikePriceEstimates.basis}, ${bikePriceEstimates.verdict}, ${bikePriceEstimates.compared})`
    const incoming = sql`(excluded.price_taka, excluded.low_taka, excluded.mid_taka, excluded.high_taka, excluded.basis, excluded.verdict, excluded.compared)`
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
          basis: sql`excluded.basis`,
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

/** Deletes the estimates of bikes of a group that are no longer on sale. */
const deleteGoneBikes = (db: Database, { modelId, year }: EstimateGroup): Promise<unknown> =>
  db.execute(sql`
    delete from ${bikePriceEstimates} using ${bikes} where ${bikePriceEstimates.bikeId} = ${bikes.id} and ${bikes.modelId} = ${modelId}
      and ${bikeYear} = ${year} and (${bikes.soldAt} is not null or ${bikes.withdrawnAt} is not null)`)

/** The slopes of a model's brand; of all brands for an unknown model. */
const loadSlopes = async ({ db, now }: PriceEstimateDeps, modelId: string) => {
  const [brand] = await db
    .select({ name: brands.name })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(eq(models.id, modelId))
  return getSlopes(brand?.name ?? '', getDhakaYear(now()))
}

/** Loads the comparable bikes of a group; returns an estimator by engine size in cc. */
const createEstimators = async (
  deps: PriceEstimateDeps,
  group: EstimateGroup,
): Promise<(engineCc: number) => Estimator> => {
  const years = { from: group.year - comparison.maxYearsApart, until: group.year + comparison.maxYearsApart }
  const slopes = await loadSlopes(deps, group.modelId)
  const comparableBikes = await listComparableBikes(deps.db, { modelId: group.modelId, ...years, now: deps.now() })
  // A model rarely has more than two engine sizes, and bikes of one size share their comparable bikes.
  const estimators = new Map<number, Estimator>()
  return (engineCc) => {
    const estimator = estimators.get(engineCc) ?? createEstimator({ ...group, engineCc }, comparableBikes, slopes)
    estimators.set(engineCc, estimator)
    return estimator
  }
}

/** Computes the estimates of all bikes on sale of a group; returns how many bikes there are. */
const computeGroup = async (deps: PriceEstimateDeps, group: EstimateGroup): Promise<number> => {
  const { db, now } = deps
  await deleteGoneBikes(db, group)
  let batch = await listBikesAfter(db, group, null)
  if (batch.length === 0) return 0
  const getEstimator = await createEstimators(deps, group)
  const retained = await findRetainedValue(db, Math.max(0, getDhakaYear(now()) - group.year))
  const computedAt = now()
  let count = 0
  while (batch.length > 0) {
    const rows = batch.map((bike) => toRow(bike, getEstimator(bike.engineCc ?? 0), retained))
    const estimates = rows.filter((row) => row !== null).map((row) => ({ ...row, computedAt }))
    const idsWithoutEstimate = batch.filter((_, index) => rows[index] === null).map(({ id }) => id)
    await saveEstimates(db, estimates, idsWithoutEstimate)
    count += batch.length
    batch = batch.length < bikeBatchSize ? [] : await listBikesAfter(db, group, batch.at(-1)?.id ?? null)
  }
  return count
}

/** Marks a group as computed, or deletes an empty one, unless it was marked stale meanwhile. */
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
 * One run: refreshes the retained values, marks changed groups as stale and recomputes the oldest groups. Several processes may run it at once.
 * Returns how many groups it computed; 0 means that none are due.
 */
export const estimatePrices = async ({ signal, ...deps }: PriceEstimateDeps & StopSignal): Promise<number> => {
  if (signal?.aborted) return 0
  await refreshRetainedValues(deps)
  await markGroupsStale(deps)
  let [groupCount, count] = [0, 0]
  while (groupCount < maxGroups && count < maxBikes) {
    if (signal?.aborted) break
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
