// The price guide of a model, with what the API answers.
import { expect, test } from 'vitest'
import { readHtml, readText, readTranslatable } from '#tests/support/deals/read-page.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import PriceGuide from './price-guide-page.tsx'

test('the model of a price guide is not translated by a browser, and the words around it are', async () => {
  const { visitor } = await createTestApp()
  const guide = await visitor('GET /guide/:brand/:model', { params: { brand: 'yamaha', model: 'fzs-v3' } })
  expect(readText(PriceGuide, guide)).toContain('What a used Yamaha FZS V3 costs')
  const translated = readTranslatable(readHtml(PriceGuide, guide))
  expect(translated).toContain('What a used costs')
  expect(translated).not.toContain('Yamaha')
})
