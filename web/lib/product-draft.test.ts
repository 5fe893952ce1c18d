import { expect, test } from 'vitest'
import { createDraft, productFields, parseProductDraft } from './product-draft.ts'

const draft = createDraft((field) => `${field} as typed: ১,৭৮,০০০`)

test('a saved draft is read back unchanged', () => {
  expect(parseProductDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, '', '{', '5', 'null', '"text"'])('%j is not a draft', (text) => {
  expect(parseProductDraft(text)).toBeNull()
})

test('missing or non-text fields are empty, and unknown fields are dropped', () => {
  const read = parseProductDraft(JSON.stringify({ productName: 'Gixxer', salePrice: 5, location: null, paid: true }))
  expect(read).toEqual({ ...createDraft(() => ''), productName: 'Gixxer' })
  expect(Object.keys(read ?? {}).toSorted()).toEqual([...productFields].toSorted())
})
