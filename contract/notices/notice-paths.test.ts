import { expect, test } from 'vitest'
import { getCaseNoticePath } from './english.ts'

test('a notice about a paper leads to the papers of its bike', () => {
  expect(getCaseNoticePath('paper_unreadable', 'gixxer')).toBe('/dashboard/myproducts/gixxer/papers')
  expect(getCaseNoticePath('tax_token_7_days', 'gixxer')).toBe('/dashboard/myproducts/gixxer/papers')
  expect(getCaseNoticePath('paper_checked', null)).toBe('/dashboard/myproducts')
  expect(getCaseNoticePath('bike_shown', 'gixxer')).toBe('/dashboard/myproducts')
  expect(getCaseNoticePath('case_warned', 'gixxer')).toBe('/dashboard/standing')
})

test('what a seller is asked for before a badge leads to the page of the number, or to the own bikes, where it stands', () => {
  expect(getCaseNoticePath('badge_question_phone', null)).toBe('/dashboard/phone')
  for (const wanted of ['papers', 'call', 'bike'] as const)
    expect(getCaseNoticePath(`badge_question_${wanted}`, null)).toBe('/dashboard/myproducts')
})
