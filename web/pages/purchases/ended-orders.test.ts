// The orders that ended without a sale, below the others.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { readHtml } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import { EndedOrders } from './ended-orders.tsx'

test('an order that ended without a sale leads to bikes like the one that was booked', () => {
  const ended = {
    ...shownDeal,
    state: 'closed',
    closeReason: 'unavailable',
    closedAt: shownAt,
    productName: 'Gixxer 155',
  } as const
  const html = readHtml(() => createElement(EndedOrders, { deals: [ended], nowMs: Date.parse(shownAt) }), null)
  expect(html).toMatch(/<a [^>]*aria-label="See bikes like it: Gixxer 155" href="\/bikes\?q=Gixxer\+155"/)
})
