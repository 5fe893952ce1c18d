// Price estimates for everybody, price suggestions for sellers, and suspiciously cheap bikes for the admin.
import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Page } from '#contract/call.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type {
  SuggestedPrice,
  SuspiciousBike,
  PriceEstimate as PriceEstimateDto,
  priceEstimateCalls,
} from '#contract/price-estimates.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { getDhakaYear } from '#contract/time/dhaka.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { brands, matchesAnyName, matchesMainName, models } from '#market/schema/bikes/catalogue.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { getGuide } from './guide.ts'
import { isFarBelowAge, type RetainedValue } from './retained-value/shares.ts'
import { findRetainedValue } from '#market/schema/bikes/retained-value.ts'
import { findModelInText } from './model-in-text.ts'
import {
  type EstimateInput,
  comparison,
  isFarBelow,
  isKilometresKnown,
  getSlopes,
  getVerdict,
  type PriceEstimate,
  estimatePrice,
} from './estimate.ts'
import { badgeDto, bikePriceEstimates, isEstimateOfBike } from '#market/schema/bikes/price-estimates.ts'
import { estimateInputColumns, listComparableBikes, similarBikeDto } from './comparable-bikes.ts'

type PriceEstimateDeps = { db: Database; now: () => Date }
type Calls = typeof priceEstimateCalls
type EndpointContext<Name extends keyof Calls> = RequestContext<Calls[Name], Member>

const maxPrices = 60
const maxSimilar = 8

const getYearRange = (year: number) => ({
  from: year - comparison.maxYearsApart,
  until: year + comparison.maxYearsApart,
})

const toRetainedDto = ({
  ageYears,
  lowPercent: low,
  midPercent: middle,
  highPercent: high,
  bikes: count,
}: RetainedValue) => ({
  ageYears,
  low,
  middle,
  high,
  bikes: count,
})

/** An estimate as the API returns it; if there are too many prices to show, an even selection of them. */
const toEstimateDto = async (
  input: Pick<EstimateInput, 'kilometres' | 'year'>,
  brand: string,
  estimate: PriceEstimate | null,
  { db, now }: PriceEstimateDeps,
) => {
  const thisYear = getDhakaYear(now())
  const retained = estimate ? null : await findRetainedValue(db, Math.max(0, thisYear - input.year))
  const slopes = getSlopes(brand, thisYear)
  const prices = estimate?.compared.map(({ adjustedTaka }) => adjustedTaka) ?? []
  const step = Math.max(1, Math.ceil(prices.length / maxPrices))
  return {
    range: estimate && { low: estimate.lowTaka, middle: estimate.midTaka, high: estimate.highTaka },
    lacks: estimate ? null : ('bikes' as const),
    retained: retained && toRetainedDto(retained),
    compared: prices.length,
    sold: estimate?.compared.filter(({ isSold }) => isSold).length ?? 0,
    sellers: estimate?.sellers ?? 0,
    yearlyLossPercent: Math.round(slopes.yearlyLoss * 1_000) / 10,
    doubleKilometresPercent: Math.round((1 - 2 ** slopes.kmElasticity) * 1_000) / 10,
    kilometresKnown: isKilometresKnown(input, thisYear),
    prices: prices.filter((_, index) => index % step === 0),
  } satisfies z.input<typeof SuggestedPrice>
}

/** The response for a bike without a model from the catalogue. */
const toUnknownModelDto = async (kilometres: number | null, year: number, deps: PriceEstimateDeps) => ({
  ...(await toEstimateDto({ kilometres, year }, '', null, deps)),
  lacks: 'model' as const,
})

const loadEstimate = async (
  { db, now }: PriceEstimateDeps,
  input: EstimateInput,
  brand: string,
): Promise<PriceEstimate | null> => {
  const comparableBikes = await listComparableBikes(db, {
    modelId: input.modelId,
    ...getYearRange(input.year),
    now: now(),
  })
  return estimatePrice(input, comparableBikes, getSlopes(brand, getDhakaYear(now())))
}

/** The compared bikes nearest in year and mileage; omits any that were sold or withdrawn meanwhile. */
const findSimilarBikes = async (db: Database, input: EstimateInput, estimate: PriceEstimate | null) => {
  const adjustedPrices = new Map(estimate?.compared.map(({ id, adjustedTaka }) => [id, adjustedTaka]))
  if (adjustedPrices.size === 0) return []
  const distance = sql`abs(bike_year(${bikes.registeredInYear}, ${bikes.boughtInYear}) - ${input.year}::int) * 5000
    + abs(coalesce(${bikes.kilometres}, 0) - ${input.kilometres ?? 0}::int)`
  const rows = await db
    .select(similarBikeDto)
    .from(bikes)
    .innerJoin(models, eq(models.id, bikes.modelId))
    .where(and(inArray(bikes.id, [...adjustedPrices.keys()]), isNull(bikes.withdrawnAt), isNull(bikes.hiddenAt)))
    .orderBy(sql`${bikes.soldAt} is not null`, distance, desc(bikes.id))
    .limit(maxSimilar)
  return rows.map((row) => ({ ...row, movedPrice: adjustedPrices.get(row._id) ?? row.salePrice }))
}

const isFarBelowRetained = (
  bike: { priceTaka: number; originalPriceTaka: number },
  retained: { middle: number } | null,
): boolean => isFarBelowAge(bike, retained && { midPercent: retained.middle })

const getBikeEstimate = async (deps: PriceEstimateDeps, id: string): Promise<z.input<typeof PriceEstimateDto>> => {
  const { db } = deps
  const [bike] = await db
    .select({
      ...estimateInputColumns,
      brand: brands.name,
      model: models.name,
      isSellerVerified: sql<boolean>`${members.verifiedAt} is not null`,
    })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .where(and(eq(bikes.id, id), isNull(bikes.withdrawnAt), isNull(bikes.hiddenAt)))
  if (!bike) throw new ApiError('not_found')
  const { modelId, engineCc, priceTaka: price } = bike
  const bikePrice = { productId: bike.id, price }
  if (modelId === null || engineCc === null) {
    const unknownModel = await toUnknownModelDto(bike.kilometres, bike.year, deps)
    const isCheap = isFarBelowRetained(bike, unknownModel.retained)
    return { ...bikePrice, verdict: 'unknown', isFarBelow: isCheap, ...unknownModel, model: null, similar: [] }
  }
  const input = { ...bike, modelId, engineCc }
  const estimate = await loadEstimate(deps, input, bike.brand ?? '')
  const dto = await toEstimateDto(input, bike.brand ?? '', estimate, deps)
  return {
    ...bikePrice,
    verdict: getVerdict(price, estimate),
    isFarBelow: isFarBelow(price, estimate, bike) || isFarBelowRetained(bike, dto.retained),
    ...dto,
    model: bike.brand !== null && bike.model !== null ? { brand: bike.brand, model: bike.model } : null,
    similar: await findSimilarBikes(db, input, estimate),
  }
}

/** The verdicts of many bikes by id; bikes that are not on sale have none. */
const listBadges = (db: Database, ids: string[]) =>
  db
    .select({ productId: bikes.id, ...badgeDto })
    .from(bikes)
    .leftJoin(bikePriceEstimates, isEstimateOfBike)
    .where(and(inArray(bikes.id, ids), onSale))

/** Finds a model by any of its names, retired models included, because bikes still have them. */
export const findModel = async (db: Database, names: { brand: string; model: string }) => {
  const [found] = await db
    .select({
      modelId: models.id,
      model: models.name,
      modelBn: models.nameBn,
      engineCc: models.engineCc,
      brand: brands.name,
      brandBn: brands.nameBn,
    })
    .from(models)
    .innerJoin(brands, eq(brands.id, models.brandId))
    .where(and(matchesAnyName(names.brand, brands), matchesAnyName(names.model, models)))
    .orderBy(desc(matchesMainName(names.brand, brands)), desc(matchesMainName(names.model, models)), models.id)
    .limit(1)
  return found
}

const suggestPrice = async (deps: PriceEstimateDeps, { query, me }: EndpointContext<'GET /suggestedprice'>) => {
  const year = Number(query.year)
  const kilometres = query.kilometres === undefined ? null : Number(query.kilometres)
  const found = await findModel(deps.db, query)
  if (!found) return toUnknownModelDto(kilometres, year, deps)
  const engineCc = query.engineCc === undefined ? found.engineCc : Number(query.engineCc)
  const input = { id: null, sellerId: me.id, modelId: found.modelId, engineCc, year, kilometres }
  return toEstimateDto(input, found.brand, await loadEstimate(deps, input, found.brand), deps)
}

const valueBike = async (deps: PriceEstimateDeps, { query }: EndpointContext<'GET /valuation'>) => {
  const { model, suggestions } = await findModelInText(deps.db, query.bike)
  if (model === null) return { model, suggestions, estimate: null }
  const kilometres = query.kilometres === undefined ? null : Number(query.kilometres)
  const input = { ...model, id: null, sellerId: null, year: Number(query.year), kilometres }
  const estimate = await toEstimateDto(input, model.brand, await loadEstimate(deps, input, model.brand), deps)
  return { model, suggestions, estimate }
}

const loadGuide = async (deps: PriceEstimateDeps, { params }: EndpointContext<'GET /guide/:brand/:model'>) => {
  const found = await findModel(deps.db, params)
  if (!found) throw new ApiError('not_found')
  return getGuide(deps, found)
}

const listSuspiciousBikes = async (
  db: Database,
  query: { limit?: string | undefined; cursor?: string | undefined },
): Promise<Page<z.input<typeof SuspiciousBike>>> => {
  const limit = parseLimit(query)
  const rows = await db
    .select({
      _id: bikes.id,
      slug: bikes.slug,
      productName: bikes.name,
      sellerId: members.id,
      sellerName: members.name,
      email: members.email,
      price: bikes.salePriceTaka,
      range: { low: bikePriceEstimates.lowTaka, middle: bikePriceEstimates.midTaka, high: bikePriceEstimates.highTaka },
      compared: bikePriceEstimates.compared,
      since: sql<string>`to_char(${bikes.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
    })
    .from(bikePriceEstimates)
    .innerJoin(bikes, isEstimateOfBike)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(
      and(
        bikePriceEstimates.farBelow,
        onSale,
        query.cursor ? lt(bikePriceEstimates.bikeId, parseCursorId(query.cursor)) : undefined,
      ),
    )
    .orderBy(desc(bikePriceEstimates.bikeId))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => row._id)
}

/** The endpoints of price estimates. */
export const priceEstimateRoutes = (deps: PriceEstimateDeps): Handlers<Calls, Member> => ({
  'GET /worth/:productId': ({ params }) => getBikeEstimate(deps, params.productId),
  'GET /worthbadges': ({ query }) => listBadges(deps.db, query.ids.split(',')),
  'GET /valuation': (ctx) => valueBike(deps, ctx),
  'GET /suggestedprice': (ctx) => suggestPrice(deps, ctx),
  'GET /guide/:brand/:model': (ctx) => loadGuide(deps, ctx),
  'GET /suspicious': ({ query }) => listSuspiciousBikes(deps.db, query),
})
