// What the search page keeps of the answer to a search.
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import { toShownSearch } from './shown-search.ts'

const load = async () => {
  const { visitor } = await createTestApp()
  return await visitor('GET /bikes', { query: {} })
}

test('names are in the language of the page alone, and in English where there is no Bangla one', async () => {
  const found = await load()
  const [brand] = found.facets.brands
  if (!brand) throw new Error('No brand is on sale.')
  expect(brand.nameBn).not.toBeNull()
  expect(toShownSearch(found, [], 'en').facets.brands[0]).toEqual({
    slug: brand.slug,
    name: brand.name,
    count: brand.count,
  })
  expect(toShownSearch(found, [], 'bn').facets.brands[0]?.name).toBe(brand.nameBn)
  const nameless = { ...found, facets: { ...found.facets, models: [{ ...brand, nameBn: null, brand: brand.slug }] } }
  expect(toShownSearch(nameless, [], 'bn').facets.models[0]?.name).toBe(brand.name)
})

test('a bike has no number of its seller, and a verdict only where one is shown', async () => {
  const found = await load()
  const [fair, unknown, cheap, other] = found.bikes
  if (!fair || !unknown || !cheap || !other) throw new Error('Fewer than four bikes are on sale.')
  const badges = [
    { productId: fair._id, verdict: 'fair' as const, isFarBelow: false, compared: 12 },
    { productId: unknown._id, verdict: 'unknown' as const, isFarBelow: false, compared: 0 },
    { productId: cheap._id, verdict: 'unknown' as const, isFarBelow: true, compared: 9 },
  ]
  const shown = toShownSearch(found, badges, 'en')
  expect(shown.bikes.slice(0, 4).map(({ badge }) => badge && [badge.verdict, badge.isFarBelow])).toEqual([
    ['fair', false],
    null,
    ['unknown', true],
    null,
  ])
  expect(fair.contactNumber).not.toBe('')
  expect(JSON.stringify(shown)).not.toContain(fair.contactNumber)
  expect(shown.bikes).toHaveLength(found.bikes.length)
})
