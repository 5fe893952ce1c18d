// The price guide of a model by year: the estimate of a bike of each year with the usual mileage.
import { and, count, eq, gt, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { PriceGuide } from '#contract/price-estimates.ts'
import type { Database } from '#platform/database/database.ts'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { type ComparableBike, getSlopes, getUsualKilometres, estimatePrice } from './estimate.ts'
import { listNewestOnSale, listComparableBikes, getSoldSince } from './comparable-bikes.ts'

type GuideDeps = { db: Database; now: () => Date }
type Model = {
  modelId: string
  model: string
  modelBn: string | null
  engineCc: number
  brand: string
  brandBn: string | null
}

// Older bikes are collected rather than ridden, so the guide omits them.
const maxAgeYears = 15
const retainedValueYears = [1, 2, 3, 4, 5, 6, 8, 10]
const maxShownBikes = 8

const countBikes = async ({ db, now }: GuideDeps, modelId: string) => {
  const isOfModel = eq(bikes.modelId, modelId)
  const [[onSaleCount], [soldCount]] = await Promise.all([
    db.select({ total: count() }).from(bikes).where(and(isOfModel, onSale)),
    db
      .select({ total: count() })
      .from(bikes)
      .where(and(isOfModel, isNotNull(bikes.soldAt), gt(bikes.soldAt, getSoldSince(now())))),
  ])
  return { onSale: onSaleCount?.total ?? 0, sold: soldCount?.total ?? 0 }
}

/** One row of the guide, for a year with at least one bike. */
const toGuideYear = (
  { modelId, engineCc }: Model,
  year: number,
  comparableBikes: readonly ComparableBike[],
  slopes: ReturnType<typeof getSlopes>,
) => {
  const kilometres = getUsualKilometres(year, slopes.thisYear)
  const input = { id: null, sellerId: null, modelId, engineCc, year, kilometres }
  const estimate = estimatePrice(input, comparableBikes, slopes)
  return {
    year,
    kilometres,
    count: comparableBikes.filter((one) => one.year === year).length,
    compared: estimate?.count ?? 0,
    range: estimate && { low: estimate.lowTaka, middle: estimate.midTaka, high: estimate.highTaka },
  }
}

/** The guide of one model. Years without a bike are omitted, because buyers could not check the estimate. */
export const getGuide = async (deps: GuideDeps, model: Model): Promise<z.input<typeof PriceGuide>> => {
  const { db, now } = deps
  const thisYear = getDhakaYear(now())
  const slopes = getSlopes(model.brand, thisYear)
  const [comparableBikes, counts, newest] = await Promise.all([
    listComparableBikes(db, { modelId: model.modelId, from: thisYear - maxAgeYears, until: thisYear, now: now() }),
    countBikes(deps, model.modelId),
    listNewestOnSale(db, model.modelId, maxShownBikes),
  ])
  const years = [...new Set(comparableBikes.map(({ year }) => year))].toSorted((a, b) => b - a)
  const { modelId: _, ...names } = model
  return {
    ...names,
    ...counts,
    yearlyLossPercent: Math.round(slopes.yearlyLoss * 1_000) / 10,
    doubleKilometresPercent: Math.round((1 - 2 ** slopes.kmElasticity) * 1_000) / 10,
    years: years.map((year) => toGuideYear(model, year, comparableBikes, slopes)),
    kept: retainedValueYears.map((after) => ({
      years: after,
      percent: Math.round((1 - slopes.yearlyLoss) ** after * 100),
    })),
    bikes: newest,
  }
}
