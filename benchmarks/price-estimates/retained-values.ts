// How well the retained value of an age stands in for similar bikes: on medians of real advertisements that are held out,
// and in small simulated shops with baits.
import aggregates from '#market/price-estimates/aggregates.json' with { type: 'json' }
import {
  computeRetainedValues,
  isFarBelowAge,
  retainedValueRules,
  type RetainedShare,
} from '#market/price-estimates/retained-value/shares.ts'
import { computeQuartiles, estimatePrice, getSlopes, isFarBelow } from '#market/price-estimates/estimate.ts'
import { createMarket, createRandom, getRandomNormal, quantile, type SimulatedBike } from './simulated-market.ts'

type Group = (typeof aggregates.groups)[number]

const { advertisedInYear } = aggregates

const getYears = ({ medianByYear }: Group): { ageYears: number; median: number }[] =>
  Object.entries(medianByYear)
    .map(([year, median]) => ({ ageYears: advertisedInYear - Number(year), median }))
    .sort((a, b) => a.ageYears - b.ageYears)

/**
 * The price when new of a group in Taka, which the aggregates do not have: the median of its newest year, moved to age 0
 * by the loss of its brand.
 */
const getOriginalPrice = (group: Group): number => {
  const [newest] = getYears(group)
  const { yearlyLoss } = getSlopes(group.brand, advertisedInYear)
  return newest ? newest.median / (1 - yearlyLoss) ** newest.ageYears : group.p50
}

/**
 * Predicts the median of each model's year, at least two years old, from the models of other groups; only groups with a
 * median of the last two years, whose price when new is nearly known.
 * @returns the sorted errors as fractions of the median
 */
export const measureOnMedians = (): number[] => {
  const cells = aggregates.groups
    .filter((group) => (getYears(group)[0]?.ageYears ?? 99) <= 1)
    .flatMap((group) => {
      const newest = getYears(group).filter(({ ageYears }) => ageYears <= 1)
      const original = newest.reduce((sum, { median }) => sum + median, 0) / newest.length
      return getYears(group).map(({ ageYears, median }) => ({ group, ageYears, share: median / original }))
    })
    .filter(({ ageYears }) => ageYears > 1)
  const errors = cells.flatMap((cell) => {
    const others = cells.filter(
      ({ group, ageYears }) =>
        group !== cell.group && Math.abs(ageYears - cell.ageYears) <= retainedValueRules.maxYearsApart,
    )
    if (others.length < 5) return []
    const entries = others.map(({ share }) => ({ value: share, weight: 1 })).sort((a, b) => a.value - b.value)
    return [Math.abs(computeQuartiles(entries).mid / cell.share - 1)]
  })
  return errors.toSorted((a, b) => a - b)
}

type ShopBike = SimulatedBike & { ageYears: number; originalPriceTaka: number }

// Sellers remember the price when new roughly, and variants differ.
const originalPriceSpread = 0.05

const createShop = (seed: number, size: number): ShopBike[] => {
  const random = createRandom(seed * 7_919 + size)
  const originalPrices = new Map(
    aggregates.groups.map((group) => [`${group.brand} ${group.model} ${group.cc}`, getOriginalPrice(group)]),
  )
  const bikes = createMarket(seed).map((bike) => {
    const { modelId, engineCc, year } = bike.listed
    const original =
      (originalPrices.get(`${modelId} ${engineCc}`) ?? 0) * Math.exp(getRandomNormal(random) * originalPriceSpread)
    return { ...bike, ageYears: advertisedInYear - year, originalPriceTaka: Math.round(original / 1_000) * 1_000 }
  })
  return bikes
    .map((bike) => ({ bike, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, size)
    .map(({ bike }) => bike)
}

const toShare = ({ listed, ageYears, originalPriceTaka }: ShopBike): RetainedShare => ({
  sellerId: listed.sellerId,
  ageYears,
  share: listed.priceTaka / originalPriceTaka,
})

/** What the other bikes of the shop say about one bike. */
const judge = (bike: ShopBike, shop: readonly ShopBike[]) => {
  const others = shop.filter(({ listed }) => listed.sellerId !== bike.listed.sellerId)
  const listed = others.map((other) => other.listed).filter(({ modelId }) => modelId === bike.listed.modelId)
  const estimate = estimatePrice(bike.listed, listed, getSlopes(bike.brand, advertisedInYear))
  const near = others.filter((other) => Math.abs(other.ageYears - bike.ageYears) <= retainedValueRules.maxYearsApart)
  const retained = computeRetainedValues(near.map(toShare)).find(({ ageYears }) => ageYears === bike.ageYears) ?? null
  const { priceTaka } = bike.listed
  const { originalPriceTaka } = bike
  return {
    isHonest: bike.isHonest,
    // A dishonest bike is either dear or a bait.
    isBait: !bike.isHonest && priceTaka < bike.levelTaka * 0.7,
    hasEstimate: estimate !== null,
    error: retained && Math.abs((originalPriceTaka * retained.midPercent) / 100 / priceTaka - 1),
    isFlagged: estimate
      ? isFarBelow(priceTaka, estimate, { isSellerVerified: true })
      : isFarBelowAge({ priceTaka, originalPriceTaka }, retained),
  }
}

const getShare = <T>(items: readonly T[], holds: (item: T) => boolean): number =>
  items.filter(holds).length / items.length

/** Shops of this many bikes, one for each seed. Errors are of honest bikes, as fractions of their price. */
export const measureShops = (seeds: readonly number[], size: number) => {
  const judged = seeds.flatMap((seed) => {
    const shop = createShop(seed, size)
    return shop.map((bike) => judge(bike, shop))
  })
  const honest = judged.filter(({ isHonest }) => isHonest)
  const baits = judged.filter(({ isBait }) => isBait)
  const errors = honest.flatMap(({ error }) => (error === null ? [] : [error])).toSorted((a, b) => a - b)
  return {
    withEstimate: getShare(honest, ({ hasEstimate }) => hasEstimate),
    withEither: getShare(honest, ({ hasEstimate, error }) => hasEstimate || error !== null),
    median: quantile(errors, 0.5),
    p80: quantile(errors, 0.8),
    baits: baits.length,
    baitsCaught: getShare(baits, ({ isFlagged }) => isFlagged),
    honestFlagged: getShare(honest, ({ isFlagged }) => isFlagged),
  }
}
