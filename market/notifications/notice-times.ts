// Pure. Until when a notice asks for something, by what the deal says now.
import { acceptedWithoutMeetingMs, askedMs, cashClaimHours, outcomeHours, windowMs } from '#contract/deals/deadlines.ts'
import { addMs, hourMs } from '#contract/time/durations.ts'
import type { Deal } from '#market/schema/deals/deals.ts'

const addTo = (at: Date | null, ms: number): Date | null => at && addMs(at, ms)

const ends: Partial<Record<string, (deal: Deal, evidenceUntil: Date | null) => Date | null>> = {
  // The clock of somebody in line stands.
  requested: ({ answerDueAt, waitingSince }) => (waitingSince ? null : answerDueAt),
  accepted: ({ acceptedAt, meetAt }) => (meetAt ? null : addTo(acceptedAt, acceptedWithoutMeetingMs)),
  offer_accepted: ({ bookDueAt }) => bookDueAt,
  turn: ({ turnUntil }) => turnUntil,
  bike_changed: ({ confirmDueAt }) => confirmDueAt,
  asked: ({ askedAt }) => addTo(askedAt, askedMs),
  said_no_deal: ({ buyerOutcomeAt, sellerOutcomeAt }) =>
    addTo(buyerOutcomeAt ?? sellerOutcomeAt, outcomeHours * hourMs),
  said_no_show: ({ buyerOutcomeAt, sellerOutcomeAt }) =>
    addTo(buyerOutcomeAt ?? sellerOutcomeAt, outcomeHours * hourMs),
  cash_sale_claimed: ({ sellerOutcomeAt }) => addTo(sellerOutcomeAt, cashClaimHours * hourMs),
  handed_over: ({ handedOverAt }) => addTo(handedOverAt, windowMs),
  disputed: (_, evidenceUntil) => evidenceUntil,
  evidence_added: (_, evidenceUntil) => evidenceUntil,
}

/** When the time for what a notice asks for is over; null where it asks for nothing, or its time is over already. */
export const getNoticeEnd = (
  kind: string,
  deal: Deal,
  { evidenceUntil, now }: { evidenceUntil: Date | null; now: Date },
): Date | null => {
  const end = deal.closedAt === null ? ends[kind]?.(deal, evidenceUntil) : null
  return end && end > now ? end : null
}
