// What a model costs used, year by year: the same range that a bike of that year with usual kilometres would have.
import { and, count, eq, gt, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Guide } from '#contract/price-estimates.ts'
import type { Database } from '#platform/database/database.ts'
import { yearInDhaka } from '#market/bikes/rules.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { type Listed, slopesOf, usualKilometres, worthOf } from '#market/price-estimates/rules.ts'
import { newestOnSale, readListed, soldSince } from '#market/price-estimates/table.ts'

type Room = { db: Database; now: () => Date }
type Model = {
  modelId: string
  model: string
  modelBn: string | null
  engineCc: number
  brand: string
  brandBn: string | null
}

// A guide goes back as far as bikes are still bought for riding and not for collecting.
const yearsBack = 15
const keptYears = [1, 2, 3, 4, 5, 6, 8, 10]
const shownBikes = 8

const countBikes = async ({ db, now }: Room, modelId: string) => {
  const ofModel = eq(bikes.modelId, modelId)
  const [[here], [gone]] = await Promise.all([
    db.select({ total: count() }).from(bikes).where(and(ofModel, onSale)),
    db
      .select({ total: count() })
      .from(bikes)
      .where(and(ofModel, isNotNull(bikes.soldAt), gt(bikes.soldAt, soldSince(now())))),
  ])
  return { onSale: here?.total ?? 0, sold: gone?.total ?? 0 }
}

/** One line of the guide, for a year of which at least one bike is here. */
const lineOf = (
  { modelId, engineCc }: Model,
  year: number,
  listed: readonly Listed[],
  slopes: ReturnType<typeof slopesOf>,
) => {
  const kilometres = usualKilometres(year, slopes.thisYear)
  const asked = { id: null, sellerId: null, modelId, engineCc, year, kilometres }
  const worth = worthOf(asked, listed, slopes)
  return {
    year,
    kilometres,
    count: listed.filter((one) => one.year === year).length,
    compared: worth?.count ?? 0,
    range: worth && { low: worth.lowTaka, middle: worth.midTaka, high: worth.highTaka },
  }
}

/** The guide of one model. Years without a bike of it are left out, since nobody can look whether they are right. */
export const guideOf = async (room: Room, model: Model): Promise<z.input<typeof Guide>> => {
  const { db, now } = room
  const thisYear = yearInDhaka(now())
  const slopes = slopesOf(model.brand, thisYear)
  const [listed, counts, newest] = await Promise.all([
    readListed(db, { modelId: model.modelId, from: thisYear - yearsBack, until: thisYear, now: now() }),
    countBikes(room, model.modelId),
    newestOnSale(db, model.modelId, shownBikes),
  ])
  const years = [...new Set(listed.map(({ year }) => year))].toSorted((a, b) => b - a)
  const { modelId: _, ...names } = model
  return {
    ...names,
    ...counts,
    yearlyLossPercent: Math.round(slopes.yearlyLoss * 1_000) / 10,
    doubleKilometresPercent: Math.round((1 - 2 ** slopes.kmElasticity) * 1_000) / 10,
    years: years.map((year) => lineOf(model, year, listed, slopes)),
    kept: keptYears.map((after) => ({ years: after, percent: Math.round((1 - slopes.yearlyLoss) ** after * 100) })),
    bikes: newest,
  }
}
