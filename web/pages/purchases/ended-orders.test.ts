// The orders that ended without a sale, below the others.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, toText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
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

test('an ended order names its seller with a label, and not twice', async () => {
  const ended = { ...shownDeal, state: 'closed', closeReason: 'unavailable', closedAt: shownAt } as const
  const Page = (changes: Partial<DealSummary>) => () =>
    createElement(EndedOrders, { deals: [{ ...ended, ...changes }], nowMs: Date.parse(shownAt) })
  expect(toText(readHtml(Page({}), null))).toContain('Seller: Rahim Uddin')
  expect(toText(readHtml(Page({}), null, await loadBangla()))).toContain('বিক্রেতা: Rahim Uddin')
  const declined = toText(readHtml(Page({ closeReason: 'declined' }), null))
  expect(declined).toContain('Rahim')
  expect(declined).not.toContain('Seller:')
})
