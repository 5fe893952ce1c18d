// Pure. What happens to a deal by itself when its time has come.
import { addDaytime, periods } from './deadlines-in-ms.ts'
import { addMs, minuteMs } from '#contract/time/durations.ts'
import { countDueReminders, getState } from './state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import { endByOthers, endUnanswered, endUnconfirmedCashSale, release, settleOutcome } from './endings.ts'
import { type DealContext, type Effects, nothing } from './transitions.ts'

const isPast = (date: Date | null | undefined, now: Date): boolean => date !== null && date !== undefined && date <= now

const reminderKinds = ['reminder_24h', 'reminder_2h'] as const

/** The reminder of the agreed meeting that is due. Reminders whose time passed together are sent as the latest one. */
const remind = ({ deal: { meetAt, remindersSent }, now }: DealContext): Effects | null => {
  if (!meetAt) return null
  const dueCount = countDueReminders(meetAt, now)
  if (dueCount <= remindersSent) return null
  const kind = reminderKinds[dueCount - 1]
  const isUseful = kind !== undefined && meetAt > now
  return {
    changes: { remindersSent: dueCount },
    steps: isUseful ? [{ kind, actor: 'system' }] : [],
  }
}

const isSilenceOver = (saidAt: Date | null, ms: number, now: Date): boolean =>
  saidAt !== null && isPast(addMs(saidAt, ms), now)

/** Another buyer's turn has ended: this one goes to the end of the line. */
const endTurn = ({ now }: DealContext): Effects => ({
  changes: { turnUntil: null, queuedAt: now, inLineSince: now },
  steps: [{ kind: 'turn_ended', actor: 'system' }],
})

const handleRequested = (ctx: DealContext): Effects => {
  const { deal, now, payingBuyerId } = ctx
  if (deal.sellerOutcome === 'sold_for_cash')
    return isSilenceOver(deal.sellerOutcomeAt, periods.cashClaimMs, now) ? endUnconfirmedCashSale(ctx) : nothing
  // Paying takes at most 15 minutes; nothing ends meanwhile.
  if (payingBuyerId === deal.buyerId)
    return {
      changes: {
        ...(isPast(deal.turnUntil, now) && { turnUntil: addMs(now, 5 * minuteMs) }),
        ...(isPast(deal.answerDueAt, now) && { answerDueAt: addMs(now, 5 * minuteMs) }),
        ...(isPast(deal.confirmDueAt, now) && { confirmDueAt: addMs(now, 5 * minuteMs) }),
      },
      steps: [],
    }
  if (isPast(deal.confirmDueAt, now)) return endByOthers(ctx, 'changed')
  if (isPast(deal.turnUntil, now)) return endTurn(ctx)
  if (!deal.waitingSince && isPast(deal.answerDueAt, now)) return endByOthers(ctx, 'expired')
  return nothing
}

const getMeetingDeadline = ({ meetAt, acceptedAt }: Deal): Date | null => {
  if (meetAt) return addMs(meetAt, periods.acceptedAfterMeetingMs)
  return acceptedAt && addMs(acceptedAt, periods.acceptedWithoutMeetingMs)
}

const handleAccepted = (ctx: DealContext): Effects => {
  const { deal, now, payingBuyerId } = ctx
  if (deal.sellerOutcome === 'sold_for_cash')
    return isSilenceOver(deal.sellerOutcomeAt, periods.cashClaimMs, now) ? endUnconfirmedCashSale(ctx) : nothing
  if (payingBuyerId === deal.buyerId) return nothing
  if (isPast(deal.confirmDueAt, now)) return endByOthers(ctx, 'changed')
  if (isPast(deal.bookDueAt, now)) return endByOthers(ctx, 'not_booked')
  if (isPast(getMeetingDeadline(deal), now)) return endByOthers(ctx, 'no_meeting')
  return remind(ctx) ?? nothing
}

const getAskAt = ({ meetAt, heldAt }: Deal): Date | null => {
  if (meetAt) return addMs(meetAt, periods.heldAfterMeetingMs)
  return heldAt && addMs(heldAt, periods.heldWithoutMeetingMs)
}

const handleHeld = (ctx: DealContext): Effects => {
  const { deal, now, payingBuyerId } = ctx
  // The rest is being paid.
  if (payingBuyerId === deal.buyerId) return nothing
  const said = [deal.buyerOutcomeAt, deal.sellerOutcomeAt]
  if (said.some((at) => isSilenceOver(at, periods.outcomeMs, now))) return settleOutcome(ctx)
  if (said.some((at) => at !== null)) return nothing
  if (deal.askedAt && isPast(addMs(deal.askedAt, periods.askedMs), now)) return endUnanswered(ctx)
  if (!deal.askedAt && isPast(getAskAt(deal), now))
    return { changes: { askedAt: now }, steps: [{ kind: 'asked', actor: 'system' }] }
  return remind(ctx) ?? nothing
}

/** What is due for the deal now; `nothing` when its time has not come. */
export const handleDue = (ctx: DealContext): Effects => {
  if (ctx.deal.frozenAt) return nothing
  switch (getState(ctx.deal)) {
    case 'requested':
      return handleRequested(ctx)
    case 'accepted':
      return handleAccepted(ctx)
    case 'held':
      return handleHeld(ctx)
    case 'handed_over':
      return isSilenceOver(ctx.deal.handedOverAt, periods.windowMs, ctx.now) ? release(ctx) : nothing
    default:
      return nothing
  }
}

/** The turn of the next in line begins; the clock of the answer stands meanwhile. */
export const startTurn = (now: Date): Partial<Deal> => ({
  turnUntil: addDaytime(now, periods.turnMs),
  hadTurn: true,
})
