// The groups of a seller's list: what to answer now, problems, the next days, what waits.
import { answerActs } from '#contract/deals/answer-acts.ts'
import { type DealSummary, mayAddEvidence } from '#web/components/deals/describe-deal.ts'
import { type DealTimes, toDhakaParts } from '#web/i18n/deal-times.ts'

export type DealGroups = {
  /** By bike; the bike with the earliest answer comes first. */
  answerNow: DealSummary[][]
  /** Reported problems to which the seller may still add. */
  problems: DealSummary[]
  /** Paid deals without an agreed time, the oldest payment first. */
  timeMissing: DealSummary[]
  /** Meetings by day, the next one first. */
  days: { meetAt: string; deals: DealSummary[] }[]
  waiting: DealSummary[]
}

/** Whether BRTA still has to hear of a sold bike. */
export const hasToTellBrta = ({ transferDueOn }: DealSummary): boolean => transferDueOn !== null

/** Ended deals with nothing left to do that are shown before all are asked for. */
const endedShown = 5

/** Of the ended deals, newest first, all with something left to do, and the newest others. */
export const listNewestEnded = (ended: readonly DealSummary[]): DealSummary[] => {
  const shown = new Set(ended.filter((deal) => !hasToTellBrta(deal)).slice(0, endedShown))
  return ended.filter((deal) => hasToTellBrta(deal) || shown.has(deal))
}

const needsAnswer = ({ acts }: DealSummary): boolean => acts.some((act) => answerActs.has(act))

const hasMeetingAhead = ({ meetAt, state }: DealSummary, nowMs: number): boolean =>
  meetAt !== null && (state === 'accepted' || state === 'held') && new Date(meetAt).getTime() > nowMs

const toDayKey = (iso: string): string => {
  const { year, month, day } = toDhakaParts(iso)
  return `${year}-${month}-${day}`
}

const getTime = (iso: string | null): number => (iso === null ? Infinity : new Date(iso).getTime())

/** When the seller has to answer; deals without such a time come last. */
const getAnswerTime = ({ answerDueAt, turnUntil }: DealSummary): number =>
  Math.min(getTime(answerDueAt), getTime(turnUntil))

const groupBy = (deals: readonly DealSummary[], toKey: (deal: DealSummary) => string): DealSummary[][] => {
  const groups = new Map<string, DealSummary[]>()
  for (const deal of deals) groups.set(toKey(deal), [...(groups.get(toKey(deal)) ?? []), deal])
  return [...groups.values()]
}

/**
 * Groups the live deals of a seller.
 * @param toMeetingDay a moment of the day by which the language names a meeting
 */
export const groupDeals = (
  deals: readonly DealSummary[],
  nowMs: number,
  toMeetingDay: DealTimes['toMeetingDay'],
): DealGroups => {
  const answers = deals.filter(needsAnswer).sort((a, b) => getAnswerTime(a) - getAnswerTime(b))
  const unasked = deals.filter((deal) => !needsAnswer(deal))
  const problems = unasked.filter(mayAddEvidence).sort((a, b) => getTime(a.disputedAt) - getTime(b.disputedAt))
  const isTimeMissing = ({ state, nextAct }: DealSummary) => state === 'held' && nextAct === 'propose_meeting'
  const timeMissing = unasked.filter(isTimeMissing).sort((a, b) => getTime(a.heldAt) - getTime(b.heldAt))
  const others = unasked.filter((deal) => !mayAddEvidence(deal) && !isTimeMissing(deal))
  const meetings = others
    .filter((deal) => hasMeetingAhead(deal, nowMs))
    .sort((a, b) => getTime(a.meetAt) - getTime(b.meetAt))
  const days = groupBy(meetings, ({ meetAt }) => toDayKey(toMeetingDay(meetAt ?? '')))
  return {
    answerNow: groupBy(answers, ({ productId }) => productId),
    problems,
    timeMissing,
    days: days.map((deals) => ({ meetAt: deals[0]?.meetAt ?? '', deals })),
    waiting: others.filter((deal) => !hasMeetingAhead(deal, nowMs)),
  }
}
