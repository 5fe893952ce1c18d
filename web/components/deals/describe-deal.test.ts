import { expect, test } from 'vitest'
import { type Deal, getSituation } from './describe-deal.ts'

const summary = {
  _id: '0198c2de-7a51-7c3e-9f0a-3f1f2d1c9b11',
  side: 'seller',
  state: 'closed',
  productId: '0198c2de-7a51-7c3e-9f0a-3f1f2d1c9b12',
  slug: 'yamaha-r15-1',
  productName: 'Yamaha R15',
  image: '',
  status: 'sold',
  price: 149_000,
  salePrice: 149_000,
  otherName: 'Karim Sheikh',
  isOtherVerified: false,
  requestedAt: '2026-11-20T04:00:00.000Z',
  acceptedAt: null,
  heldAt: null,
  handedOverAt: null,
  disputedAt: null,
  closedAt: '2026-11-22T04:00:00.000Z',
  closeReason: 'released',
  meetAt: null,
  meetPlace: null,
  proposedMeetAt: null,
  proposedPlace: null,
  proposedBy: null,
  bookUntil: null,
  answerDueAt: null,
  turnUntil: null,
  linePlace: null,
  acts: [],
} as const satisfies Partial<Deal>

test.each([
  [null, 'released'],
  ['due', 'released'],
  ['failed', 'released'],
  ['sent', 'releasedSent'],
  ['confirmed', 'releasedPaid'],
  ['set_off', 'releasedKept'],
] as const)('a released deal whose payout is %s reads as %s', (payout, expected) => {
  expect(getSituation({ ...summary, acts: [], payout }, Date.now())).toBe(expected)
})

test('a deal in a list says only that it is released', () => {
  expect(getSituation({ ...summary, acts: [] }, Date.now())).toBe('released')
})
