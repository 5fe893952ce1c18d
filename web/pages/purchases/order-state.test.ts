// What a row of My Orders says of its deal.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { NextLink, OrderState } from './order-state.tsx'

const readState = (changes: Partial<DealSummary>): string => {
  const deal = { ...shownDeal, ...changes }
  const State = () => createElement(OrderState, { deal, nowMs: new Date(shownAt).getTime() })
  return readText(State, null)
}

test('names the day and the time of the meeting', () => {
  const held = { state: 'held', acceptedAt: shownAt, heldAt: shownAt } as const
  expect(readState({ ...held, meetAt: '2026-11-20T10:00:00.000Z' })).toContain('You meet today at 4:00 PM.')
  expect(readState({ ...held, meetAt: '2026-11-21T10:00:00.000Z' })).toContain('You meet tomorrow at 4:00 PM.')
})

test('names the last day for what is left to do at BRTA', () => {
  const sold = { state: 'closed', closedAt: shownAt, handedOverAt: shownAt, closeReason: 'released' } as const
  expect(readState(sold)).toBe('Done. Now put the bike in your name.')
  const due = { ...sold, transferDueOn: '2027-01-19' }
  expect(readState(due)).toContain('Apply at BRTA by Tue 19 Jan')
  const readLink = (changes: Partial<DealSummary>) =>
    readText(() => createElement(NextLink, { deal: { ...shownDeal, nextAct: 'receipt', ...changes } }), null)
  expect(readLink(due)).toBe('Put it in your name')
  expect(readLink(sold)).toBe('')
  // Before the deal is done its own next step comes first.
  const handedOver = { state: 'handed_over', handedOverAt: shownAt, transferDueOn: '2027-01-19' } as const
  expect(readLink({ ...handedOver, nextAct: 'everything_fine' })).not.toBe('Put it in your name')
})

test('says what may be done until the time that it names, for each side', () => {
  const handedOver = { state: 'handed_over', handedOverAt: shownAt } as const
  expect(readState(handedOver)).toContain('Report a problem until Sat 21 Nov')
  expect(readState({ ...handedOver, side: 'seller' })).toContain(
    'Yours on Sat 21 Nov, 2:00 PM, if no problem is reported',
  )
  expect(readState({ state: 'disputed', disputedAt: shownAt })).toContain('We decide by Mon 23 Nov')
  const sold = { state: 'closed', closeReason: 'released', transferDueOn: '2027-01-19' } as const
  expect(readState({ ...sold, side: 'seller' })).toContain('Tell BRTA by Tue 19 Jan')
  expect(readState({ answerDueAt: '2026-11-22T10:00:00.000Z' })).toContain('Without an answer by Sun 22 Nov')
  const paid = readState({ state: 'held', heldAt: shownAt, meetAt: null })
  expect(paid).toContain('Until ')
  expect(paid).not.toContain('Answer by')
})

test('says what goes back of a deal that was decided', () => {
  const decided = { state: 'closed', closedAt: shownAt, handedOverAt: shownAt, closeReason: 'released' } as const
  expect(readState(decided)).not.toContain('back')
  expect(readState({ ...decided, refund: { taka: 8_000, state: 'succeeded' } })).toContain(
    'Went back to you : ৳8,000 (sent)',
  )
})
