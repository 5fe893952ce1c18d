import { expect, test } from 'vitest'
import { getCaseNoticePath } from './english.ts'

test('a notice about a paper leads to the papers of its bike', () => {
  expect(getCaseNoticePath('paper_unreadable', 'gixxer')).toBe('/dashboard/myproducts/gixxer/papers')
  expect(getCaseNoticePath('tax_token_7_days', 'gixxer')).toBe('/dashboard/myproducts/gixxer/papers')
  expect(getCaseNoticePath('paper_checked', null)).toBe('/dashboard/myproducts')
  expect(getCaseNoticePath('bike_shown', 'gixxer')).toBe('/dashboard/myproducts')
  expect(getCaseNoticePath('case_warned', 'gixxer')).toBe('/dashboard/standing')
})
