// What a used bike is worth, told from bikes like it; docs/price.md says it in plain words. Pure: no clock, no database.
import type { Verdict } from '#contract/price-estimates.ts'
import aggregates from './aggregates.json' with { type: 'json' }

/** Which bikes are like another one, and from how many on anything is said. */
export const comparison = {
  maxEngineCcApart: 12,
  maxYearsApart: 2,
  minBikes: 5,
  // Three bikes of one seller and two of another are the opinion of two people.
  minSellers: 3,
  // What was paid longer ago is the price of another year.
  soldWithinDays: 365,
} as const

/** A bike that stands in the shop, or was sold in it. */
export type ComparableBike = {
  id: string
  sellerId: string
  modelId: string
  engineCc: number
  /** Of registration, or else of purchase. */
  year: number
  kilometres: number | null
  priceTaka: number
  isSold: boolean
}

/** A bike whose worth is asked for; a draft has no id yet. */
export type EstimateInput = Pick<ComparableBike, 'modelId' | 'engineCc' | 'year' | 'kilometres'> & {
  id: string | null
  sellerId: string | null
}

/** How a price moves with the year and with the kilometres. */
export type Slopes = { yearlyLoss: number; kmElasticity: number; thisYear: number }

/** A fair range in whole Taka, and what it was told from. */
export type Range = { lowTaka: number; midTaka: number; highTaka: number }
export type PriceEstimate = Range & {
  sellers: number
  count: number
  /** The cheapest first, made when somebody asks for them: a job that tells thousands of bikes does not. */
  readonly compared: { id: string; adjustedTaka: number; isSold: boolean }[]
}

const yearlyLossByBrand: Readonly<Record<string, number>> = aggregates.yearlyLossByBrand

/** The slopes of a brand; of all brands together where it had too few advertisements to tell. */
export const getSlopes = (brand: string, thisYear: number): Slopes => ({
  yearlyLoss: yearlyLossByBrand[brand] ?? aggregates.yearlyLossOfAll,
  kmElasticity: aggregates.kmElasticity,
  thisYear,
})

/** Kilometres of a bike that does not tell them: those of a usual bike of its age. */
export const getUsualKilometres = (year: number, thisYear: number): number =>
  aggregates.kmPerYear * Math.max(1, thisYear - year)

// Below a thousand a kilometre more or less says nothing. A bike of three years that claims less was wound back or typed
// wrong: 62 of the 1,935 advertisements claimed less than a hundred for such a bike.
const minKilometres = 1_000
const trustedAgeYears = 3

type Mileage = Pick<ComparableBike, 'kilometres' | 'year'>

const getPlausibleKilometres = ({ kilometres, year }: Mileage, thisYear: number): number | null => {
  const isPlausible = kilometres === null || kilometres >= minKilometres || thisYear - year < trustedAgeYears
  return isPlausible ? kilometres : null
}

/** Whether a bike's own kilometres are reckoned with. */
export const isKilometresKnown = (bike: Mileage, thisYear: number): boolean =>
  getPlausibleKilometres(bike, thisYear) !== null

const getEffectiveKilometres = (bike: Mileage, thisYear: number): number =>
  Math.max(getPlausibleKilometres(bike, thisYear) ?? getUsualKilometres(bike.year, thisYear), minKilometres)

/** The logarithm of what year and kilometres alone do to a price: the difference of two bikes moves one to the other. */
const getLogAdjustment = (bike: Pick<ComparableBike, 'year' | 'kilometres'>, slopes: Slopes): number =>
  -Math.log(1 - slopes.yearlyLoss) * bike.year +
  slopes.kmElasticity * Math.log(getEffectiveKilometres(bike, slopes.thisYear))

const isComparable =
  ({ modelId, engineCc, year }: Pick<EstimateInput, 'modelId' | 'engineCc' | 'year'>) =>
  (one: ComparableBike): boolean =>
    one.modelId === modelId &&
    Math.abs(one.engineCc - engineCc) <= comparison.maxEngineCcApart &&
    Math.abs(one.year - year) <= comparison.maxYearsApart

/** One of several offers of the same bike by the same seller: the newest, which comes first. */
const removeDuplicates = (listed: readonly ComparableBike[]): ComparableBike[] => {
  const seen = new Set<string>()
  return listed.filter((one) => {
    const key = [one.sellerId, one.year, one.engineCc, one.kilometres ?? one.priceTaka].join(' ')
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}

// What somebody paid says more than what somebody asks, and a bike of the same year more than one of another.
const soldWeight = 2
const weightByYearsApart = [1, 0.5, 0.25]

type WeightedPrice = { bike: ComparableBike; logPrice: number; weight: number }

/** The bikes by their price, moved to one year and one mileage; all bikes of a seller share one vote. */
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

/** The levels below which a quarter, half and three quarters of the weight lie, with what is between two bikes shared out. */
const computeQuartiles = (entries: readonly WeightedPrice[]): { low: number; mid: number; high: number } => {
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  const positions: { at: number; logPrice: number }[] = []
  let below = 0
  for (const { weight, logPrice } of entries) {
    positions.push({ at: (below + weight / 2) / total, logPrice })
    below += weight
  }
  const interpolate = (share: number): number => {
    const upperIndex = positions.findIndex(({ at }) => at >= share)
    const [left, right] = [positions[upperIndex - 1], positions[upperIndex]]
    if (!right) return positions.at(-1)?.logPrice ?? 0
    if (!left) return right.logPrice
    return left.logPrice + ((share - left.at) / (right.at - left.at)) * (right.logPrice - left.logPrice)
  }
  return { low: interpolate(0.25), mid: interpolate(0.5), high: interpolate(0.75) }
}

// Sellers ask in such steps, and nobody should read more into a range than it knows.
const stepTaka = 500
const roundToStep = (taka: number): number => Math.max(1, Math.round(taka / stepTaka)) * stepTaka

// Few bikes that agree by chance make no price exact.
const minSpread = 0.06

const estimateFromPrices = (entries: readonly WeightedPrice[], adjustment: number): PriceEstimate | null => {
  const sellers = new Set(entries.map(({ bike }) => bike.sellerId)).size
  if (entries.length < comparison.minBikes || sellers < comparison.minSellers) return null
  const { low, mid, high } = computeQuartiles(entries)
  const toTaka = (logPrice: number): number => roundToStep(Math.exp(logPrice + adjustment))
  return {
    lowTaka: toTaka(Math.min(low, mid + Math.log(1 - minSpread))),
    midTaka: toTaka(mid),
    highTaka: toTaka(Math.max(high, mid + Math.log(1 + minSpread))),
    sellers,
    count: entries.length,
    get compared() {
      return entries.map(({ bike: { id, isSold }, logPrice }) => ({ id, isSold, adjustedTaka: toTaka(logPrice) }))
    },
  }
}

export type Estimator = (input: EstimateInput) => PriceEstimate | null

/**
 * The worth of bikes of one model, engine and year, all told from the same bikes: sorted once, however many are asked for.
 * Neither the bike itself nor another one of its seller ever counts for it.
 * @param listed the newest first; bikes that are not like it are left out here
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

/** The worth of one bike; null where too few are like it. */
export const estimatePrice = (
  input: EstimateInput,
  listed: readonly ComparableBike[],
  slopes: Slopes,
): PriceEstimate | null => createEstimator(input, listed, slopes)(input)

// Around the middle a price is simply fair; a tenth above the range it is high, and beyond that it has left the market.
const minFairRatio = 0.98
const maxHighRatio = 1.12

/** The word for a price within, below or above a fair range. */
export const getVerdict = (priceTaka: number, range: Range | null): Verdict => {
  if (range === null) return 'unknown'
  if (priceTaka < range.lowTaka) return 'great'
  if (priceTaka < range.midTaka * minFairRatio) return 'good'
  if (priceTaka <= range.highTaka) return 'fair'
  return priceTaka <= range.highTaka * maxHighRatio ? 'high' : 'above'
}

// Frauds that newspapers told of asked for 40 to 65 per cent less than others; an honest seller in a hurry rarely for 30.
const farBelowRatio = 0.75

/** Whether a price is so far below the range that a buyer should look twice. */
export const isFarBelow = (priceTaka: number, range: Range | null): boolean =>
  range !== null && priceTaka < range.lowTaka * farBelowRatio
