// Pure. What a deal is at a moment: its state and its times. What is paid back: contract/deals/deposit.ts and endings.ts.
// protected-money, "State × event": the tables of docs/deals.md are these rules.
import { addMs } from '#contract/time/durations.ts'
import { periods } from './deadlines-in-ms.ts'
import type { CloseReason, Deal } from '#market/schema/deals/deals.ts'

export type DealState = 'requested' | 'accepted' | 'held' | 'handed_over' | 'disputed' | 'closed'

type StateTimes = Pick<Deal, 'closedAt' | 'disputedAt' | 'handedOverAt' | 'heldAt' | 'acceptedAt'>

/** The state of a deal, from its timestamps. */
export const getState = (deal: StateTimes): DealState => {
  if (deal.closedAt) return 'closed'
  if (deal.disputedAt) return 'disputed'
  if (deal.handedOverAt) return 'handed_over'
  if (deal.heldAt) return 'held'
  return deal.acceptedAt ? 'accepted' : 'requested'
}

/** Whether a cancellation by the buyer comes late: less than a day before the agreed meeting. */
export const isLate = ({ meetAt }: Pick<Deal, 'meetAt'>, now: Date): boolean =>
  meetAt !== null && now.getTime() > meetAt.getTime() - periods.lateCancellationMs

/** From when the buyer may see the code: two hours before the agreed meeting; without one as soon as both stand together. */
export const getCodeFrom = ({ meetAt, heldAt }: Pick<Deal, 'meetAt' | 'heldAt'>): Date | null =>
  meetAt ? addMs(meetAt, -periods.codeBeforeMeetingMs) : heldAt

/** Whether other buyers must wait: this deal is accepted, held, or has its turn. */
export const isPromised = (
  deal: Pick<Deal, 'acceptedAt' | 'closedAt' | 'handedOverAt' | 'turnUntil'>,
  now: Date,
): boolean => deal.closedAt === null && (deal.acceptedAt !== null || (deal.turnUntil !== null && deal.turnUntil > now))

/** Whether there is a receipt: something was paid, and the bike was handed over or the deal ended. */
export const hasReceipt = ({
  heldAt,
  handedOverAt,
  closedAt,
}: Pick<Deal, 'heldAt' | 'handedOverAt' | 'closedAt'>): boolean =>
  heldAt !== null && (handedOverAt !== null || closedAt !== null)

const earliest = (...dates: (Date | null | undefined)[]): Date | null =>
  dates.reduce<Date | null>((first, date) => (date && (!first || date < first) ? date : first), null)

/** How many reminders of a meeting are due by now. Those of a meeting that is agreed later than that are never sent. */
export const countDueReminders = (meetAt: Date, now: Date): number =>
  periods.reminderMs.filter((ms) => addMs(meetAt, -ms) <= now).length

/** When the next reminder of the agreed meeting is due, or null. */
const getReminderAt = ({ meetAt, remindersSent }: Pick<Deal, 'meetAt' | 'remindersSent'>): Date | null => {
  const reminderMs = periods.reminderMs[remindersSent]
  return meetAt && reminderMs !== undefined ? addMs(meetAt, -reminderMs) : null
}

/** When the silence of the other side about an outcome ends. */
const getOutcomeDueAt = (deal: Deal): Date | null => {
  if (deal.sellerOutcome === 'sold_for_cash' && deal.sellerOutcomeAt)
    return addMs(deal.sellerOutcomeAt, periods.cashClaimMs)
  const saidAt = earliest(deal.buyerOutcomeAt, deal.sellerOutcomeAt)
  return saidAt && addMs(saidAt, periods.outcomeMs)
}

/** When both are asked whether they met, or when their silence ends. */
const getAskDueAt = ({ askedAt, meetAt, heldAt }: Deal): Date | null => {
  if (askedAt) return addMs(askedAt, periods.askedMs)
  if (meetAt) return addMs(meetAt, periods.heldAfterMeetingMs)
  return heldAt && addMs(heldAt, periods.heldWithoutMeetingMs)
}

/** The next time at which something happens to the deal by itself, or null. */
export const getDueAt = (deal: Deal): Date | null => {
  if (deal.frozenAt) return null
  // A claimed cash sale waits for the buyer's answer alone.
  if (deal.sellerOutcome === 'sold_for_cash' && !deal.closedAt) return getOutcomeDueAt(deal)
  switch (getState(deal)) {
    case 'requested':
      return earliest(deal.waitingSince ? null : deal.answerDueAt, deal.turnUntil, deal.confirmDueAt)
    case 'accepted':
      return earliest(
        getReminderAt(deal),
        deal.meetAt
          ? addMs(deal.meetAt, periods.acceptedAfterMeetingMs)
          : deal.acceptedAt && addMs(deal.acceptedAt, periods.acceptedWithoutMeetingMs),
        deal.confirmDueAt,
        deal.bookDueAt,
      )
    case 'held':
      // Once a side has said what happened, only the other side's silence is waited for.
      return getOutcomeDueAt(deal) ?? earliest(getReminderAt(deal), getAskDueAt(deal))
    case 'handed_over':
      return deal.handedOverAt && addMs(deal.handedOverAt, periods.windowMs)
    default:
      return null
  }
}

/** Endings after which the buyer sees no order any more, because the buyer chose them. */
export const isHiddenFromOrders = (closeReason: CloseReason | null): boolean => closeReason === 'cancelled_by_buyer'
