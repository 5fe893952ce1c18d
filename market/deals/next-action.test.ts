// What each side of a deal should do first, state by state.
import { expect, test } from 'vitest'
import type { Deal } from '#market/schema/deals/deals.ts'
import type { Side } from './transitions.ts'
import { type DealRow, listActs } from './views.ts'
import { createExample, type ExampleState, hoursAgo, now } from '#tests/support/deals/deal-examples.ts'
import { getNextAct } from './next-action.ts'

const findNextAct = (side: Side, state: ExampleState, changes: Partial<Deal> = {}, row: Partial<DealRow> = {}) => {
  const { deal, paidTaka } = createExample(state, changes)
  const bike = {
    slug: 'bike',
    name: 'Bike',
    picture: '/bike.webp',
    status: deal.heldAt ? 'reserved' : 'available',
    salePriceTaka: deal.priceTaka,
    sellerName: 'Rahim',
    contactNumber: '01700000101',
    isHidden: false,
  } as const
  const whole: DealRow = {
    deal,
    bike,
    buyerName: 'Karim',
    isSellerVerified: false,
    paidTaka,
    takesDeposits: true,
    linePlace: null,
    isPromisedToAnother: false,
    othersPayUntil: null,
    dispute: null,
    saidBy: [],
    picturesBy: [],
    transfer: null,
    refund: null,
    buyer: null,
    ...row,
  }
  return getNextAct(listActs(whole, side, now), { deal, side, hasSaid: whole.saidBy.includes(side), now })
}

test('each side is led to one act first, and to none while it waits for the other', () => {
  const tomorrow = { meetAt: hoursAgo(-24) }
  const list = (state: ExampleState, changes?: Partial<Deal>, row?: Partial<DealRow>) => [
    findNextAct('buyer', state, changes, row),
    findNextAct('seller', state, changes, row),
  ]
  expect(list('requested')).toEqual([null, 'accept'])
  expect(list('requested', { turnUntil: hoursAgo(-1) })).toEqual(['pay_deposit', 'accept'])
  expect(list('requested', { turnUntil: hoursAgo(1) })).toEqual([null, 'accept'])
  expect(list('requested', {}, { isPromisedToAnother: true })).toEqual([null, null])
  expect(list('requested', {}, { othersPayUntil: hoursAgo(-1) })).toEqual([null, null])
  expect(list('requested', { confirmDueAt: hoursAgo(-1) })).toEqual(['confirm_change', null])
  expect(list('requested', { sellerOutcome: 'sold_for_cash', sellerOutcomeAt: now })).toEqual([
    'answer_cash_sale',
    null,
  ])
  expect(list('accepted')).toEqual(['propose_meeting', 'propose_meeting'])
  const proposed = { proposedMeetAt: hoursAgo(-24), proposedBy: 'seller' } as const
  expect(list('accepted', proposed)).toEqual(['agree_meeting', null])
  expect(list('accepted', tomorrow)).toEqual(['pay_deposit', null])
  expect(list('held', { meetAt: null })).toEqual(['propose_meeting', 'propose_meeting'])
  expect(list('held', { meetAt: hoursAgo(-1) })).toEqual(['show_code', 'hand_over'])
  expect(list('held', { meetAt: hoursAgo(3), askedAt: hoursAgo(1) })).toEqual(['show_code', 'say_no_deal'])
  expect(list('held, frozen')).toEqual([null, null])
  expect(list('handed over')).toEqual(['everything_fine', 'receipt'])
  expect(list('handed over', { cashConfirmedAt: now })).toEqual(['everything_fine', 'receipt'])
  expect(list('handed over, frozen')).toEqual(['confirm_cash', 'receipt'])
  expect(list('disputed')).toEqual(['add_evidence', 'add_evidence'])
  expect(list('disputed', {}, { saidBy: ['buyer'] })).toEqual([null, 'add_evidence'])
  expect(list('disputed', {}, { saidBy: ['buyer', 'seller'] })).toEqual([null, null])
  expect(list('disputed', { disputedAt: hoursAgo(49) })).toEqual([null, null])
  expect(list('closed')).toEqual(['receipt', 'receipt'])
})

test('until the day of the meeting the meeting is what comes next, and from then on the code', () => {
  const list = (hours: number) => {
    const meeting = { meetAt: hoursAgo(-hours) }
    return [findNextAct('buyer', 'held', meeting), findNextAct('seller', 'held', meeting)]
  }
  // It is noon in Dhaka.
  expect(list(24)).toEqual([null, null])
  expect(list(13)).toEqual([null, null])
  expect(list(11)).toEqual(['show_code', 'hand_over'])
  expect(list(1)).toEqual(['show_code', 'hand_over'])
  // Without a meeting they may stand together at any time.
  const proposed = { meetAt: null, proposedMeetAt: hoursAgo(-24), proposedBy: 'buyer' } as const
  expect(findNextAct('buyer', 'held', proposed)).toBe('show_code')
  // A seller who has proposed a time waits for the answer; the code is not what comes first.
  expect(findNextAct('seller', 'held', { ...proposed, proposedBy: 'seller' })).toBeNull()
})
