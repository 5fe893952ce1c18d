// A deal in a list.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { loadBangla, readHtml, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeal } from '#tests/support/deals/shown-deals.ts'
import type { Language } from '#web/i18n/language.ts'
import { type CardKind, DealCard } from './deal-card.tsx'
import type { DealSummary } from './describe-deal.ts'

const createCard = (kind: CardKind, changes: Partial<DealSummary>) => {
  const deal: DealSummary = { ...shownDeal, side: 'seller', otherName: 'Karim Sheikh', nextAct: null, ...changes }
  return () => createElement(DealCard, { deal, kind, nowMs: new Date(shownAt).getTime() })
}

const read = (kind: CardKind, changes: Partial<DealSummary>, language?: Language): string =>
  readText(createCard(kind, changes), null, language)

const readCard = (kind: CardKind, changes: Partial<DealSummary>): string => readHtml(createCard(kind, changes), null)

test('an ended deal is a short row: no button, and the other person is named once', () => {
  const ended = { state: 'closed', closedAt: shownAt } as const
  expect(read('ended', { ...ended, closeReason: 'released' })).toBe('Bike ৳1,00,000 Sold to Karim')
  expect(read('ended', { ...ended, closeReason: 'unavailable' })).toBe(
    'Bike ৳1,00,000 Karim Sheikh The bike is no longer for sale',
  )
  expect(read('waiting', {})).toContain('See deal')
})

test('after a late cancellation both read what stays with the seller, and the seller when it comes', () => {
  const late = { state: 'closed', closedAt: shownAt, closeReason: 'cancelled_by_buyer', paid: 530 } as const
  expect(read('ended', late)).toContain('Karim cancelled Yours : ৳530, sent within 3 days')
  expect(read('ended', { ...late, side: 'buyer' })).toContain('You cancelled Stays with Karim : ৳530')
  expect(read('ended', { ...late, closeReason: 'buyer_no_show' })).toContain('Yours : ৳530')
  for (const other of [{ paid: 0 }, { closeReason: 'released' }])
    expect(read('ended', { ...late, ...other })).not.toContain('Yours')
})

test('after the handover the seller reads when the money is theirs', () => {
  const handedOver = { state: 'handed_over', handedOverAt: shownAt, paid: 5_000 } as const
  expect(read('waiting', handedOver)).toContain(
    'Handed over ৳5,000 is yours on Sat 21 Nov, 2:00 PM, if no problem is reported',
  )
  // The price was paid in cash: no money of the shop becomes theirs.
  expect(read('waiting', { ...handedOver, paid: 0 })).toMatch(/Handed over See deal$/)
  expect(read('waiting', { ...handedOver, side: 'buyer' })).not.toContain('yours on')
})

test('what was paid stands in a row once', () => {
  const held = { state: 'held', heldAt: shownAt, paid: 5_000 } as const
  expect(read('waiting', held)).toContain('Karim paid ৳5,000. Agree on a time. See deal')
  const meeting = { ...held, meetAt: shownAt, meetPlace: 'Mirpur' }
  expect(read('meeting', meeting)).toContain('2:00 PM, Mirpur ৳5,000 paid here See deal')
})

test('who waits is told the place among those who wait, never as if the bike were theirs', async () => {
  const waiting = { linePlace: 1, acts: ['cancel'], nextAct: null } satisfies Partial<DealSummary>
  expect(read('waiting', { ...waiting, side: 'buyer' })).toContain('You are 1st of those who wait')
  expect(read('waiting', waiting)).toContain('Karim is 1st of those who wait')
  const inBangla = read('waiting', { ...waiting, side: 'buyer' }, await loadBangla())
  expect(inBangla).toContain('অপেক্ষায় থাকা ক্রেতাদের মধ্যে আপনি ১ম')
})

test('the seller reads whose code is entered, and a way to propose a time opens its form', async () => {
  const held = {
    state: 'held',
    heldAt: shownAt,
    acts: ['hand_over'],
    nextAct: 'hand_over',
  } satisfies Partial<DealSummary>
  expect(read('waiting', held)).toContain('Enter Karim’s code')
  expect(read('waiting', held, await loadBangla())).toMatch(/Karim.* কোড লিখুন/)
  const timeless = { ...held, nextAct: 'propose_meeting' } satisfies Partial<DealSummary>
  expect(readCard('waiting', timeless)).toContain(`href="/dashboard/deal/${shownDeal._id}?time"`)
})

test('an ended order that can be booked again has its button', () => {
  const again = { side: 'buyer', state: 'accepted', bookUntil: shownAt, nextAct: 'book' } as const
  expect(read('ended', again)).toMatch(/Book at ৳1,00,000$/)
})
