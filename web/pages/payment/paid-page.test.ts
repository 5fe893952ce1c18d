// The page to which a wallet sends the buyer back, with what is left to pay.
import { expect, test } from 'vitest'
import { loadBangla, readText } from '#tests/support/deals/read-page.ts'
import { shownAt, shownDeposit, toDealPageData } from '#tests/support/deals/shown-deals.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import type { Language } from '#web/i18n/language.ts'
import PaidPage from './paid-page.tsx'

const read = (changes: Partial<Deal> | null, language?: Language): string => {
  const deal = changes && toDealPageData({ state: 'held', heldAt: shownAt, ...changes }).value.deal
  const result = {
    state: 'paid',
    way: 'bkash',
    failure: null,
    message: null,
    transactionId: 'TRX1',
    amount: 3_000,
    productName: 'Bike',
    bookingId: null,
    wishlistId: null,
    dealId: deal?._id ?? null,
    deal,
  }
  return readText(PaidPage, result, language)
}

test('after a deposit by a wallet the page says what is paid and what is left, and after the full price nothing is left', async () => {
  const deposit: Partial<Deal> = { payments: [shownDeposit], rest: 97_000 }
  expect(read(deposit)).toContain('You paid ৳3,000. ৳97,000 at the meeting.')
  expect(read(deposit, await loadBangla())).toContain('বাকি ৳৯৭,০০০')
  expect(read({ payments: [{ ...shownDeposit, purpose: 'full', amount: 100_000 }], rest: 0 })).not.toContain(
    'at the meeting.',
  )
  expect(read(null)).toContain('TRX1')
})
