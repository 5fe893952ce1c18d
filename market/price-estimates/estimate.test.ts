// The estimator, without a database or clock.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { measureAccuracy } from '#benchmarks/price-estimates/simulated-market.ts'
import {
  type EstimateInput,
  comparison,
  isFarBelow,
  type ComparableBike,
  getSlopes,
  getVerdict,
  estimatePrice,
} from './estimate.ts'

const thisYear = 2026
const slopes = getSlopes('Suzuki', thisYear)

const gixxer: EstimateInput = {
  id: 'mine',
  sellerId: 'me',
  modelId: 'gixxer',
  engineCc: 155,
  year: 2021,
  kilometres: 20_000,
}

/** A comparable bike, by default of another seller each. */
const createBike = (at: number, change: Partial<ComparableBike> = {}): ComparableBike => ({
  id: `bike ${at}`,
  sellerId: `seller ${at}`,
  modelId: 'gixxer',
  engineCc: 155,
  year: 2021,
  kilometres: 20_000,
  priceTaka: 180_000,
  isSold: false,
  ...change,
})
const createBikes = (count: number, change: Partial<ComparableBike> = {}): ComparableBike[] =>
  Array.from({ length: count }, (_, at) => createBike(at, change))

describe('a fair range', () => {
  test('needs at least five bikes; with fewer there is no estimate', () => {
    expect(estimatePrice(gixxer, createBikes(comparison.minBikes - 1), slopes)).toBeNull()
    expect(estimatePrice(gixxer, createBikes(comparison.minBikes), slopes)).toMatchObject({
      midTaka: 180_000,
      sellers: 5,
    })
  })

  test('goes from the lower to the upper quartile of what others ask, and no further', () => {
    const listed = [150, 160, 170, 180, 190, 200, 210].map((k, at) => createBike(at, { priceTaka: k * 1_000 }))

    expect(estimatePrice(gixxer, listed, slopes)).toMatchObject({
      lowTaka: 162_500,
      midTaka: 180_000,
      highTaka: 197_500,
      sellers: 7,
    })
    const equal = estimatePrice(gixxer, createBikes(9), slopes)
    expect(equal).toMatchObject({ lowTaka: 180_000, highTaka: 180_000 })
    // A few equal prices by chance do not make one that is 5 % lower great.
    expect(getVerdict(171_000, equal)).toBe('good')
    expect(getVerdict(168_000, equal)).toBe('great')
    expect(getVerdict(190_000, equal)).toBe('fair')
  })

  test('moves every price by the loss of a year and by the kilometres', () => {
    const older = estimatePrice(gixxer, createBikes(5, { year: 2019 }), slopes)
    const ridden = estimatePrice(gixxer, createBikes(5, { kilometres: 40_000 }), slopes)

    expect(older?.midTaka).toBe(Math.round(180 / (1 - 0.067) ** 2 / 0.5) * 500)
    expect(ridden?.midTaka).toBe(Math.round((180 * 2 ** 0.038) / 0.5) * 500)
  })

  test('leaves out other models, other engines, other years, the bike itself and all bikes of its seller', () => {
    const others = [
      ...createBikes(5, { modelId: 'gixxer fi' }),
      ...createBikes(3, { engineCc: 168 }),
      ...createBikes(3, { year: 2018 }),
      ...createBikes(3, { year: 2024 }),
      createBike(20, { id: 'mine' }),
      ...[30, 31, 32, 33].map((at) => createBike(at, { sellerId: 'me', kilometres: 15_000 + at })),
    ]

    expect(estimatePrice(gixxer, others, slopes)).toBeNull()
    expect(estimatePrice(gixxer, [...others, ...createBikes(5, { engineCc: 167 })], slopes)?.compared).toHaveLength(5)
  })

  test('is not moved by one seller with many bikes, who has one vote', () => {
    const honest = [170, 175, 180, 185, 190].map((k, at) => createBike(at, { priceTaka: k * 1_000 }))
    const flood = Array.from({ length: 60 }, (_, at) =>
      createBike(100 + at, { sellerId: 'flooder', priceTaka: 400_000, kilometres: 10_000 + at }),
    )
    const alone = estimatePrice(gixxer, flood, slopes)
    const together = estimatePrice(gixxer, [...honest, ...flood], slopes)

    expect(alone).toBeNull()
    expect(Math.abs((together?.midTaka ?? 0) - 180_000)).toBeLessThan(5_000)
  })

  test('counts the same bike of the same seller once, however often it is offered', () => {
    expect(estimatePrice(gixxer, [...createBikes(4), ...createBikes(4)], slopes)).toBeNull()
  })

  test('lets what was paid weigh more than what is asked', () => {
    const askingPrices = createBikes(5, { priceTaka: 200_000 })
    const soldPrices = [10, 11, 12, 13].map((at) => createBike(at, { priceTaka: 160_000, isSold: true }))

    expect(estimatePrice(gixxer, [...askingPrices, ...soldPrices], slopes)?.midTaka).toBeLessThan(180_000)
  })

  test('uses the usual mileage if it is unknown or implausible', () => {
    const usual = estimatePrice({ ...gixxer, kilometres: 22_500 }, createBikes(5), slopes)

    expect(estimatePrice({ ...gixxer, kilometres: null }, createBikes(5), slopes)).toEqual(usual)
    expect(estimatePrice({ ...gixxer, kilometres: 40 }, createBikes(5), slopes)).toEqual(usual)
    expect(estimatePrice({ ...gixxer, kilometres: 1_200 }, createBikes(5), slopes)).not.toEqual(usual)
  })
})

const bikes = fc.array(
  fc.record({
    id: fc.uuid(),
    sellerId: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'me'),
    modelId: fc.constantFrom('gixxer', 'gixxer fi'),
    engineCc: fc.integer({ min: 140, max: 170 }),
    year: fc.integer({ min: 2017, max: 2025 }),
    kilometres: fc.option(fc.integer({ min: 0, max: 999_999 })),
    priceTaka: fc.integer({ min: 1_000, max: 999_999 }),
    isSold: fc.boolean(),
  }),
  { maxLength: 40 },
)

describe('whatever bikes there are', () => {
  test('the range is in order and within what others ask, moved', () => {
    fc.assert(
      fc.property(bikes, (listed) => {
        const estimate = estimatePrice(gixxer, listed, slopes)
        if (!estimate) return
        const adjusted = estimate.compared.map(({ adjustedTaka }) => adjustedTaka)
        expect(estimate.lowTaka).toBeLessThanOrEqual(estimate.midTaka)
        expect(estimate.midTaka).toBeLessThanOrEqual(estimate.highTaka)
        expect(estimate.midTaka).toBeGreaterThanOrEqual(Math.min(...adjusted))
        expect(estimate.midTaka).toBeLessThanOrEqual(Math.max(...adjusted))
        expect(estimate.compared.length).toBeGreaterThanOrEqual(comparison.minBikes)
        expect(estimate.sellers).toBeGreaterThanOrEqual(comparison.minSellers)
      }),
    )
  })

  test('other bikes of the seller never change the estimate', () => {
    fc.assert(
      fc.property(bikes, fc.integer({ min: 1_000, max: 999_999 }), (listed, priceTaka) => {
        const more = [1, 2, 3].map((at) => createBike(at, { sellerId: 'me', priceTaka, kilometres: 1_000 * at }))
        expect(estimatePrice(gixxer, [...more, ...listed], slopes)).toEqual(estimatePrice(gixxer, listed, slopes))
      }),
    )
  })

  test('the order of the bikes does not matter', () => {
    const once = bikes.map((listed) => [...new Map(listed.map((one) => [one.sellerId + one.year, one])).values()])
    fc.assert(
      fc.property(once, (listed) => {
        const forward = estimatePrice(gixxer, listed, slopes)
        const reversed = estimatePrice(gixxer, listed.toReversed(), slopes)
        expect([reversed?.lowTaka, reversed?.midTaka, reversed?.highTaka]).toEqual([
          forward?.lowTaka,
          forward?.midTaka,
          forward?.highTaka,
        ])
      }),
    )
  })

  test('a higher price never has a better verdict', () => {
    const verdicts = ['great', 'good', 'fair', 'high', 'above']
    const range = { lowTaka: 168_000, midTaka: 182_000, highTaka: 196_000 }
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 500_000 }), fc.nat(400_000), (priceTaka, more) => {
        const [cheap, dear] = [getVerdict(priceTaka, range), getVerdict(priceTaka + more, range)]
        expect(verdicts.indexOf(dear)).toBeGreaterThanOrEqual(verdicts.indexOf(cheap))
      }),
    )
  })
})

describe('the verdict on a price', () => {
  const range = { lowTaka: 168_000, midTaka: 182_000, highTaka: 196_000 }

  test.each([
    [120_000, 'great'],
    [167_999, 'great'],
    [168_000, 'good'],
    [178_000, 'good'],
    [182_000, 'fair'],
    [196_000, 'fair'],
    [196_001, 'high'],
    [219_520, 'high'],
    [219_600, 'above'],
  ])('%i is %s', (priceTaka, verdict) => {
    expect(getVerdict(priceTaka, range)).toBe(verdict)
  })

  test('is "not enough data" without a range', () => {
    expect(getVerdict(100_000, null)).toBe('unknown')
    expect(isFarBelow(1_000, null, { isSellerVerified: false })).toBe(false)
  })

  test('comes with a warning where the price is far below the range', () => {
    const verified = { isSellerVerified: true }
    expect(isFarBelow(125_999, range, verified)).toBe(true)
    expect(isFarBelow(126_000, range, verified)).toBe(false)
  })

  test('comes with the warning earlier where nobody has verified the seller', () => {
    const unverified = { isSellerVerified: false }
    expect(isFarBelow(134_399, range, unverified)).toBe(true)
    expect(isFarBelow(134_400, range, unverified)).toBe(false)
  })
})

describe('measured on held-out bikes made from the aggregates', () => {
  const seeds = Array.from({ length: 12 }, (_, at) => at + 1)

  test('the median error is 10 % at most and the 80th percentile 20 % at most', () => {
    const { heldOut, covered, median, p80 } = measureAccuracy(seeds)

    expect(heldOut).toBeGreaterThan(3_000)
    expect(covered).toBeGreaterThan(0.9)
    expect(median).toBeLessThanOrEqual(0.1)
    expect(p80).toBeLessThanOrEqual(0.2)
  })
})
