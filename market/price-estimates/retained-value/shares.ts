// Pure. How much of its price when new a bike of an age keeps, over all models. It stands in where too few bikes of the same
// model are on sale; docs/price.md says how well it does.
import { computeQuartiles } from '#market/price-estimates/estimate.ts'

/** A bike on sale or sold here: its price as a share of its price when new. */
export type RetainedShare = { sellerId: string; ageYears: number; share: number }

/** What bikes of one age keep of their price when new: the lower quartile, the median and the upper quartile. */
export type RetainedValue = {
  ageYears: number
  lowPercent: number
  midPercent: number
  highPercent: number
  bikes: number
  sellers: number
}

/** Which bikes count for an age, and how many are needed. */
export const retainedValueRules = {
  maxAgeYears: 15,
  maxYearsApart: 1,
  minBikes: 12,
  minSellers: 6,
} as const

const computeForAge = (shares: readonly RetainedShare[], ageYears: number): RetainedValue[] => {
  const near = shares.filter((one) => Math.abs(one.ageYears - ageYears) <= retainedValueRules.maxYearsApart)
  const bySeller = Map.groupBy(near, ({ sellerId }) => sellerId)
  if (near.length < retainedValueRules.minBikes || bySeller.size < retainedValueRules.minSellers) return []
  const { low, mid, high } = computeQuartiles(
    // All bikes of a seller are one vote.
    near
      .map(({ sellerId, share }) => ({ value: share, weight: 1 / (bySeller.get(sellerId)?.length ?? 1) }))
      .sort((a, b) => a.value - b.value),
  )
  const [lowPercent, midPercent, highPercent] = [low, mid, high].map((share) => Math.round(share * 100))
  if (lowPercent === undefined || midPercent === undefined || highPercent === undefined) return []
  return [{ ageYears, lowPercent, midPercent, highPercent, bikes: near.length, sellers: bySeller.size }]
}

/** The retained value of each age up to 15 years that has at least 12 bikes of 6 sellers, one year older and younger included. */
export const computeRetainedValues = (shares: readonly RetainedShare[]): RetainedValue[] =>
  Array.from({ length: retainedValueRules.maxAgeYears + 1 }, (_, ageYears) => ageYears).flatMap((ageYears) =>
    computeForAge(shares, ageYears),
  )

// The curve in docs/price.md: of simulated baits 92 % are caught in a shop of 300 bikes, of honest bikes 1.5 %.
export const farBelowRatio = 0.66

/** Whether a price in Taka is so far below what bikes of this age cost that buyers should be warned. */
export const isFarBelowAge = (
  { priceTaka, originalPriceTaka }: { priceTaka: number; originalPriceTaka: number },
  retained: Pick<RetainedValue, 'midPercent'> | null,
): boolean => retained !== null && priceTaka < originalPriceTaka * (retained.midPercent / 100) * farBelowRatio

/** What a bike of this age costs in Taka, from its price when new: lower quartile, median and upper quartile. */
export const getPricesByAge = (
  originalPriceTaka: number,
  { lowPercent, midPercent, highPercent }: Pick<RetainedValue, 'lowPercent' | 'midPercent' | 'highPercent'>,
): [low: number, mid: number, high: number] => {
  const toTaka = (percent: number): number => Math.max(1, Math.floor((originalPriceTaka * percent) / 100))
  return [toTaka(lowPercent), toTaka(midPercent), toTaka(highPercent)]
}
