import { expect, test } from 'vitest'
import { parseWholeNumber } from './parse-whole-number.ts'
import { takaPattern, wholeNumberPattern } from './whole-number-pattern.ts'

/** As a browser reads the pattern of a field. */
const asPattern = new RegExp(`^(?:${takaPattern})$`, 'v')

test.each([
  ['178000', 178_000],
  ['1,78,000', 178_000],
  ['178 000', 178_000],
  ['১,৭৮,০০০', 178_000],
  ['৳ ১৭৮০০০', 178_000],
  ['Tk 178000', 178_000],
  ['178000/-', 178_000],
  [' 5 ', 5],
  ['0', 0],
  ['২০২১', 2021],
])('%s is %d', (input, number) => {
  expect(parseWholeNumber(input)).toBe(number)
  expect(input).toMatch(asPattern)
})

test.each(['', ' ', 'many', '1.5', '১.৫', '-5', '1e5', '0x10', '12345678901', '5 lakh'])(
  '%j is not a whole number',
  (input) => {
    expect(parseWholeNumber(input)).toBeNull()
    expect(input).not.toMatch(asPattern)
  },
)

test('kilometres are no amount', () => {
  const kilometres = new RegExp(`^(?:${wholeNumberPattern})$`, 'v')
  for (const typed of ['17,387', '১৭ ৩৮৭ ', '0']) expect(typed).toMatch(kilometres)
  for (const typed of ['৳ 17,387', 'Tk 5', '5/-', '1.5', 'many', '']) expect(typed).not.toMatch(kilometres)
})
