// The main button of a deal is the same in every list as on its page.
import { expect, test } from 'vitest'
import { listMainButtons, readHtml } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal, shownOrder, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import DealPage from '#web/pages/deals/deal-page.tsx'
import Deals from '#web/pages/deals/deals-page.tsx'
import Orders from '#web/pages/purchases/orders-page.tsx'
import Wishlist from '#web/pages/purchases/wishlist-page.tsx'

const nowMs = Date.parse(shownAt)

const readPurchases = (deal: DealSummary, changes: Partial<Purchase> = {}) => {
  const list = { items: [{ ...shownOrder, ...changes }], isWhole: true }
  const data = { list, ended: [], dealsById: new Map([[deal._id, deal]]), nowMs }
  const wish = { ...data, list: { ...list, items: list.items.map((item): Purchase => ({ ...item, from: 'wish' })) } }
  return [Orders, Wishlist].map((page) => listMainButtons(readHtml(page, page === Orders ? data : wish)))
}

const readPage = (deal: DealSummary) => listMainButtons(readHtml(DealPage, toDealPageData(deal)))

const readCard = (deal: DealSummary) => {
  const live = { items: [deal], isWhole: true }
  const value = { live, ended: { items: [], isWhole: true }, hasAllEnded: false, nowMs }
  return listMainButtons(readHtml(Deals, { data: { ok: true, value } }))
}

test.each<[string, Partial<DealSummary>, Partial<Purchase>]>([
  ['a request', {}, {}],
  [
    'an accepted deal without a time',
    {
      state: 'accepted',
      acceptedAt: shownAt,
      acts: ['propose_meeting', 'pay_full', 'cancel'],
      nextAct: 'propose_meeting',
    },
    {},
  ],
  [
    'a proposed time',
    {
      state: 'accepted',
      acceptedAt: shownAt,
      proposedMeetAt: '2026-11-21T10:00:00.000Z',
      proposedBy: 'seller',
      acts: ['agree_meeting', 'pay_full', 'cancel'],
      nextAct: 'agree_meeting',
    },
    {},
  ],
  [
    'a paid deal whose code is shown',
    { state: 'held', heldAt: shownAt, acts: ['show_code', 'cancel'], nextAct: 'show_code' },
    { paid: true },
  ],
])('%s has one main button: in the orders, the wishlist and on its page', (_name, changes, purchase) => {
  const deal = { ...shownDeal, ...changes }
  const [main, ...others] = readPage(deal)
  expect(others).toEqual([])
  // A row leads to the page, and does not read as if one tap agreed.
  const inRow = main === 'Agree' ? 'Answer' : main
  expect(readPurchases(deal, purchase)).toEqual([[inRow], [inRow]])
})

test('nothing is the main button where the buyer waits in line', () => {
  const deal: DealSummary = { ...shownDeal, linePlace: 1, acts: ['cancel'], nextAct: null }
  expect(readPage(deal)).toEqual([])
  expect(readPurchases(deal, { payObstacle: 'promised_to_another' })).toEqual([[], []])
})

test('a saved bike that can be booked has one main button, which leads to the booking form', () => {
  const wish: Purchase = { ...shownOrder, from: 'wish', dealId: null, slug: 'gixxer-1', salePrice: 100_000 }
  const readWish = (changes: Partial<Purchase>) => {
    const list = { items: [{ ...wish, ...changes }], isWhole: true }
    return readHtml(Wishlist, { list, dealsById: new Map(), nowMs })
  }
  expect(listMainButtons(readWish({}))).toEqual(['Book Now'])
  expect(readWish({})).toContain('href="/bikes/gixxer-1#book-gixxer-1"')
  expect(listMainButtons(readWish({ status: 'reserved', payObstacle: 'promised_to_another' }))).toEqual([
    'Stand in line',
  ])
  for (const status of ['sold', 'withdrawn'] as const) expect(listMainButtons(readWish({ status }))).toEqual([])
  const paid = readWish({ paid: true, dealId: shownOrder.dealId })
  expect(listMainButtons(paid)).toEqual([])
  expect(paid).toContain(`href="/dashboard/deal/${shownOrder.dealId}"`)
  expect(paid).toContain('See order')
})

test('a saved bike says how its price has changed, and a bike that is gone does not', () => {
  const readWish = (changes: Partial<Purchase>) => {
    const list = { items: [{ ...shownOrder, from: 'wish', dealId: null, slug: 'gixxer-1', ...changes }], isWhole: true }
    return readHtml(Wishlist, { list, dealsById: new Map(), nowMs })
  }
  expect(readWish({ priceChange: -5_000 })).toContain('৳5,000 less than when you saved it')
  expect(readWish({ priceChange: 5_000 })).toContain('৳5,000 more than when you saved it')
  expect(readWish({ priceChange: 0 })).not.toContain('when you saved it')
  expect(readWish({ priceChange: -5_000, status: 'sold' })).not.toContain('when you saved it')
})

test('the seller’s card of a paid deal leads to the code first, and that of a request to the answer', () => {
  const held: DealSummary = {
    ...shownDeal,
    side: 'seller',
    state: 'held',
    acceptedAt: shownAt,
    heldAt: shownAt,
    meetAt: '2026-11-21T10:00:00.000Z',
    acts: ['hand_over', 'cancel'],
    nextAct: 'hand_over',
  }
  expect(readCard(held)).toEqual(readPage(held))
  const asked: DealSummary = { ...shownDeal, side: 'seller', acts: ['accept', 'decline'], nextAct: 'accept' }
  expect(readCard(asked)).toEqual(['Accept or decline'])
  const timeProposed: DealSummary = { ...held, acts: ['agree_meeting'], nextAct: 'agree_meeting' }
  expect(readCard(timeProposed)).toEqual(['Answer'])
})
