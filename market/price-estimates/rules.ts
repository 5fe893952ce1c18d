// What a used bike is worth, told from bikes like it; docs/price.md says it in plain words. Pure: no clock, no database.
import type { Verdict } from '#contract/price-estimates.ts'
import aggregates from './aggregates.json' with { type: 'json' }

/** Which bikes are like another one, and from how many on anything is said. */
export const comparison = {
  engineCcApart: 12,
  yearsApart: 2,
  bikesLeast: 5,
  // Three bikes of one seller and two of another are the opinion of two people.
  sellersLeast: 3,
  // What was paid longer ago is the price of another year.
  soldWithinDays: 365,
} as const

/** A bike that stands in the shop, or was sold in it. */
export type Listed = {
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
export type Asked = Pick<Listed, 'modelId' | 'engineCc' | 'year' | 'kilometres'> & {
  id: string | null
  sellerId: string | null
}

/** How a price moves with the year and with the kilometres. */
export type Slopes = { yearlyLoss: number; kmElasticity: number; thisYear: number }

/** A fair range in whole Taka, and what it was told from. */
export type Range = { lowTaka: number; midTaka: number; highTaka: number }
export type Worth = Range & {
  sellers: number
  count: number
  /** The cheapest first, made when somebody asks for them: a job that tells thousands of bikes does not. */
  readonly compared: { id: string; movedTaka: number; isSold: boolean }[]
}

const lossByBrand: Readonly<Record<string, number>> = aggregates.yearlyLossByBrand

/** The slopes of a brand; of all brands together where it had too few advertisements to tell. */
export const slopesOf = (brand: string, thisYear: number): Slopes => ({
  yearlyLoss: lossByBrand[brand] ?? aggregates.yearlyLossOfAll,
  kmElasticity: aggregates.kmElasticity,
  thisYear,
})

/** Kilometres of a bike that does not tell them: those of a usual bike of its age. */
export const usualKilometres = (year: number, thisYear: number): number =>
  aggregates.kmPerYear * Math.max(1, thisYear - year)

// Below a thousand a kilometre more or less says nothing. A bike of three years that claims less was wound back or typed
// wrong: 62 of the 1,935 advertisements claimed less than a hundred for such a bike.
const kilometresLeast = 1_000
const believedYears = 3

type Ridden = Pick<Listed, 'kilometres' | 'year'>

const believed = ({ kilometres, year }: Ridden, thisYear: number): number | null => {
  const isBelievable = kilometres === null || kilometres >= kilometresLeast || thisYear - year < believedYears
  return isBelievable ? kilometres : null
}

/** Whether a bike's own kilometres are reckoned with. */
export const isKilometresKnown = (bike: Ridden, thisYear: number): boolean => believed(bike, thisYear) !== null

const countedKilometres = (bike: Ridden, thisYear: number): number =>
  Math.max(believed(bike, thisYear) ?? usualKilometres(bike.year, thisYear), kilometresLeast)

/** The logarithm of what year and kilometres alone do to a price: the difference of two bikes moves one to the other. */
const liftOf = (bike: Pick<Listed, 'year' | 'kilometres'>, slopes: Slopes): number =>
  -Math.log(1 - slopes.yearlyLoss) * bike.year +
  slopes.kmElasticity * Math.log(countedKilometres(bike, slopes.thisYear))

const isLike =
  ({ modelId, engineCc, year }: Pick<Asked, 'modelId' | 'engineCc' | 'year'>) =>
  (one: Listed): boolean =>
    one.modelId === modelId &&
    Math.abs(one.engineCc - engineCc) <= comparison.engineCcApart &&
    Math.abs(one.year - year) <= comparison.yearsApart

/** One of several offers of the same bike by the same seller: the newest, which comes first. */
const withoutCopies = (listed: readonly Listed[]): Listed[] => {
  const seen = new Set<string>()
  return listed.filter((one) => {
    const mark = [one.sellerId, one.year, one.engineCc, one.kilometres ?? one.priceTaka].join(' ')
    const isNew = !seen.has(mark)
    seen.add(mark)
    return isNew
  })
}

// What somebody paid says more than what somebody asks, and a bike of the same year more than one of another.
const soldWeight = 2
const weightByYearsApart = [1, 0.5, 0.25]

type Entry = { bike: Listed; level: number; weight: number }

/** The bikes by their price, moved to one year and one mileage; all bikes of a seller share one vote. */
const weighed = (listed: readonly Listed[], year: number, slopes: Slopes): Entry[] => {
  const bySeller = new Map<string, number>()
  for (const { sellerId } of listed) bySeller.set(sellerId, (bySeller.get(sellerId) ?? 0) + 1)
  return listed
    .map((bike) => {
      const nearness = weightByYearsApart[Math.abs(bike.year - year)] ?? 0
      const weight = ((bike.isSold ? soldWeight : 1) * nearness) / (bySeller.get(bike.sellerId) ?? 1)
      return { bike, level: Math.log(bike.priceTaka) - liftOf(bike, slopes), weight }
    })
    .sort((a, b) => a.level - b.level)
}

/** The levels below which a quarter, half and three quarters of the weight lie, with what is between two bikes shared out. */
const quartiles = (entries: readonly Entry[]): { low: number; mid: number; high: number } => {
  const total = entries.reduce((sum, { weight }) => sum + weight, 0)
  const places: { at: number; level: number }[] = []
  let below = 0
  for (const { weight, level } of entries) {
    places.push({ at: (below + weight / 2) / total, level })
    below += weight
  }
  const levelAt = (part: number): number => {
    const above = places.findIndex(({ at }) => at >= part)
    const [left, right] = [places[above - 1], places[above]]
    if (!right) return places.at(-1)?.level ?? 0
    if (!left) return right.level
    return left.level + ((part - left.at) / (right.at - left.at)) * (right.level - left.level)
  }
  return { low: levelAt(0.25), mid: levelAt(0.5), high: levelAt(0.75) }
}

// Sellers ask in such steps, and nobody should read more into a range than it knows.
const stepTaka = 500
const rounded = (taka: number): number => Math.max(1, Math.round(taka / stepTaka)) * stepTaka

// Few bikes that agree by chance make no price exact.
const spreadLeast = 0.06

const worthFrom = (entries: readonly Entry[], lift: number): Worth | null => {
  const sellers = new Set(entries.map(({ bike }) => bike.sellerId)).size
  if (entries.length < comparison.bikesLeast || sellers < comparison.sellersLeast) return null
  const { low, mid, high } = quartiles(entries)
  const taka = (level: number): number => rounded(Math.exp(level + lift))
  return {
    lowTaka: taka(Math.min(low, mid + Math.log(1 - spreadLeast))),
    midTaka: taka(mid),
    highTaka: taka(Math.max(high, mid + Math.log(1 + spreadLeast))),
    sellers,
    count: entries.length,
    get compared() {
      return entries.map(({ bike: { id, isSold }, level }) => ({ id, isSold, movedTaka: taka(level) }))
    },
  }
}

export type Market = (asked: Asked) => Worth | null

/**
 * The worth of bikes of one model, engine and year, all told from the same bikes: sorted once, however many are asked for.
 * Neither the bike itself nor another one of its seller ever counts for it.
 * @param listed the newest first; bikes that are not like it are left out here
 */
export const openMarket = (
  of: Pick<Asked, 'modelId' | 'engineCc' | 'year'>,
  listed: readonly Listed[],
  slopes: Slopes,
): Market => {
  const entries = weighed(withoutCopies(listed.filter(isLike(of))), of.year, slopes)
  return (asked) => {
    const others = entries.filter(({ bike }) => bike.id !== asked.id && bike.sellerId !== asked.sellerId)
    return worthFrom(others, liftOf(asked, slopes))
  }
}

/** The worth of one bike; null where too few are like it. */
export const worthOf = (asked: Asked, listed: readonly Listed[], slopes: Slopes): Worth | null =>
  openMarket(asked, listed, slopes)(asked)

// Around the middle a price is simply fair; a tenth above the range it is high, and beyond that it has left the market.
const fairFrom = 0.98
const highUntil = 1.12

/** The word for a price within, below or above a fair range. */
export const verdictOf = (priceTaka: number, range: Range | null): Verdict => {
  if (range === null) return 'unknown'
  if (priceTaka < range.lowTaka) return 'great'
  if (priceTaka < range.midTaka * fairFrom) return 'good'
  if (priceTaka <= range.highTaka) return 'fair'
  return priceTaka <= range.highTaka * highUntil ? 'high' : 'above'
}

// Frauds that newspapers told of asked for 40 to 65 per cent less than others; an honest seller in a hurry rarely for 30.
const farBelow = 0.75

/** Whether a price is so far below the range that a buyer should look twice. */
export const isFarBelow = (priceTaka: number, range: Range | null): boolean =>
  range !== null && priceTaka < range.lowTaka * farBelow
