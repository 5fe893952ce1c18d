import { expect, test } from 'vitest'
import { draftOf, productFields, readProductDraft } from './product-draft.ts'

const typed = draftOf((field) => `${field} as typed: ১,৭৮,০০০`)

test('what was kept is read back as it was typed', () => {
  expect(readProductDraft(JSON.stringify(typed))).toEqual(typed)
})

test.each([null, '', '{', '5', 'null', '"text"'])('%j holds no draft', (text) => {
  expect(readProductDraft(text)).toBeNull()
})

test('what is missing or no text is empty, and what is strange is left out', () => {
  const read = readProductDraft(JSON.stringify({ productName: 'Gixxer', salePrice: 5, location: null, paid: true }))
  expect(read).toEqual({ ...draftOf(() => ''), productName: 'Gixxer' })
  expect(Object.keys(read ?? {}).toSorted()).toEqual([...productFields].toSorted())
})
