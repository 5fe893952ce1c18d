// The words behind the cash of a deal.
import { expect, test } from 'vitest'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { getCashNote } from './cash-note.ts'

const en = dealMessages.en.record
const at = '2026-11-20T08:00:00.000Z'
const handedOver = {
  side: 'buyer',
  heldAt: at,
  closedAt: null,
  closeReason: null,
  cashConfirmedAt: null,
  cashDeniedAt: null,
} as const
const closed = { ...handedOver, closedAt: at, closeReason: 'released' } as const

test('a cash amount that nobody confirmed ends in words, and not as “not confirmed yet” for ever', () => {
  expect(getCashNote(handedOver, en)).toBe('you have not confirmed it yet')
  expect(getCashNote({ ...handedOver, side: 'seller' }, en)).toBe('the buyer has not confirmed it yet')
  expect(getCashNote(closed, en)).toBe(en.cash.unanswered.buyer)
  expect(getCashNote({ ...closed, side: 'seller' }, en)).toBe(en.cash.unanswered.seller)
  expect(getCashNote({ ...closed, cashConfirmedAt: at }, en)).toBeNull()
  expect(getCashNote({ ...closed, cashDeniedAt: at }, en)).toBe(en.cash.denied.buyer)
})

test('a sale for cash alone is confirmed or denied by how it ended', () => {
  const claimed = { ...closed, heldAt: null }
  expect(getCashNote({ ...claimed, closeReason: 'sold_for_cash' }, en)).toBeNull()
  expect(getCashNote({ ...claimed, closeReason: 'cancelled_by_seller' }, en)).toBe(en.cash.denied.buyer)
  expect(getCashNote({ ...claimed, closeReason: 'unavailable' }, en)).toBe(en.cash.unanswered.buyer)
})
