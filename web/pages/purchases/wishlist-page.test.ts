// What stands beside the bikes of a wishlist.
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal, shownOrder } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import Wishlist from './wishlist-page.tsx'

const wish: Purchase = {
  ...shownOrder,
  _id: 'wish',
  from: 'wish',
  dealId: null,
  slug: 'bike',
  productName: 'Gixxer',
  mayRemove: true,
  isBought: false,
}
const toPage = (changes: Partial<Purchase>, deals: DealSummary[] = []) => ({
  list: { items: [{ ...wish, ...changes }], isWhole: true },
  dealsById: new Map(deals.map((deal) => [deal._id, deal])),
  nowMs: Date.parse(shownAt),
})
const bin = 'aria-label="Remove Gixxer"'

test('each saved bike can be taken off, also one that is sold, removed or bought', () => {
  for (const changes of [
    {},
    { status: 'sold' },
    { status: 'withdrawn' },
    { status: 'sold', paid: true, isBought: true },
    { status: 'reserved', paid: true },
  ] as const)
    expect(readHtml(Wishlist, toPage(changes)), JSON.stringify(changes)).toContain(bin)
  expect(readHtml(Wishlist, toPage({ status: 'reserved', paid: true, mayRemove: false }))).not.toContain(bin)
})

test('a bike that this person bought says so, with the way to its order', async () => {
  for (const paid of [true, false]) {
    const bought = toPage({ status: 'sold', paid, isBought: true, dealId: 'deal' })
    const text = readText(Wishlist, bought)
    expect(text).toContain('You bought this bike.')
    expect(text).toContain('See order')
    expect(text).not.toMatch(/Book Now|Sold/)
    expect(readHtml(Wishlist, bought)).toContain('href="/dashboard/deal/deal"')
    expect(readText(Wishlist, bought, await loadBangla())).toContain('বাইকটি আপনি কিনেছেন।')
  }
  const sold = readText(Wishlist, toPage({ status: 'sold' }))
  expect(sold).toContain('Sold')
  expect(sold).not.toContain('You bought')
})

test('while the deal goes on its own sentence stands there', () => {
  const deal: DealSummary = { ...shownDeal, _id: 'deal', state: 'handed_over', handedOverAt: shownAt, nextAct: null }
  const page = toPage({ status: 'sold', paid: true, isBought: true, dealId: 'deal' }, [deal])
  expect(readText(Wishlist, page)).not.toContain('You bought')
})

test('a saved bike that can be booked has the verdict on its price and whether its seller is verified', async () => {
  const trust = { priceVerdict: 'fair', verification: true, papersLevel: 'complete', isInspected: true } as const
  const text = readText(Wishlist, toPage({ trust }))
  expect(text).toMatch(/Fair price Papers complete Inspected Verified seller/)
  expect(readText(Wishlist, toPage({ trust }), await loadBangla())).toContain('ন্যায্য দাম')
  const plain = { priceVerdict: null, verification: false, papersLevel: 'not_said', isInspected: false } as const
  expect(readText(Wishlist, toPage({ trust: plain }))).toContain('Not verified yet')
  const warned = readText(Wishlist, toPage({ trust: { ...plain, priceVerdict: 'far_below' } }))
  expect(warned).toContain('Very low price')
  for (const status of ['sold', 'withdrawn'] as const)
    expect(readText(Wishlist, toPage({ trust, status }))).not.toContain('Fair price')
})

test('a bike that was bought stands last, unless its deal goes on', () => {
  const bought = { ...wish, status: 'sold', isBought: true, dealId: 'deal' } as const
  const items: Purchase[] = [
    { ...bought, _id: 'bought', productName: 'Bought' },
    { ...bought, _id: 'handed over', productName: 'Handed over', dealId: 'live' },
    { ...wish, productName: 'Saved' },
  ]
  const page = { ...toPage({}, [{ ...shownDeal, _id: 'live', state: 'handed_over', handedOverAt: shownAt }]) }
  const html = readHtml(Wishlist, { ...page, list: { items, isWhole: true } })
  const names = [...html.matchAll(/<a translate="no"[^>]*>(.*?)<\/a>/g)].map(([, name]) => name)
  expect(names).toEqual(['Handed over', 'Saved', 'Bought'])
})
