import { expect, test } from 'vitest'
import { parseSavedQuery } from './saved-query.ts'

test('the saved query has all filters, without page and sort order', () => {
  const address = '?q=gixxer&priceTo=200000&verified=on&sort=price&cursor=abc&limit=24&from=home'
  expect(parseSavedQuery(address)).toEqual({ q: 'gixxer', priceTo: '200000', verified: 'on' })
})

test('the saved query has papers and inspection as the search has them, and no other value of theirs', () => {
  expect(parseSavedQuery('?papers=complete&inspected=yes')).toEqual({ papers: 'complete', inspected: 'yes' })
  expect(parseSavedQuery('?papers=mostly&inspected=on')).toBe(null)
})

test('the saved query has what is excluded', () => {
  expect(parseSavedQuery('?q=scooter&notBrand=bajaj')).toEqual({ q: 'scooter', notBrand: 'bajaj' })
})

test('several checkboxes of one name become one value', () => {
  expect(parseSavedQuery('brand=yamaha&brand=tvs&district=dhaka,gazipur')).toEqual({
    brand: 'yamaha,tvs',
    district: 'dhaka,gazipur',
  })
})

test.each(['', '?', '?sort=price', '?q=&brand=', '?cursor=abc&limit=10'])('%s has no filters', (address) => {
  expect(parseSavedQuery(address)).toBe(null)
})
