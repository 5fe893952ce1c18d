import { afterAll, expect, test } from 'vitest'
import { ApiError } from '#contract/errors/api-errors.ts'
import { recordApiErrorSites } from '#tests/support/api-error-sites.ts'
import { mayBook, mayBuy, type Offer } from './booking-checks.ts'

const sites = recordApiErrorSites()
afterAll(() => sites.close())

const offer: Offer = { sellerId: 'seller', salePriceTaka: 150_000, soldAt: null, withdrawnAt: null, hiddenAt: null }
const past = new Date(0)

/** The code of what the rule answers; "yes" for none. */
const tell = (rule: () => ApiError | null): string => {
  const answer = sites.call(() => {
    const apiError = rule()
    if (apiError) throw apiError
  })
  return answer instanceof ApiError ? answer.code : 'yes'
}

test.each<[string, Offer, string]>([
  ['that is taken off sale', { ...offer, withdrawnAt: past }, 'not_found'],
  ['that is hidden', { ...offer, hiddenAt: past }, 'not_found'],
  ['that is sold', { ...offer, soldAt: past }, 'bike_sold'],
  ['of the buyer', { ...offer, sellerId: 'buyer' }, 'own_bike'],
  ['that is for sale', offer, 'yes'],
])('a bike %s: whether it may be saved, and booked', (_, bike, expected) => {
  expect(tell(() => mayBuy(bike, 'buyer'))).toBe(expected)
  expect(tell(() => mayBook(bike, { buyerId: 'buyer', priceSeenTaka: 150_000 }))).toBe(expected)
})

test('a bike that nobody knows is not saved', () => {
  expect(tell(() => mayBuy(undefined, 'buyer'))).toBe('not_found')
})

test('a bike is booked at the price that the buyer saw, and at no other', () => {
  for (const priceSeenTaka of [149_999, 150_001])
    expect(tell(() => mayBook(offer, { buyerId: 'buyer', priceSeenTaka }))).toBe('price_changed')
})

test('every line that refuses something has a case above', () => {
  expect(sites.listMissing(['market/deals/booking-checks.ts'])).toEqual([])
})
