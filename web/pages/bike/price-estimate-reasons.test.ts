// Why a price is called fair, on the page of the bike.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { type PriceEstimate, PriceEstimateReasons } from './price-estimate-reasons.tsx'

const estimate: PriceEstimate = {
  productId: '01a21a7e-ac07-75a4-8c99-c7f3826e3755',
  price: 105_000,
  verdict: 'fair',
  isFarBelow: false,
  range: { low: 90_000, middle: 95_000, high: 100_000 },
  lacks: null,
  retained: null,
  compared: 4,
  sold: 0,
  sellers: 4,
  yearlyLossPercent: 8,
  doubleKilometresPercent: 4,
  kilometresKnown: true,
  prices: [88_000, 92_000, 97_000, 101_000],
  model: null,
  similar: [],
}
const createReasons = (changes: Partial<PriceEstimate>) => () =>
  createElement(PriceEstimateReasons, { priceEstimate: { ...estimate, ...changes }, originalPrice: 150_000 })
const draw = (changes: Partial<PriceEstimate> = {}): string => readHtml(createReasons(changes), null)

/** Where a band of the drawing begins and ends. */
const findBand = (html: string, name: string): [from: number, to: number] | null => {
  const [, x, width] =
    new RegExp(`<rect class="spread__${name}" x="([\\d.]+)"[^>]* width="([-\\d.]+)"`).exec(html) ?? []
  return x === undefined ? null : [Number(x), Number(x) + Number(width)]
}

test('above the usual range a lighter band shows up to where a price is fair, and the sentence names that price', async () => {
  const fair = { price: 100_500 }
  const html = draw(fair)
  const [, at] = /<path class="spread__this" d="M([\d.]+) /.exec(html) ?? []
  const [, usualEnd] = findBand(html, 'range') ?? []
  const [from, to] = findBand(html, 'fair') ?? []
  expect(from).toBeCloseTo(usualEnd ?? Number.NaN)
  expect(to).toBeGreaterThan(Number(at))
  const stillFair = createReasons(fair)
  expect(readText(stillFair, null)).toContain('Typical is ৳95,000; up to ৳1,00,700 is still fair.')
  expect(readText(stillFair, null, await loadBangla())).toContain('৳১,০০,৭০০ পর্যন্ত ন্যায্য।')
})

test.each([
  ['in the usual range', { price: 99_000 }],
  ['that is high', { verdict: 'high' }],
  ['without a verdict', { verdict: 'unknown' }],
] as const)('a price %s has no lighter band', (_what, changes) => {
  expect(findBand(draw(changes), 'range')).not.toBeNull()
  expect(findBand(draw(changes), 'fair')).toBeNull()
})

test('the drawing names both ends of the usual range and the price of this bike, and the sentence has one Taka sign', () => {
  const ends = [...draw().matchAll(/<text class="spread__end"[^>]*>([^<]*)</g)].map(([, text]) => text)
  expect(ends).toEqual(['৳90,000', '৳1,00,000'])
  expect(draw()).toMatch(/<text class="spread__mark"[^>]*>This bike ৳1,05,000</)
  expect(readText(createReasons({}), null)).toContain('৳90,000–\u20601,00,000')
})
