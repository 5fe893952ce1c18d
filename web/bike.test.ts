import { describe, expect, test } from 'vitest'
import { cut, isMasked, telephoneLink } from './bike.ts'
import { taka } from './money.ts'

describe('the description of a category card', () => {
  test('is cut to 100 characters followed by "..."', () => {
    const description = 'x'.repeat(99) + 'yz'

    expect(cut(description, 100)).toBe('x'.repeat(99) + 'y...')
  })

  test('counts a letter beyond the first plane as one, so that no half of it is left', () => {
    expect(cut('🏍🏍🏍', 2)).toBe('🏍🏍...')
  })

  test('carries the dots also when it is short, as the specification has it', () => {
    expect(cut('Gixxer', 100)).toBe('Gixxer...')
  })
})

describe('a contact number', () => {
  test('rings without its dash', () => expect(telephoneLink('01712-345678')).toBe('tel:01712345678'))
  test('keeps the plus of another country', () => expect(telephoneLink('+44 20 7946')).toBe('tel:+44207946'))
  test('is masked when a dot stands in it', () => {
    expect([isMasked('01712-••••••'), isMasked('01712-345678')]).toEqual([true, false])
  })
})

test.each([
  [215_000, '৳2,15,000'],
  [999_999, '৳9,99,999'],
  [84_000, '৳84,000'],
  [1_000, '৳1,000'],
])('%i Taka are written %s', (amount, shown) => expect(taka(amount)).toBe(shown))
