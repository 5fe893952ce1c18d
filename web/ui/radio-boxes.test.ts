// Radio buttons as boxes.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { readHtml, toText } from '#tests/support/deals/read-page.ts'
import { RadioBoxes } from './forms/radio-boxes.tsx'

test('what else can be chosen stands before the problem', () => {
  const Boxes = () =>
    createElement(
      RadioBoxes,
      { name: 'brand', legend: 'Brand', choices: [{ value: 'TVS', label: 'TVS' }], problem: 'Choose a brand.' },
      createElement('button', { type: 'button' }, 'Another brand'),
    )
  expect(toText(readHtml(Boxes, null))).toBe('Brand TVS Another brand Choose a brand.')
})
