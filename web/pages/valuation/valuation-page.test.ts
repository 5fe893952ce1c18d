// What a bike is worth, with what the API answers.
import { assert, expect, test } from 'vitest'
import { readHtml, readText, readTranslatable } from '#tests/support/deals/read-page.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import Valuation from './valuation-page.tsx'

test('no model of a valuation, and of what it may mean, is translated by a browser', async () => {
  const { visitor } = await createTestApp()
  const read = async (bike: string) => {
    const value = await visitor('GET /valuation', { query: { bike, year: '2020' } })
    const typed = { bike: '', year: '2020', kilometres: '' }
    const data = { typed, problems: [], thisYear: 2026, valued: { ok: true, value } }
    return { value, text: readText(Valuation, data), translated: readTranslatable(readHtml(Valuation, data)) }
  }
  const one = await read('Yamaha FZS V3')
  assert(one.value.model, 'needs a known model')
  expect(one.text).toContain('What a used Yamaha FZS V3 costs, year by year')
  expect(one.translated).toContain('What a used costs, year by year')
  expect(one.translated).not.toMatch(/Yamaha FZS/)
  const several = await read('Yamaha')
  assert(several.value.suggestions.length > 1, 'needs suggestions')
  expect(several.text).toMatch(/Yamaha \w+/)
  expect(several.translated).not.toMatch(/Yamaha \w+/)
})
