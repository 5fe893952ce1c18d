import { describe, expect, test } from 'vitest'
import { Taka, textField } from '#contract/fields.ts'
import { parseDistrict } from '#contract/districts.ts'
import { askingPrices, priceRiseSince2022 } from '../asking-prices.ts'
import { generatedBikes, handwrittenBikes } from '../bikes.ts'
import { fixtures } from '../fixtures.ts'
import { colourNames } from './colours.ts'
import { createGeneratedBikes } from './listings.ts'
import { demoModels, findDemoModel } from './models.ts'

const allBikes = [...handwrittenBikes, ...generatedBikes]
const getShare = (brand: string): number =>
  (100 * allBikes.filter(({ category }) => category === brand).length) / allBikes.length

describe('the generated bikes', () => {
  test('bring the demonstration to 300 bikes of 24 brands', () => {
    expect(allBikes).toHaveLength(300)
    expect(new Set(allBikes.map(({ category }) => category)).size).toBe(24)
  })

  test.each([
    ['Bajaj', 21.8],
    ['TVS', 17.4],
    ['Yamaha', 14.1],
    ['Hero', 12.5],
    ['Suzuki', 9],
    ['Honda', 6.8],
    ['Runner', 4.3],
    ['Walton', 2],
  ])('give %s its share of the market, %f %%', (brand, share) => {
    expect(Math.abs(getShare(brand) - share)).toBeLessThan(0.5)
  })

  test('are in at least 40 districts, and their locations name them', () => {
    const districts = allBikes.map(({ location }) => parseDistrict(location))
    expect(new Set(districts.filter((one) => one !== null)).size).toBeGreaterThanOrEqual(40)
    for (const { location } of generatedBikes) expect(parseDistrict(location)).not.toBeNull()
  })

  test('are always the same', () => {
    expect(createGeneratedBikes()).toEqual(generatedBikes)
  })

  test('have keys, and names with locations, of their own', () => {
    expect(new Set(allBikes.map(({ key }) => key)).size).toBe(allBikes.length)
    expect(new Set(allBikes.map(({ name, location }) => `${name} at ${location}`)).size).toBe(allBikes.length)
  })

  test('have a model with a body type, as the bikes written by hand', () => {
    for (const { category, details } of allBikes)
      expect(findDemoModel(category, details?.model ?? ''), `${category} ${details?.model}`).toBeDefined()
    expect(new Set(demoModels.map(({ body }) => body)).size).toBeGreaterThanOrEqual(30)
  })

  test('were listed at different times, after their sellers joined', () => {
    const times = allBikes.map(({ listed }) => `${listed.daysAgo} ${listed.at}`)
    expect(new Set(times).size).toBe(times.length)
    for (const { seller, listed } of generatedBikes) expect(listed.daysAgo).toBeLessThan(fixtures[seller].joinedDaysAgo)
  })

  test('of the three categories are older than those written by hand, which stay on the first screens', () => {
    const oldest = Math.max(...handwrittenBikes.map(({ listed }) => listed.daysAgo))
    const categories = new Set(handwrittenBikes.map(({ category }): string => category))
    const sameCategory = generatedBikes.filter(({ category }) => categories.has(category))
    expect(Math.min(...sameCategory.map(({ listed }) => listed.daysAgo))).toBeGreaterThan(oldest)
  })
})

describe('their descriptions', () => {
  const descriptions = generatedBikes.map(({ details }) => details.description)
  const splitSentences = (text: string): string[] => text.split(/(?<=[.।])\s/)

  test('are accepted by the contract and name the colour of the bike', () => {
    for (const { details, colour } of generatedBikes) {
      expect(textField('description', 4_000).parse(details.description)).toBe(details.description)
      const { en, bn } = colourNames[colour]
      expect(details.description.includes(bn) || details.description.toLowerCase().includes(en)).toBe(true)
    }
  })

  test('are in English, in Bangla and in Banglish', () => {
    const inBangla = descriptions.filter((text) => /\p{Script=Bengali}/u.test(text)).length
    const inBanglish = descriptions.filter((text) => /\b(nai|ache|kagoj|hobe|color)\b/i.test(text)).length
    for (const count of [inBangla, inBanglish, descriptions.length - inBangla - inBanglish])
      expect(count).toBeGreaterThan(40)
  })

  test('do not repeat each other: no two have two sentences in common', () => {
    const sentences = descriptions.map((text) => new Set(splitSentences(text)))
    const repeated = sentences.flatMap((one, index) =>
      sentences.slice(index + 1).filter((other) => [...one].filter((sentence) => other.has(sentence)).length > 1),
    )
    expect(repeated).toEqual([])
  })

  test('state the kilometres of the listing where they state any', () => {
    for (const { details } of generatedBikes) {
      const stated = /([\d,০-৯]+) (km|কিলোমিটার)[, ।.]/.exec(
        details.description.replace(/1,000 km|এক হাজার কিলোমিটারে/g, ''),
      )?.[1]
      if (stated === undefined) continue
      const digits = stated.replaceAll(',', '').replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
      expect(Number(digits)).toBe(details.kilometres)
    }
  })
})

describe('their prices', () => {
  test('are accepted by the card provider and lower than the price of the new bike', () => {
    for (const { taka } of generatedBikes) {
      expect(Taka.parse(taka.sale)).toBe(taka.sale)
      expect(taka.sale).toBeLessThan(taka.original)
    }
  })

  test('are within the range of the model where the market is measured, adjusted to today', () => {
    for (const { name, taka } of generatedBikes) {
      const range = askingPrices.find(({ names }) => name.startsWith(names))
      if (!range) continue
      expect(taka.sale / priceRiseSince2022, name).toBeGreaterThanOrEqual(range.p10)
      expect(taka.sale / priceRiseSince2022, name).toBeLessThanOrEqual(range.p90)
    }
  })

  test('fall with the age of the bike', () => {
    const getMeanShare = (minAge: number, maxAge: number): number => {
      const shares = generatedBikes
        .filter(({ bought }) => bought.yearsAgo >= minAge && bought.yearsAgo <= maxAge)
        .map(({ taka }) => taka.sale / taka.original)
      return shares.reduce((sum, share) => sum + share, 0) / shares.length
    }
    const means = [getMeanShare(1, 2), getMeanShare(3, 5), getMeanShare(6, 8), getMeanShare(9, 30)]
    expect(means).toEqual(means.toSorted((a, b) => b - a))
  })
})
