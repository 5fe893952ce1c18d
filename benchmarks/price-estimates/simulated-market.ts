// Simulates a market from the aggregates of real advertisements, with a seed. Each group gets as many bikes as it had
// advertisements, around its medians by year, with the spread of its percentiles.
import aggregates from '#market/price-estimates/aggregates.json' with { type: 'json' }
import { type ComparableBike, getSlopes, estimatePrice } from '#market/price-estimates/estimate.ts'

type Group = (typeof aggregates.groups)[number]
type Random = () => number

/** A simulated bike: the level around which its owner asks, and whether the owner is honest. */
export type SimulatedBike = { listed: ComparableBike; brand: string; levelTaka: number; isHonest: boolean }

/** Seeded random numbers from 0 to 1. */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A standard normal random number (Box-Muller). */
export const getRandomNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const getDeviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

// The 10th and 90th percentiles of a normal distribution are 2.563 standard deviations apart.
const widthsBetween = 2.563
// Comparable bikes of one year differ at least by this: tyres, papers, the owners' willingness to wait.
const minSpread = 0.1

/** Spread of comparable bikes of one year: the group's whole spread without that of its years. */
const getSpread = ({ p10, p90, medianByYear }: Group): number => {
  const whole = Math.log(p90 / p10) / widthsBetween
  const byYear = getDeviation(Object.values(medianByYear).map((taka) => Math.log(taka)))
  return Math.max(minSpread, Math.sqrt(Math.max(0, whole ** 2 - byYear ** 2)))
}

// The effect of kilometres differs by brand; the estimator uses one figure for all.
const trueElasticity: Record<string, number> = { Suzuki: -0.074, Yamaha: -0.056, Bajaj: -0.023 }

const missingKilometresShare = 0.15
// Bait offers and unrealistic owners: one of twenty-five.
const dishonestShare = 0.04
const showroomShare = 0.2
const showroomCount = 6

// Half of all advertised bikes were of 2018 or later, nine of ten of 2010 or later.
const commonYear = 2018
const yearsToHalve = 3

/** One of a group's years with its median price; years far from the common one are rarer. */
const pickYear = (group: Group, random: Random): [year: number, median: number] => {
  const medians = Object.entries(group.medianByYear).map(([year, median]) => {
    const share = 0.5 ** (Math.abs(Number(year) - commonYear) / yearsToHalve)
    return { year: Number(year), median, share }
  })
  let left = random() * medians.reduce((sum, { share }) => sum + share, 0)
  for (const { year, median, share } of medians) {
    left -= share
    if (left < 0) return [year, median]
  }
  return [commonYear, group.p50]
}

const createBike = (group: Group, at: number, random: Random): SimulatedBike => {
  const [year, median] = pickYear(group, random)
  const kilometres = Math.round(group.medianKm * Math.exp(getRandomNormal(random) * 0.6))
  const elasticity = trueElasticity[group.brand] ?? aggregates.kmElasticity
  const level = median * (kilometres / group.medianKm) ** elasticity
  const fair = level * Math.exp(getRandomNormal(random) * getSpread(group))
  const isHonest = random() >= dishonestShare
  const share = isHonest ? 1 : random() < 0.5 ? 0.35 + random() * 0.25 : 1.4 + random() * 0.4
  const model = `${group.brand} ${group.model}`
  const isOfShowroom = random() < showroomShare
  return {
    brand: group.brand,
    isHonest,
    levelTaka: level,
    listed: {
      id: `${model} ${group.cc} ${at}`,
      sellerId: isOfShowroom ? `showroom ${Math.floor(random() * showroomCount)}` : `${model} ${group.cc} ${at}`,
      modelId: model,
      engineCc: group.cc,
      year,
      kilometres: random() < missingKilometresShare ? null : kilometres,
      // Owners ask round amounts.
      priceTaka: Math.max(1, Math.round((fair * share) / 1_000)) * 1_000,
      isSold: random() < 0.25,
    },
  }
}

/** Creates the bikes of all groups. */
export const createMarket = (seed: number): SimulatedBike[] => {
  const random = createRandom(seed)
  return aggregates.groups.flatMap((group) => Array.from({ length: group.n }, (_, at) => createBike(group, at, random)))
}

/** The value of a sorted list below which this share of it lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/**
 * `covered`: share of held-out bikes with enough comparable bikes; `within`: share whose price was in the range.
 * `median`, `p80`, `p95` of the errors; `floor` is the median error of somebody who knew the level of every price.
 */
export type AccuracyResult = Record<'heldOut' | 'covered' | 'median' | 'p80' | 'p95' | 'within' | 'floor', number>

const heldOutEvery = 5
const getRelativeError = (estimateTaka: number, askingTaka: number): number =>
  Math.abs(estimateTaka - askingTaka) / askingTaka

/** Holds out every fifth bike of a market and estimates its price from the others. */
const holdOut = (seed: number) => {
  const market = createMarket(seed)
  const knownBikes = market.filter((_, at) => at % heldOutEvery !== 0).map(({ listed }) => listed)
  const byModel = Map.groupBy(knownBikes, ({ modelId }) => modelId)
  return market
    .filter(({ isHonest }, at) => at % heldOutEvery === 0 && isHonest)
    .map(({ listed, brand, levelTaka }) => {
      const { priceTaka, modelId } = listed
      const estimate = estimatePrice(listed, byModel.get(modelId) ?? [], getSlopes(brand, aggregates.advertisedInYear))
      return {
        error: estimate && getRelativeError(estimate.midTaka, priceTaka),
        floor: getRelativeError(levelTaka, priceTaka),
        isWithin: estimate !== null && priceTaka >= estimate.lowTaka && priceTaka <= estimate.highTaka,
      }
    })
}

/** Errors between the middle of the range and the price of honest owners, as fractions of the price. */
export const measureAccuracy = (seeds: readonly number[]): AccuracyResult => {
  const all = seeds.flatMap(holdOut)
  const estimated = all.filter(({ error }) => error !== null)
  const errors = estimated.map(({ error }) => error ?? 0).toSorted((a, b) => a - b)
  const floors = estimated.map(({ floor }) => floor).toSorted((a, b) => a - b)
  return {
    heldOut: all.length,
    covered: estimated.length / all.length,
    median: quantile(errors, 0.5),
    p80: quantile(errors, 0.8),
    p95: quantile(errors, 0.95),
    within: estimated.filter(({ isWithin }) => isWithin).length / estimated.length,
    floor: quantile(floors, 0.5),
  }
}
