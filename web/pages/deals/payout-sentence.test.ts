import { expect, test } from 'vitest'
import { dealPayoutMessages } from '#web/i18n/en/deal-payout.ts'
import { getPayoutSentence } from './payout-sentence.ts'

const deal = { otherName: 'Rahim Uddin', closeReason: 'released', paid: 5_000 } as const

test.each([
  [null, null, null],
  ['due', null, null],
  ['failed', null, null],
  ['sent', 'The money is on its way to Rahim.', 'The money is on its way to you.'],
  ['confirmed', 'The money is with Rahim.', 'The money has reached you.'],
  ['set_off', null, 'The money is kept for what you owe us.'],
] as const)('of a payout that is %s the buyer reads "%s" and the seller "%s"', (payout, buyers, sellers) => {
  const messages = dealPayoutMessages.en
  expect(getPayoutSentence({ ...deal, side: 'buyer', payout }, messages)).toBe(buyers)
  expect(getPayoutSentence({ ...deal, side: 'seller', payout }, messages)).toBe(sellers)
})

test('of a deal that was not released only the seller who keeps a part is told how far it is', () => {
  const cancelled = { ...deal, side: 'seller', closeReason: 'cancelled_by_buyer', payout: 'sent' } as const
  const tell = (changes: Partial<Parameters<typeof getPayoutSentence>[0]>) =>
    getPayoutSentence({ ...cancelled, ...changes }, dealPayoutMessages.en)
  expect(tell({})).toBe('The money is on its way to you.')
  expect(tell({ side: 'buyer' })).toBeNull()
  expect(tell({ paid: 0 })).toBeNull()
  expect(tell({ closeReason: 'seller_no_show' })).toBeNull()
})
