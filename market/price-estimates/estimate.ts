// Pure. Estimates the price of a used bike from comparable bikes; docs/price.md explains it.
import type { Verdict } from '#contract/price-estimates.ts'
import { priceRules } from '#contract/limits.ts'
import aggregates from './aggregates.json' with { type: 'json' }

/** Which bikes are comparable, and how many an estimate needs; how old a sale may be is in comparable-bikes.ts. */
export const comparison = {
  maxEngineCcApart: 12,
  maxYearsApart: 2,
  minBikes: 5,
  // Five bikes of two sellers reflect only two opinions.
  minSellers: 3,
} as const

/** A bike that is on sale or was sold here. */
export type ComparableBike = {
  id: string
  sellerId: string
  modelId: string
  engineCc: number
  /** Year of registration, or else of purchase. */
  year: number
  kilometres: number | null
  priceTaka: number
  isSold: boolean
}

/** The bike to estimate; a draft has no id yet. */
export type EstimateInput = Pick<ComparableBike, 'modelId' | 'engineCc' | 'year' | 'kilometres'> & {
  id: string | null
  sellerId: string | null
}

/** How the price depends on year and mileage. */
export type Slopes = { yearlyLoss: number; kmElasticity: number; thisYear: number }

/** What the compared bikes cost in whole Taka: the lower quartile, the median and the upper quartile. */
export type Range = { lowTaka: number; midTaka: number; highTaka: number }
export type PriceEstimate = Range & {
  sellers: number
  count: number
  /** The cheapest first. A getter, because the job does not need it for thousands of bikes. */
  readonly compared: { id: string; adjustedTaka: number; isSold: boolean }[]
}

const yearlyLossByBrand: Readonly<Record<string, number>> = aggregates.yearlyLossByBrand

/** The slopes of a brand; of all brands together if the aggregates have too few of its advertisements. */
export const getSlopes = (brand: string, thisYear: number): Slopes => ({
  yearlyLoss: yearlyLossByBrand[brand] ?? aggregates.yearlyLossOfAll,
  kmElasticity: aggregates.kmElasticity,
  thisYear,
})

/** The usual mileage for the age of a bike, in km; used if its own is unknown. */
export const getUsualKilometres = (year: number, thisYear: number): number =>
  aggregates.kmPerYear * Math.max(1, thisYear - year)

// A three-year-old bike with less than 1,000 km has a typing error or a manipulated odometer: 62 of 1,935
// advertisements stated less than 100 km for such a bike.
const minKilometres = 1_000
const trustedAgeYears = 3

type Mileage = Pick<ComparableBike, 'kilometres' | 'year'>

const getPlausibleKilometres = ({ kilometres, year }: Mileage, thisYear: number): number | null => {
  const isPlausible = kilometres === null || kilometres >= minKilometres || thisYear - year < trustedAgeYears
  return isPlausible ? kilometres : null
}

/** Whether the stated mileage is plausible, so that the estimate uses it. */
export const isKilometresKnown = (bike: Mileage, thisYear: number): boolean =>
  getPlausibleKilometres(bike, thisYear) !== null

const getEffectiveKilometres = (bike: Mileage, thisYear: number): number =>
  Math.max(getPlausibleKilometres(bike, thisYear) ?? getUsualKilometres(bike.year, thisYear), minKilometres)

/** The effect of year and mileage on the logarithm of the price; differences between bikes adjust their prices. */
const getLogAdjustment = (bike: Pick<ComparableBike, 'year' | 'kilometres'>, slopes: Slopes): number =>
  -Math.log(1 - slopes.yearlyLoss) * bike.year +
  slopes.kmElasticity * Math.log(getEffectiveKilometres(bike, slopes.thisYear))

const isComparable =
  ({ modelId, engineCc, year }: Pick<EstimateInput, 'modelId' | 'engineCc' | 'year'>) =>
  (one: ComparableBike): boolean =>
    one.modelId === modelId &&
    Math.abs(one.engineCc - engineCc) <= comparison.maxEngineCcApart &&
    Math.abs(one.year - year) <= comparison.maxYearsApart

/** Keeps only the newest listing of the same bike by the same seller; the list is sorted newest first. */
const removeDuplicates = (listed: readonly ComparableBike[]): ComparableBike[] => {
  const seen = new Set<string>()
  return listed.filter((one) => {
    const key = [one.sellerId, one.year, one.engineCc, one.kilometres ?? one.priceTaka].join(' ')
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

// A price that was paid weighs more than an asking price, and the same year more than another one.
const soldWeight = 2
const weightByYearsApart = [1, 0.5, 0.25]

type WeightedPrice = { bike: ComparableBike; logPrice: number; weight: number }

/** The bikes sorted by price, adjusted to one year and mileage; the weights of a seller's bikes sum to one vote. */
const toWeightedPrices = (listed: readonly ComparableBike[], year: number, slopes: Slopes): WeightedPrice[] => {
  const bySeller = new Map<string, number>()
  for (const { sellerId } of listed) bySeller.set(sellerId, (bySeller.get(sellerId) ?? 0) + 1)
  return listed
    .map((bike) => {
      const yearWeight = weightByYearsApart[Math.abs(bike.year - year)] ?? 0
      const weight = ((bike.isSold ? soldWeight : 1) * yearWeight) / (bySeller.get(bike.sellerId) ?? 1)
      return { bike, logPrice: Math.log(bike.priceTaka) - getLogAdjustment(bike, slopes), weight }
    })
    .sort((a, b) => a.logPrice - b.logPrice)
}

/** The weighted quartiles, interpolated between values; the entries are sorted, the lowest first. */
export const computeQuartiles = (
  entries: readonly { value: number; weight: number }[],
): { low: number; mid: number; high: number } => {
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  const positions: { at: number; value: number }[] = []
  let below = 0
  for (const { weight, value } of entries) {
    positions.push({ at: (below + weight / 2) / total, value })
    below += weight
  }
  const interpolate = (share: number): number => {
    const upperIndex = positions.findIndex(({ at }) => at >= share)
    const [left, right] = [positions[upperIndex - 1], positions[upperIndex]]
    if (!right) return positions.at(-1)?.value ?? 0
    if (!left) return right.value
    return left.value + ((share - left.at) / (right.at - left.at)) * (right.value - left.value)
  }
  return { low: interpolate(0.25), mid: interpolate(0.5), high: interpolate(0.75) }
}

// Sellers use such steps, and more digits would suggest more precision.
const stepTaka = 500
const roundToStep = (taka: number): number => Math.max(1, Math.round(taka / stepTaka)) * stepTaka

const estimateFromPrices = (entries: readonly WeightedPrice[], adjustment: number): PriceEstimate | null => {
  const sellers = new Set(entries.map(({ bike }) => bike.sellerId)).size
  if (entries.length < comparison.minBikes || sellers < comparison.minSellers) return null
  const { low, mid, high } = computeQuartiles(entries.map(({ logPrice, weight }) => ({ value: logPrice, weight })))
  const toTaka = (logPrice: number): number => roundToStep(Math.exp(logPrice + adjustment))
  return {
    lowTaka: toTaka(low),
    midTaka: toTaka(mid),
    highTaka: toTaka(high),
    sellers,
    count: entries.length,
    get compared() {
      return entries.map(({ bike: { id, isSold }, logPrice }) => ({ id, isSold, adjustedTaka: toTaka(logPrice) }))
    },
  }
}

export type Estimator = (input: EstimateInput) => PriceEstimate | null

/**
 * Creates an estimator for bikes of one model, engine size and year; it sorts the comparable bikes only once.
 * An estimate ignores the bike itself and all other bikes of its seller.
 * @param listed sorted newest first; bikes that are not comparable are filtered out here
 */
export const createEstimator = (
  group: Pick<EstimateInput, 'modelId' | 'engineCc' | 'year'>,
  listed: readonly ComparableBike[],
  slopes: Slopes,
): Estimator => {
  const entries = toWeightedPrices(removeDuplicates(listed.filter(isComparable(group))), group.year, slopes)
  return (input) => {
    const others = entries.filter(({ bike }) => bike.id !== input.id && bike.sellerId !== input.sellerId)
    return estimateFromPrices(others, getLogAdjustment(input, slopes))
  }
}

/** Estimates the price of one bike; null if there are too few comparable bikes. */
export const estimatePrice = (
  input: EstimateInput,
  listed: readonly ComparableBike[],
  slopes: Slopes,
): PriceEstimate | null => createEstimator(input, listed, slopes)(input)

// Prices near the middle are fair; up to 12 % above the fair ones they are high, beyond that above the market.
const minFairRatio = 0.98
const maxHighRatio = 1.12

/** The prices that count as fair: those of the range, and at least 6 % to both sides of its middle. */
const getFairPrices = ({ lowTaka, midTaka, highTaka }: Range): { lowTaka: number; highTaka: number } => ({
  lowTaka: Math.min(lowTaka, midTaka * (1 - priceRules.minSpread)),
  highTaka: Math.max(highTaka, midTaka * (1 + priceRules.minSpread)),
})

/** The verdict on a price, compared with what similar bikes cost. */
export const getVerdict = (priceTaka: number, range: Range | null): Verdict => {
  if (range === null) return 'unknown'
  const { lowTaka, highTaka } = getFairPrices(range)
  if (priceTaka < lowTaka) return 'great'
  if (priceTaka < range.midTaka * minFairRatio) return 'good'
  if (priceTaka <= highTaka) return 'fair'
  return priceTaka <= highTaka * maxHighRatio ? 'high' : 'above'
}

/** Whether a price is so far below that of similar bikes that buyers should be warned: earlier where nobody has verified the seller. */
export const isFarBelow = (
  priceTaka: number,
  range: Range | null,
  { isSellerVerified }: { isSellerVerified: boolean },
): boolean => {
  const ratio = priceRules.farBelow[isSellerVerified ? 'verified' : 'unverified']
  return range !== null && priceTaka < getFairPrices(range).lowTaka * ratio
}
