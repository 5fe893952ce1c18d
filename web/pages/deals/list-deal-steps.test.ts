// What the page of a deal ticks: no step that did not happen.
import { expect, test } from 'vitest'
import { dealStepMessages } from '#web/i18n/en/deal-steps.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { listSteps } from './list-deal-steps.ts'

const requested = {
  side: 'buyer',
  otherName: 'Rahim Uddin',
  requestedAt: '2026-11-20T08:00:00.000Z',
  acceptedAt: null,
  heldAt: null,
  handedOverAt: null,
  disputedAt: null,
  releasedAt: null,
  closedAt: null,
  closeReason: null,
  meetAt: null,
  answerDueAt: null,
  linePlace: null,
  turnUntil: null,
  bookUntil: null,
  isFrozen: false,
  rest: 100_000,
  payments: [],
} as const
const accepted = { ...requested, acceptedAt: '2026-11-20T09:00:00.000Z' }
const held = { ...accepted, heldAt: '2026-11-20T10:00:00.000Z' }
const meeting = { ...held, meetAt: '2026-11-21T10:00:00.000Z' }
const handedOver = { ...held, handedOverAt: '2026-11-21T11:00:00.000Z' }
const disputed = { ...handedOver, disputedAt: '2026-11-21T12:00:00.000Z' }
const decidedAt = '2026-11-22T12:00:00.000Z'
const decided = { ...disputed, closedAt: decidedAt, releasedAt: decidedAt, closeReason: 'released' }

const english = { ...dealMessages.en, steps: dealStepMessages.en }

/** Each step by its name, ✓ behind those that are ticked. */
const list = (deal: Parameters<typeof listSteps>[0]): string[] =>
  listSteps(deal, english, 'The end').map(({ key, isDone }) => (isDone ? `${key} ✓` : key))

test('a deal shows what happened and what comes', () => {
  expect(list(requested)).toEqual(['requested ✓', 'answer', 'meet', 'paid', 'handed-over', 'released'])
  expect(list(accepted)).toEqual(['requested ✓', 'accepted ✓', 'meet', 'paid', 'handed-over', 'released'])
  expect(list(meeting)).toEqual(['requested ✓', 'accepted ✓', 'paid ✓', 'meet', 'handed-over', 'released'])
  expect(list({ ...meeting, handedOverAt: handedOver.handedOverAt })).toEqual([
    'requested ✓',
    'accepted ✓',
    'paid ✓',
    'meet ✓',
    'handed-over ✓',
    'released',
  ])
})

test('an accepted offer is a price and no booking yet', () => {
  const agreed = { ...accepted, bookUntil: '2026-11-21T09:00:00.000Z' }
  expect(list(agreed)).toEqual(['price ✓', 'book', 'meet', 'paid', 'handed-over', 'released'])
  const toTitles = (side: 'buyer' | 'seller') =>
    listSteps({ ...agreed, side }, english, '')
      .slice(0, 2)
      .map(({ title }) => title)
  expect(toTitles('buyer')).toEqual(['Price agreed', 'Book'])
  expect(toTitles('seller')).toEqual(['Price agreed', 'Rahim books'])
  expect(list({ ...accepted, closedAt: decidedAt, closeReason: 'not_booked' })).toEqual(['price ✓', 'ended'])
})

test('a buyer who paid before the answer was accepted by nobody', () => {
  const atOnce = { ...requested, acceptedAt: held.heldAt, heldAt: held.heldAt }
  expect(list(atOnce)).toEqual(['requested ✓', 'paid ✓', 'meet', 'handed-over', 'released'])
})

test('a handover without the agreed meeting ticks no meeting', () => {
  const steps = ['requested ✓', 'accepted ✓', 'paid ✓', 'handed-over ✓', 'released']
  expect(list(handedOver)).toEqual(steps)
  // They met a day before the time that they had agreed on.
  expect(list({ ...handedOver, meetAt: '2026-11-22T10:00:00.000Z' })).toEqual(steps)
})

test('while a problem is open nothing says that the money moves', () => {
  expect(list(disputed)).toEqual(['requested ✓', 'accepted ✓', 'paid ✓', 'handed-over ✓', 'problem ✓', 'decision'])
  const before = { ...held, disputedAt: disputed.disputedAt }
  expect(list(before)).toEqual(['requested ✓', 'accepted ✓', 'paid ✓', 'problem ✓', 'decision'])
  expect(list({ ...before, isFrozen: true })).toEqual([
    'requested ✓',
    'accepted ✓',
    'paid ✓',
    'problem ✓',
    'bank',
    'decision',
  ])
  expect(list({ ...handedOver, isFrozen: true })).toEqual([
    'requested ✓',
    'accepted ✓',
    'paid ✓',
    'handed-over ✓',
    'bank',
  ])
})

test('a decided problem stays in the steps, and a decision is no handover', () => {
  expect(list(decided)).toEqual([
    'requested ✓',
    'accepted ✓',
    'paid ✓',
    'handed-over ✓',
    'problem ✓',
    'decision ✓',
    'released ✓',
  ])
  expect(list({ ...decided, handedOverAt: decidedAt })).toEqual([
    'requested ✓',
    'accepted ✓',
    'paid ✓',
    'problem ✓',
    'decision ✓',
    'released ✓',
  ])
})

test('a deal that ended otherwise shows what happened, and its end', () => {
  const ended = { ...held, closedAt: decidedAt, closeReason: 'cancelled_by_seller' }
  expect(list(ended)).toEqual(['requested ✓', 'accepted ✓', 'paid ✓', 'ended'])
  expect(list({ ...disputed, closedAt: decidedAt, closeReason: 'refunded' })).toEqual([
    'requested ✓',
    'accepted ✓',
    'paid ✓',
    'handed-over ✓',
    'problem ✓',
    'decision ✓',
    'ended',
  ])
})

test('of a deposit the rest is a step of its own: ahead until it is paid, here or in cash', () => {
  const reserved = { ...meeting, payments: [{ purpose: 'deposit' }] } as const
  expect(list(reserved)).toEqual(['requested ✓', 'accepted ✓', 'paid ✓', 'meet', 'rest', 'handed-over', 'released'])
  // Paid here before they meet.
  const paid = { ...reserved, rest: 0 }
  expect(list(paid)).toEqual(['requested ✓', 'accepted ✓', 'paid ✓', 'rest ✓', 'meet', 'handed-over', 'released'])
  const taken = { ...paid, handedOverAt: handedOver.handedOverAt }
  expect(list(taken)).toEqual(['requested ✓', 'accepted ✓', 'paid ✓', 'meet ✓', 'rest ✓', 'handed-over ✓', 'released'])
  expect(list({ ...taken, payments: [{ purpose: 'full' }] })).not.toContain('rest ✓')
})

test('the steps say how one may pay, and of a deposit that it is one', () => {
  const find = (deal: Parameters<typeof listSteps>[0], key: string) =>
    listSteps(deal, english, 'The end').find((step) => step.key === key)
  expect(find(accepted, 'paid')?.text).toContain('You can pay all of it in cash too; then there is no code.')
  expect(find({ ...accepted, side: 'seller' }, 'paid')?.text).toContain('bought it for cash”')
  expect(find({ ...held, payments: [{ purpose: 'deposit' }] }, 'paid')?.title).toBe('Deposit paid, protected')
  expect(find({ ...held, payments: [{ purpose: 'full' }] }, 'paid')?.title).toBe('Paid, protected')
})

test('the steps say “you” to the side that reads them, and name the other one', async () => {
  const [{ dealMessages: texts }, { dealStepMessages: steps }] = await Promise.all([
    import('#web/i18n/bn/deals.ts'),
    import('#web/i18n/bn/deal-steps.ts'),
  ])
  const bangla = { ...texts, steps }
  const read = (side: 'buyer' | 'seller', messages: Parameters<typeof listSteps>[1]) =>
    listSteps({ ...meeting, side }, messages, '')
      .map(({ title, text = '' }) => `${title} ${text}`)
      .join(' | ')
  expect(read('buyer', english)).toMatch(/Rahim accepted .*You read your 6-digit code to Rahim.*Released to Rahim/)
  expect(read('seller', english)).toMatch(/You accepted .*Rahim looks at the bike.*Rahim reads you 6 digits/)
  for (const side of ['buyer', 'seller'] as const) {
    expect(read(side, english)).not.toMatch(/the buyer|the seller/i)
    expect(read(side, bangla)).not.toMatch(/ক্রেতা|বিক্রেতা/)
  }
  expect(read('seller', bangla)).toContain('আপনি রাজি')
})
