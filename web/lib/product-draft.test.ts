import { expect, test } from 'vitest'
import { createDraft, productFields, parseProductDraft } from './product-draft.ts'

const draft = createDraft((field) => `${field} as typed: ১,৭৮,০০০`)

test('what was kept is read back as it was typed', () => {
  expect(parseProductDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([null, '', '{', '5', 'null', '"text"'])('%j holds no draft', (text) => {
  expect(parseProductDraft(text)).toBeNull()
})

test('what is missing or no text is empty, and what is strange is left out', () => {
  const read = parseProductDraft(JSON.stringify({ productName: 'Gixxer', salePrice: 5, location: null, paid: true }))
  expect(read).toEqual({ ...createDraft(() => ''), productName: 'Gixxer' })
  expect(Object.keys(read ?? {}).toSorted()).toEqual([...productFields].toSorted())
})
