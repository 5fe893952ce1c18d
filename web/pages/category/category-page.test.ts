// The list of a category.
import { assert, expect, test } from 'vitest'
import { readHtml } from '#tests/support/deals/read-page.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import Category from './category-page.tsx'

test('the photo of the first card loads at once, the others when they come near', async () => {
  const testApp = await createTestApp({ manualClose: true })
  const [bike] = await testApp.visitor('GET /allbikes', { query: { limit: '1' } })
  await testApp.close()
  assert(bike, 'needs a bike on sale')
  const items = ['one', 'two', 'three'].map((_id) => ({ ...bike, _id }))
  const html = readHtml(Category, { name: 'Suzuki', first: { items, next: null } })
  expect([...html.matchAll(/loading="(\w+)"/g)].map(([, when]) => when)).toEqual(['eager', 'lazy', 'lazy'])
})
