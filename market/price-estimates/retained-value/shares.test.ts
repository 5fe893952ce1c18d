// What bikes of an age keep of their price when new, without a database or clock.
import { describe, expect, test } from 'vitest'
import { measureOnMedians, measureShops } from '#benchmarks/price-estimates/retained-values.ts'
import { quantile } from '#benchmarks/price-estimates/simulated-market.ts'
import { computeRetainedValues, isFarBelowAge, retainedValueRules, type RetainedShare } from './shares.ts'

/** Shares of bikes five years old, by default of a seller each. */
const createShares = (count: number, change: Partial<RetainedShare> = {}): RetainedShare[] =>
  Array.from({ length: count }, (_, at) => ({ sellerId: `seller ${at}`, ageYears: 5, share: 0.6, ...change }))

const findAge = (shares: readonly RetainedShare[], age: number) =>
  computeRetainedValues(shares).find(({ ageYears }) => ageYears === age)

describe('the retained value of an age', () => {
  test('needs twelve bikes of six sellers', () => {
    expect(findAge(createShares(retainedValueRules.minBikes - 1), 5)).toBeUndefined()
    expect(findAge(createShares(12), 5)).toMatchObject({ midPercent: 60, bikes: 12, sellers: 12 })
    const ofFive = createShares(20).map((one, at) => ({ ...one, sellerId: `seller ${at % 5}` }))
    expect(findAge(ofFive, 5)).toBeUndefined()
  })

  test('goes from the lower to the upper quartile, and counts bikes a year older and younger', () => {
    const shares = createShares(13).map((one, at) => ({ ...one, ageYears: 4 + (at % 3), share: 0.4 + at * 0.03 }))
    expect(findAge(shares, 5)).toMatchObject({ midPercent: 58, bikes: 13 })
    const { lowPercent, highPercent } = findAge(shares, 5) ?? { lowPercent: 0, highPercent: 0 }
    expect([lowPercent, highPercent]).toEqual([48, 68])
    expect(findAge(shares, 7)).toBeUndefined()
  })

  test('gives a seller with many bikes one vote', () => {
    const flood = createShares(80, { sellerId: 'flooder', share: 1.2 })
    expect(findAge([...createShares(12), ...flood], 5)).toMatchObject({ midPercent: 60, highPercent: 60 })
  })
})

test('a price below two thirds of what its age costs is far below; without enough bikes nothing is', () => {
  const bike = { priceTaka: 78_000, originalPriceTaka: 200_000 }
  expect(isFarBelowAge(bike, { midPercent: 60 })).toBe(true)
  expect(isFarBelowAge({ ...bike, priceTaka: 80_000 }, { midPercent: 60 })).toBe(false)
  expect(isFarBelowAge(bike, null)).toBe(false)
})

describe('held out', () => {
  test('medians of real advertisements are predicted from other models with a median error of at most 15 %', () => {
    const errors = measureOnMedians()
    expect(errors.length).toBeGreaterThan(80)
    expect(quantile(errors, 0.5)).toBeLessThanOrEqual(0.15)
  })

  test('in shops of 300 bikes nine of ten have evidence, its median error is at most 15 %, and nine of ten baits are caught', () => {
    const shops = measureShops([1, 2, 3, 4, 5, 6, 7, 8], 300)
    expect(shops.baits).toBeGreaterThan(30)
    expect(shops.withEither).toBeGreaterThanOrEqual(0.9)
    expect(shops.median).toBeLessThanOrEqual(0.15)
    expect(shops.baitsCaught).toBeGreaterThanOrEqual(0.9)
    expect(shops.honestFlagged).toBeLessThanOrEqual(0.02)
  })
})
