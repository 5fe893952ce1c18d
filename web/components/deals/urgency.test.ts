// Which deals come first in a list.
import { expect, test } from 'vitest'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from './describe-deal.ts'
import { compareByUrgency, isToDo } from './urgency.ts'

test('tells the orders in which the buyer is waited for', () => {
  const waits = (changes: Partial<DealSummary>) => isToDo({ ...shownDeal, nextAct: null, ...changes })
  for (const nextAct of [
    'agree_meeting',
    'propose_meeting',
    'everything_fine',
    'answer_cash_sale',
    'show_code',
    'add_evidence',
  ] as const)
    expect(waits({ nextAct }), nextAct).toBe(true)
  for (const nextAct of [null, 'pay_full', 'pay_deposit', 'pay_rest', 'receipt'] as const)
    expect(waits({ nextAct }), String(nextAct)).toBe(false)
  // In the turn paying hurries, and after the sale what is left at BRTA.
  expect(waits({ nextAct: 'pay_full', turnUntil: shownAt })).toBe(true)
  const sold = { state: 'closed', nextAct: 'receipt' } as const
  expect([waits(sold), waits({ ...sold, transferDueOn: '2027-01-19' })]).toEqual([false, true])
})

test('the order that waits the shortest for the buyer comes first, then those in which others are waited for', () => {
  const order = (name: string, changes: Partial<DealSummary>) => ({
    ...shownDeal,
    nextAct: null,
    ...changes,
    _id: name,
  })
  const orders = [
    order('others', { nextAct: 'pay_full' }),
    order('problem', { state: 'disputed', handedOverAt: shownAt, disputedAt: shownAt }),
    order('BRTA', { state: 'closed', closeReason: 'released', transferDueOn: '2027-01-19' }),
    order('handed over', { state: 'handed_over', handedOverAt: shownAt, nextAct: 'everything_fine' }),
    order('paid', { state: 'held', heldAt: shownAt, nextAct: 'propose_meeting' }),
    order('turn', { turnUntil: new Date(new Date(shownAt).getTime() + 3_600_000).toISOString() }),
  ]
  const compare = compareByUrgency(new Date(shownAt).getTime())
  const names = [undefined, ...orders].sort(compare).map((one) => one?._id)
  expect(names).toEqual(['turn', 'handed over', 'problem', 'paid', 'BRTA', 'others', undefined])
})
