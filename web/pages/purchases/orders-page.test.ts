// The order of My Orders.
import { expect, test } from 'vitest'
import { readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal, shownOrder } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import Orders from './orders-page.tsx'

const toOrder = (name: string): Purchase => ({ ...shownOrder, _id: name, dealId: name, productName: name })

test('orders in which the buyer is waited for come first, both parts as they were', () => {
  const deals: [string, Partial<DealSummary>][] = [
    ['Waiting one', { nextAct: null }],
    ['Time proposed', { state: 'accepted', nextAct: 'agree_meeting' }],
    ['Waiting two', { nextAct: 'pay_full' }],
    ['Handed over', { state: 'handed_over', nextAct: 'everything_fine' }],
  ]
  const text = readText(Orders, {
    list: { items: deals.map(([name]) => toOrder(name)), isWhole: true },
    ended: [],
    dealsById: new Map(deals.map(([_id, changes]) => [_id, { ...shownDeal, _id, productName: _id, ...changes }])),
    nowMs: Date.parse(shownAt),
  })
  expect(text).toMatch(/Time proposed .*Handed over .*Waiting one .*Waiting two/)
})

test('the main button of an order stands before the way to it, and Pay last where something else comes first', () => {
  const read = (nextAct: DealSummary['nextAct']) =>
    readText(Orders, {
      list: { items: [toOrder('Bike')], isWhole: true },
      ended: [],
      dealsById: new Map([['Bike', { ...shownDeal, _id: 'Bike', state: 'accepted', nextAct }]]),
      nowMs: Date.parse(shownAt),
    })
  expect(read('propose_meeting')).toMatch(/Propose a time.*See order.*Pay/)
  expect(read('pay_full')).toMatch(/Pay.*See order/)
})
