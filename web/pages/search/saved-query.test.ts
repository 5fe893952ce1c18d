import { expect, test } from 'vitest'
import { parseSavedQuery } from './saved-query.ts'

test('of a search’s address all that is asked is kept, and neither its page nor its order', () => {
  const address = '?q=gixxer&priceTo=200000&verified=on&sort=price&cursor=abc&limit=24&from=home'
  expect(parseSavedQuery(address)).toEqual({ q: 'gixxer', priceTo: '200000', verified: 'on' })
})

test('several boxes of one name are kept as one choice', () => {
  expect(parseSavedQuery('brand=yamaha&brand=tvs&district=dhaka,gazipur')).toEqual({
    brand: 'yamaha,tvs',
    district: 'dhaka,gazipur',
  })
})

test.each(['', '?', '?sort=price', '?q=&brand=', '?cursor=abc&limit=10'])('%s asks nothing', (address) => {
  expect(parseSavedQuery(address)).toBe(null)
})
