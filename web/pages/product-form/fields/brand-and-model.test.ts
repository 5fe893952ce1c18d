// When the brand and the model of a bike are folded to one line.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import type { Language } from '#web/i18n/language.ts'
import { createDraft, type ProductDraft } from '#web/lib/product-draft.ts'
import { BrandAndModel } from './brand-and-model.tsx'

type Changes = { typed?: Partial<ProductDraft>; problems?: Record<string, string>; mayFold?: boolean }

const read = ({ typed = {}, problems = {}, mayFold = true }: Changes, language?: Language): string => {
  const held: Partial<ProductDraft> = { name: 'Suzuki', model: 'Gixxer 155', ...typed }
  const draft = createDraft((field) => held[field])
  const children = createElement('input', { name: 'model', readOnly: true, value: draft.model })
  return readHtml(() => createElement(BrandAndModel, { draft, problems, mayFold }, children), null, language)
}

const isFolded = (changes: Changes): boolean => read(changes).includes('<div hidden="">')

test('a bike with both says them in one line, whose button names what it opens', async () => {
  const hidden = /<span aria-hidden="true">Change<\/span>/
  expect(toText(read({}).replace(hidden, ''))).toBe('Category: Suzuki · Model: Gixxer 155 · Change: Category, Model')
  const bangla = await loadBangla()
  expect(toText(read({}, bangla))).toContain('মডেল: Gixxer 155 · বদলান')
  // The typed brand stands in the place of its category.
  expect(toText(read({ typed: { name: 'Other', brand: 'Jialing' } }))).toContain('Category: Jialing · Model:')
})

test('folded, both are still part of the form', () => {
  expect(read({})).toMatch(/<div hidden=""><div class="form"><input[^>]* name="model" value="Gixxer 155"/)
})

test('they are open while one is empty or refused, and when a bike is added', () => {
  expect(isFolded({})).toBe(true)
  expect(isFolded({ typed: { model: '' } })).toBe(false)
  expect(isFolded({ typed: { name: '' } })).toBe(false)
  for (const field of ['name', 'brand', 'model']) expect(isFolded({ problems: { [field]: 'Choose it.' } })).toBe(false)
  expect(isFolded({ problems: { salePrice: 'Enter your price.' } })).toBe(true)
  expect(isFolded({ mayFold: false })).toBe(false)
})
