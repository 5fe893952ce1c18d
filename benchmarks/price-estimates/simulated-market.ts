// A market to measure the estimator with: bikes made from the aggregates of real advertisements, with a seed. Each group
// gets as many bikes as it had advertisements, around its medians by year, with the spread that its percentiles tell.
import aggregates from '#market/price-estimates/aggregates.json' with { type: 'json' }
import { type Listed, slopesOf, worthOf } from '#market/price-estimates/rules.ts'

type Group = (typeof aggregates.groups)[number]
type Random = () => number

/** A bike that was made: around which level its owner asks, and whether the price is one that an honest owner would ask. */
export type MadeBike = { listed: Listed; brand: string; levelTaka: number; isHonest: boolean }

/** Numbers from 0 to 1, the same for the same seed. */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A bell of width one around nought. */
const bell = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const deviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

// Between the tenth and the ninetieth of a hundred lie 2.563 widths of a bell.
const widthsBetween = 2.563
// Two like bikes of one year differ by this at least: by their tyres, their papers and their owners' patience.
const spreadLeast = 0.1

/** How much like bikes of one year differ: the group's whole spread without that of its years. */
const spreadOf = ({ p10, p90, medianByYear }: Group): number => {
  const whole = Math.log(p90 / p10) / widthsBetween
  const byYear = deviation(Object.values(medianByYear).map((taka) => Math.log(taka)))
  return Math.max(spreadLeast, Math.sqrt(Math.max(0, whole ** 2 - byYear ** 2)))
}

// What doubling the kilometres costs differs by brand; the estimator knows one figure for all of them.
const trueElasticity: Record<string, number> = { Suzuki: -0.074, Yamaha: -0.056, Bajaj: -0.023 }

const noKilometres = 0.15
// Bait, and owners who dream: one of twenty-five.
const dishonest = 0.04
const showroomBikes = 0.2
const showrooms = 6

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

const make = (group: Group, at: number, random: Random): MadeBike => {
  const [year, median] = pickYear(group, random)
  const kilometres = Math.round(group.medianKm * Math.exp(bell(random) * 0.6))
  const elasticity = trueElasticity[group.brand] ?? aggregates.kmElasticity
  const level = median * (kilometres / group.medianKm) ** elasticity
  const fair = level * Math.exp(bell(random) * spreadOf(group))
  const isHonest = random() >= dishonest
  const part = isHonest ? 1 : random() < 0.5 ? 0.35 + random() * 0.25 : 1.4 + random() * 0.4
  const model = `${group.brand} ${group.model}`
  const isOfShowroom = random() < showroomBikes
  return {
    brand: group.brand,
    isHonest,
    levelTaka: level,
    listed: {
      id: `${model} ${group.cc} ${at}`,
      sellerId: isOfShowroom ? `showroom ${Math.floor(random() * showrooms)}` : `${model} ${group.cc} ${at}`,
      modelId: model,
      engineCc: group.cc,
      year,
      kilometres: random() < noKilometres ? null : kilometres,
      // Owners ask in round sums.
      priceTaka: Math.max(1, Math.round((fair * part) / 1_000)) * 1_000,
      isSold: random() < 0.25,
    },
  }
}

/** The bikes of all groups. */
export const makeMarket = (seed: number): MadeBike[] => {
  const random = seeded(seed)
  return aggregates.groups.flatMap((group) => Array.from({ length: group.n }, (_, at) => make(group, at, random)))
}

const quantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

/**
 * `covered`: the part of held-out bikes that had enough like them; `within`: the part whose price lay in the range.
 * `median`, `p80`, `p95` of the errors; `floor` is the median error of somebody who knew the level of every price.
 */
export type Measured = Record<'heldOut' | 'covered' | 'median' | 'p80' | 'p95' | 'within' | 'floor', number>

const heldOutEvery = 5
const off = (told: number, asked: number): number => Math.abs(told - asked) / asked

/** Holds every fifth bike of a market out and tells its worth from the others. */
const holdOut = (seed: number) => {
  const market = makeMarket(seed)
  const known = market.filter((_, at) => at % heldOutEvery !== 0).map(({ listed }) => listed)
  const byModel = Map.groupBy(known, ({ modelId }) => modelId)
  return market
    .filter(({ isHonest }, at) => at % heldOutEvery === 0 && isHonest)
    .map(({ listed, brand, levelTaka }) => {
      const { priceTaka, modelId } = listed
      const worth = worthOf(listed, byModel.get(modelId) ?? [], slopesOf(brand, aggregates.advertisedInYear))
      return {
        error: worth && off(worth.midTaka, priceTaka),
        floor: off(levelTaka, priceTaka),
        isWithin: worth !== null && priceTaka >= worth.lowTaka && priceTaka <= worth.highTaka,
      }
    })
}

/** How far the middle of the range is from what honest owners of held-out bikes ask; errors are parts of the price. */
export const measure = (seeds: readonly number[]): Measured => {
  const all = seeds.flatMap(holdOut)
  const told = all.filter(({ error }) => error !== null)
  const errors = told.map(({ error }) => error ?? 0).toSorted((a, b) => a - b)
  const floors = told.map(({ floor }) => floor).toSorted((a, b) => a - b)
  return {
    heldOut: all.length,
    covered: told.length / all.length,
    median: quantile(errors, 0.5),
    p80: quantile(errors, 0.8),
    p95: quantile(errors, 0.95),
    within: told.filter(({ isWithin }) => isWithin).length / told.length,
    floor: quantile(floors, 0.5),
  }
}
