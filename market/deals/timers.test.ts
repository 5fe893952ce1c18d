// What happens by itself, and when: the table "What happens by itself" of docs/deals.md, each row a millisecond before its
// time and at it. The due time that the job asks for is the time at which something happens.
import { maxMeetingMoves } from '#contract/deals/deadlines.ts'
import { addDaytime, periods } from './deadlines-in-ms.ts'
import { addMs, dayMs, hourMs, minuteMs } from '#contract/time/durations.ts'
import { describe, expect, test } from 'vitest'
import { createExample, type ExampleState, exampleDeals, hoursAgo, now } from '#tests/support/deals/deal-examples.ts'
import { getCodeFrom, getDueAt, isPromised } from './state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { agreeMeeting, type DealContext, type Effects } from './transitions.ts'
import { handleDue, startTurn } from './timers.ts'

const { requested, accepted, held, 'handed over': handedOver } = exampleDeals
const unmet: Partial<Deal> = { meetAt: hoursAgo(-72), remindersSent: 0 }

const tell = ({ changes, steps }: Effects): string =>
  changes.closeReason ?? (steps.map(({ kind }) => kind).join(' ') || Object.keys(changes).join(' ') || 'nothing')

const handle = (state: ExampleState, changes: Partial<Deal>, surroundings: Partial<DealContext> = {}) =>
  handleDue(createExample(state, changes, surroundings))

test('each period is as the table says, in hours', () => {
  const inHours = Object.entries(periods).map(([name, ms]) => [name, [ms].flat().map((one) => one / 3_600_000)])
  expect(Object.fromEntries(inHours)).toEqual({
    answerMs: [48],
    turnMs: [12],
    confirmRequestedMs: [48],
    confirmAcceptedMs: [24],
    acceptedWithoutMeetingMs: [72],
    acceptedAfterMeetingMs: [48],
    heldWithoutMeetingMs: [120],
    heldAfterMeetingMs: [24],
    askedMs: [48],
    outcomeMs: [24],
    cashClaimMs: [72],
    windowMs: [24],
    codeBeforeMeetingMs: [2],
    noShowAfterMs: [1],
    lateCancellationMs: [24],
    meetingAheadMs: [336],
    reminderMs: [24, 2],
    evidenceMs: [48],
    decisionMs: [72],
  })
  expect(maxMeetingMoves).toBe(3)
})

describe('each row of the table', () => {
  test.each<[string, ExampleState, Partial<Deal>, Date | null, string]>([
    ['a request that nobody answers', 'requested', {}, requested.answerDueAt, 'expired'],
    ['a turn that passes', 'requested', { turnUntil: hoursAgo(-2) }, hoursAgo(-2), 'turn_ended'],
    [
      'a change that nobody confirms, while requested',
      'requested',
      { confirmDueAt: hoursAgo(-3) },
      hoursAgo(-3),
      'changed',
    ],
    [
      'a change that nobody confirms, while accepted',
      'accepted',
      { confirmDueAt: hoursAgo(-3) },
      hoursAgo(-3),
      'changed',
    ],
    ['an accepted offer without number and place', 'accepted', { bookDueAt: hoursAgo(-4) }, hoursAgo(-4), 'not_booked'],
    ['accepted, without a meeting', 'accepted', {}, addMs(accepted.acceptedAt ?? now, 72 * hourMs), 'no_meeting'],
    [
      'accepted, after the meeting',
      'accepted',
      { meetAt: hoursAgo(5), remindersSent: 2 },
      addMs(hoursAgo(5), 48 * hourMs),
      'no_meeting',
    ],
    ['the reminder of a day before', 'accepted', unmet, addMs(hoursAgo(-72), -dayMs), 'reminder_24h'],
    [
      'the reminder of two hours before',
      'held',
      { ...unmet, remindersSent: 1 },
      addMs(hoursAgo(-72), -2 * hourMs),
      'reminder_2h',
    ],
    ['held, without a meeting', 'held', {}, addMs(held.heldAt ?? now, 5 * dayMs), 'asked'],
    ['held, after the meeting', 'held', { meetAt: hoursAgo(5), remindersSent: 2 }, addMs(hoursAgo(5), dayMs), 'asked'],
    ['asked, and nobody answers', 'held', { askedAt: hoursAgo(1) }, addMs(hoursAgo(1), 48 * hourMs), 'no_meeting'],
    [
      'one side says what happened, and the other is silent',
      'held',
      { buyerOutcome: 'no_show', buyerOutcomeAt: hoursAgo(2), askedAt: hoursAgo(60) },
      addMs(hoursAgo(2), dayMs),
      'seller_no_show',
    ],
    [
      'the seller says it, and the buyer is silent',
      'held',
      { sellerOutcome: 'no_deal', sellerOutcomeAt: hoursAgo(2) },
      addMs(hoursAgo(2), dayMs),
      'no_deal',
    ],
    ['handed over', 'handed over', {}, addMs(handedOver.handedOverAt ?? now, dayMs), 'released'],
    [
      'sold for cash, and the buyer is silent, while requested',
      'requested',
      { sellerOutcome: 'sold_for_cash', sellerOutcomeAt: hoursAgo(1) },
      addMs(hoursAgo(1), 72 * hourMs),
      'unavailable',
    ],
    [
      'sold for cash, and the buyer is silent, while accepted',
      'accepted',
      { sellerOutcome: 'sold_for_cash', sellerOutcomeAt: hoursAgo(1) },
      addMs(hoursAgo(1), 72 * hourMs),
      'unavailable',
    ],
  ])('%s', (_name, state, changes, due, outcome) => {
    expect(getDueAt({ ...exampleDeals[state], ...changes })).toEqual(due)
    if (!due) throw new Error('This row has no time.')
    expect(tell(handle(state, changes, { now: addMs(due, -1) }))).toBe('nothing')
    expect(tell(handle(state, changes, { now: due }))).toBe(outcome)
  })

  test.each<ExampleState>(['disputed', 'closed', 'held, frozen', 'handed over, frozen', 'disputed, frozen'])(
    'nothing happens by itself to a deal that is %s',
    (state) => {
      expect(getDueAt({ ...exampleDeals[state] })).toBeNull()
      expect(tell(handle(state, {}, { now: addMs(now, 100 * dayMs) }))).toBe('nothing')
    },
  )
})

describe('a request', () => {
  test('does not expire while its clock stands', () => {
    const changes = { waitingSince: hoursAgo(1) }
    expect(getDueAt({ ...requested, ...changes })).toBeNull()
    expect(tell(handle('requested', changes, { now: addMs(now, 100 * dayMs) }))).toBe('nothing')
  })

  test('whose turn ended goes to the end of the line', () => {
    expect(handle('requested', { turnUntil: now }).changes).toEqual({
      turnUntil: null,
      queuedAt: now,
      inLineSince: now,
    })
  })

  test('of who pays at this moment ends five minutes later at the earliest, whatever is due', () => {
    const all = { turnUntil: now, answerDueAt: now, confirmDueAt: now }
    const in5Minutes = addMs(now, 5 * minuteMs)
    const whilePaying = (changes: Partial<Deal>) => handle('requested', changes, { payingBuyerId: 'buyer Karim' })
    expect(whilePaying(all)).toEqual({
      changes: { turnUntil: in5Minutes, answerDueAt: in5Minutes, confirmDueAt: in5Minutes },
      steps: [],
    })
    expect(whilePaying({ answerDueAt: addMs(now, 1) })).toEqual({ changes: {}, steps: [] })
    expect(tell(handle('requested', { answerDueAt: now }, { payingBuyerId: 'buyer Sadia' }))).toBe('expired')
  })
})

test.each<[ExampleState, Partial<Deal>]>([
  ['accepted', { confirmDueAt: now }],
  ['held', { askedAt: hoursAgo(48) }],
])('nothing ends a deal that is %s while its buyer pays', (state, changes) => {
  expect(tell(handle(state, changes, { payingBuyerId: 'buyer Karim' }))).toBe('nothing')
  expect(tell(handle(state, changes, { payingBuyerId: 'buyer Sadia' }))).not.toBe('nothing')
})

describe('a held deal', () => {
  test('asks nobody, and reminds nobody, once a side has said what happened', () => {
    const said = { buyerOutcome: 'no_deal', buyerOutcomeAt: now, meetAt: hoursAgo(30), askedAt: hoursAgo(60) } as const
    expect(tell(handle('held', said))).toBe('nothing')
  })

  test('is asked once', () => {
    expect(handle('held', { meetAt: hoursAgo(24), remindersSent: 2 }).changes).toEqual({ askedAt: now })
    expect(tell(handle('held', { meetAt: hoursAgo(24), remindersSent: 2, askedAt: now }))).toBe('nothing')
  })
})

describe('reminders', () => {
  test('that passed together are one, the latest; those of a meeting that has begun are none', () => {
    const remind = (changes: Partial<Deal>) => handle('accepted', changes)
    expect(remind({ meetAt: hoursAgo(-1) })).toEqual({
      changes: { remindersSent: 2 },
      steps: [{ kind: 'reminder_2h', actor: 'system' }],
    })
    expect(remind({ meetAt: now })).toEqual({ changes: { remindersSent: 2 }, steps: [] })
    expect(tell(remind({ meetAt: hoursAgo(-1), remindersSent: 2 }))).toBe('nothing')
  })

  test.each([48, 3, 1])('of a meeting that was agreed %i hours ahead do not come at once', (hours) => {
    const proposed = { proposedMeetAt: hoursAgo(-hours), proposedPlace: 'Farmgate', proposedBy: 'buyer' } as const
    const { changes } = agreeMeeting(createExample('accepted', proposed), 'seller')
    expect(tell(handle('accepted', changes))).toBe('nothing')
    const twoHoursBefore = { ...createExample('accepted', changes), now: addMs(hoursAgo(-hours), -2 * hourMs) }
    expect(tell(handleDue(twoHoursBefore))).toBe(hours > 2 ? 'reminder_2h' : 'nothing')
  })
})

describe('the line', () => {
  test('a turn is twelve hours of the day, from 8 to 22 o’clock in Dhaka', () => {
    // Now is noon in Dhaka: ten hours of today and two of tomorrow.
    expect(startTurn(now)).toEqual({ turnUntil: new Date('2026-11-27T04:00:00Z'), hadTurn: true })
    expect(addDaytime(new Date('2026-11-26T00:00:00Z'), hourMs)).toEqual(new Date('2026-11-26T03:00:00Z'))
    expect(addDaytime(new Date('2026-11-26T17:00:00Z'), hourMs)).toEqual(new Date('2026-11-27T03:00:00Z'))
    expect(addDaytime(new Date('2026-11-26T15:00:00Z'), hourMs)).toEqual(new Date('2026-11-26T16:00:00Z'))
    expect(addDaytime(new Date('2026-11-26T15:30:00Z'), hourMs)).toEqual(new Date('2026-11-27T02:30:00Z'))
  })

  test('others wait behind an accepted deal and behind a turn that has not ended', () => {
    expect(isPromised(requested, now)).toBe(false)
    expect(isPromised(accepted, now)).toBe(true)
    expect(isPromised({ ...accepted, closedAt: now }, now)).toBe(false)
    expect(isPromised({ ...requested, turnUntil: addMs(now, 1) }, now)).toBe(true)
    expect(isPromised({ ...requested, turnUntil: now }, now)).toBe(false)
  })
})

test('the code is shown from two hours before the meeting, and without one from the payment on', () => {
  expect(getCodeFrom({ meetAt: now, heldAt: hoursAgo(10) })).toEqual(hoursAgo(2))
  expect(getCodeFrom({ meetAt: null, heldAt: hoursAgo(10) })).toEqual(hoursAgo(10))
})
