// When a field that the form fills in is folded.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { readHtml } from '#tests/support/deals/read-page.ts'
import { FilledField } from './filled-field.tsx'

/** Whether the field of the name is folded. */
const isFolded = (changes: { typed?: string; filledIn?: string; problem?: string }): boolean => {
  const name = 'Suzuki Gixxer 155'
  const field = { id: 'product-name', name: 'productName', label: 'Product Name', shown: name, defaultValue: name }
  const Shown = () => createElement(FilledField, { ...field, typed: name, filledIn: name, ...changes })
  return readHtml(Shown, null).includes('class="filledin"')
}

test('a field that the form has filled in is folded; one that was refused is open', () => {
  expect(isFolded({})).toBe(true)
  expect(isFolded({ problem: 'Write the name without a number.' })).toBe(false)
})

test('a field that is empty, or that holds something else, is open', () => {
  expect(isFolded({ typed: '', filledIn: '' })).toBe(false)
  expect(isFolded({ typed: 'My Gixxer' })).toBe(false)
  expect(isFolded({ filledIn: '' })).toBe(false)
})
