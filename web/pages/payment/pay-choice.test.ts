// What comes back of a payment, before anything is paid.
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { readText } from '#tests/support/deals/read-page.ts'
import { shownAt, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import { PayChoice, type PayOptions } from './pay-choice.tsx'

const hourMs = 3_600_000
const early = 'You cancel more than a day before the meeting'

const readChoice = (hoursAhead: number | null, state: 'requested' | 'accepted' = 'requested'): string => {
  const nowMs = new Date(shownAt).getTime()
  const meetAt = hoursAhead === null ? null : new Date(nowMs + hoursAhead * hourMs).toISOString()
  const rules = [
    { case: 'buyer_cancels_early', toBuyer: 5_000, toSeller: 0 },
    { case: 'buyer_cancels_late', toBuyer: 2_500, toSeller: 2_500 },
  ] as const
  const options: PayOptions = {
    deal: toDealPageData({ meetAt, state }).value.deal,
    nowMs,
    purposes: ['deposit', 'full'],
    amounts: { deposit: 5_000, full: 100_000, rest: 95_000 },
    rules: { deposit: [...rules], full: [...rules] },
    payments: [],
    restTaka: 0,
  }
  const Choice = () =>
    createElement(PayChoice, { options, chosen: 'deposit', isBusy: false, onChoose: () => {}, onContinue: () => {} })
  return readText(Choice, null)
}

test.each([null, 48, 24])('cancelling early is promised while it can be: %s hours before the meeting', (hours) => {
  expect(readChoice(hours)).toContain(early)
  expect(readChoice(hours)).toContain('You cancel later, or do not come')
})

test('less than a day before the meeting nothing is promised that cannot happen any more', () => {
  expect(readChoice(23)).not.toContain(early)
  expect(readChoice(23)).toContain('You cancel from now on, or do not come ৳2,500 back ৳2,500 to the seller')
})

test('a deposit is not said to reserve a bike that is kept already, because the seller said yes', () => {
  expect(readChoice(null)).toContain('Reserves the bike until you meet. The other ৳95,000')
  const accepted = readChoice(null, 'accepted')
  expect(accepted).toContain('Deposit ৳5,000 The bike is kept for you already. A deposit shows that you come;')
  expect(accepted).not.toContain('Reserves the bike until you meet. The other')
})
