import { expect, test } from 'vitest'
import { shownDeal } from '#tests/support/deals/shown-deals.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { banglaTimes } from '#web/i18n/bn/deal-times.ts'
import { type DealTimes, englishTimes } from '#web/i18n/deal-times.ts'
import { groupDeals, listNewestEnded } from './group-deals.ts'

const now = new Date('2026-11-20T08:00:00.000Z')
const create = (_id: string, changes: Partial<DealSummary>): DealSummary => ({
  ...shownDeal,
  _id,
  acts: [],
  ...changes,
})

test('a seller reads first what to answer, then problems, then what is paid without a time, then the meetings, then what waits', () => {
  const disputed = { state: 'disputed', disputedAt: '2026-11-19T08:00:00.000Z' } as const
  const deals = [
    create('waits', {}),
    create('problem', { ...disputed, acts: ['add_evidence'] }),
    create('decided soon', disputed),
    create('newly paid', { state: 'held', heldAt: '2026-11-20T07:00:00.000Z', nextAct: 'propose_meeting' }),
    create('paid', { state: 'held', heldAt: '2026-11-19T08:00:00.000Z', nextAct: 'propose_meeting' }),
    create('meeting', { state: 'accepted', meetAt: '2026-11-21T08:00:00.000Z' }),
    create('answer', { acts: ['accept', 'decline'] }),
  ]
  const groups = groupDeals(deals, now.getTime(), englishTimes.toMeetingDay)
  const names = (list: readonly DealSummary[]) => list.map(({ _id }) => _id)
  expect(groups.answerNow.map(names)).toEqual([['answer']])
  expect(names(groups.problems)).toEqual(['problem'])
  expect(names(groups.timeMissing)).toEqual(['paid', 'newly paid'])
  expect(groups.days.map((day) => names(day.deals))).toEqual([['meeting']])
  expect(names(groups.waiting)).toEqual(['waits', 'decided soon'])
})

test('a meeting in the night after midnight stands in Bangla under the day before, by which it is named', () => {
  const deals = ['2026-11-30T12:00:00.000Z', '2026-11-30T18:30:00.000Z', '2026-12-01T04:00:00.000Z'].map((meetAt) =>
    create(meetAt, { state: 'accepted', meetAt }),
  )
  const countByDay = ({ toMeetingDay }: DealTimes) =>
    groupDeals(deals, now.getTime(), toMeetingDay).days.map((day) => day.deals.length)
  expect(countByDay(englishTimes)).toEqual([1, 2])
  expect(countByDay(banglaTimes)).toEqual([2, 1])
})

test('who waits for the same bike stands together, the earliest first', () => {
  const createAnswer = (_id: string, productId: string, day: string) =>
    create(_id, { productId, acts: ['accept', 'decline'], answerDueAt: `2026-11-${day}T08:00:00.000Z` })
  const deals = [
    createAnswer('third of a', 'a', '24'),
    createAnswer('b', 'b', '22'),
    createAnswer('first of a', 'a', '21'),
    createAnswer('second of a', 'a', '23'),
  ]
  const { answerNow } = groupDeals(deals, now.getTime(), englishTimes.toMeetingDay)
  expect(answerNow.map((bike) => bike.map(({ _id }) => _id))).toEqual([
    ['first of a', 'second of a', 'third of a'],
    ['b'],
  ])
})

test('of the ended deals the newest five are shown first, and each of which BRTA has to hear', () => {
  const sales = ['1', '2', '3', '4', '5', '6'].map((_id) => create(_id, { state: 'closed', closeReason: 'released' }))
  const old = create('old', { state: 'closed', closeReason: 'released', transferDueOn: '2026-12-03' })
  const shown = listNewestEnded([...sales, old]).map(({ _id }) => _id)
  expect(shown).toEqual(['1', '2', '3', '4', '5', 'old'])
})
