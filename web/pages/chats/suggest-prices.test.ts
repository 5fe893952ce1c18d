import { expect, test } from 'vitest'
import { suggestPrices } from './suggest-prices.ts'

test('suggests 3, 5 and 8 percent less, rounded to Tk 500', () => {
  expect(suggestPrices(178_000, { minTaka: 89_000, maxTaka: 178_000 })).toEqual([
    { percent: 3, taka: 172_500 },
    { percent: 5, taka: 169_000 },
    { percent: 8, taka: 164_000 },
  ])
})

test('suggests nothing that is refused: rounding a price of Tk 1,000 leaves the asking price', () => {
  const suggested = suggestPrices(1_200, { minTaka: 1_000, maxTaka: 1_200 })
  expect(suggested.every(({ taka }) => taka >= 1_000 && taka <= 1_200)).toBe(true)
  expect(suggestPrices(1_200, { minTaka: 1_100, maxTaka: 1_200 })).toEqual([])
})
