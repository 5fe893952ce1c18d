// The way to pay that is open when the page opens.
import { expect, test } from 'vitest'
import { readHtml, toText } from '#tests/support/deals/read-page.ts'
import { shownOrder } from '#tests/support/deals/shown-deals.ts'
import { getFirstWay } from './get-first-way.ts'
import Payment from './payment-page.tsx'

const bkash = { way: 'bkash', max: 50_000 } as const
const sslcommerz = { way: 'sslcommerz', max: 500_000 } as const
const card = { way: 'card', max: 999_999 } as const

test('the first way of the list that takes the amount is open, whichever it is', () => {
  expect(getFirstWay([card, bkash, sslcommerz], 100_000)).toBe('card')
  expect(getFirstWay([bkash, card], 5_000)).toBe('bkash')
  expect(getFirstWay([bkash, sslcommerz, card], 100_000)).toBe('sslcommerz')
})

test('where no way takes the amount the first one says so', () => {
  expect(getFirstWay([bkash, sslcommerz], 600_000)).toBe('bkash')
  expect(getFirstWay([], 5_000)).toBe('card')
})

test('the payment page opens on the first tab, and with a price that it does not take on the next one', () => {
  const readChosen = (salePrice: number): string => {
    const page = { purchase: { ...shownOrder, salePrice }, options: null, ways: [bkash, sslcommerz] }
    return toText(/<button[^>]*aria-selected="true".*?<\/button>/.exec(readHtml(Payment, page))?.[0] ?? '')
  }
  expect(readChosen(40_000)).toBe('bKash')
  expect(readChosen(100_000)).not.toBe('bKash')
})
