// What a deal is now: the situation of one side, and its two sentences.
import type { z } from 'zod'
import type { Deal as DealShape, DealSummary as DealSummaryShape } from '#contract/deals/deals.ts'
import { acceptedWithoutMeetingMs, askedMs, heldWithoutMeetingMs, windowMs } from '#contract/deals/deadlines.ts'
import { getDecisionEnd } from '#contract/deals/dispute-times.ts'
import { countDhakaDays } from '#contract/time/dhaka.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealSituationMessages } from '#web/i18n/en/deal-situations.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import type { DealTimes } from '#web/i18n/deal-times.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

export type Deal = z.output<typeof DealShape>
export type DealSummary = z.output<typeof DealSummaryShape>

export type SituationName = keyof Namespaces['dealSituations']['buyer']

/** Whether the buyer who looks at it may pay the deposit or the price here. */
export const mayPayHere = ({ acts }: Pick<DealSummary, 'acts'>): boolean =>
  acts.some((act) => act === 'pay_deposit' || act === 'pay_full')

const isPast = (iso: string | null, nowMs: number): boolean => iso !== null && new Date(iso).getTime() <= nowMs

const addMs = (iso: string, ms: number): string => new Date(new Date(iso).getTime() + ms).toISOString()

const getRequestedSituation = (deal: DealSummary, nowMs: number): SituationName => {
  if (deal.cashSaleUntil !== null) return 'cashSale'
  if (deal.confirmDueAt !== null) return 'changed'
  if (deal.turnUntil !== null && !isPast(deal.turnUntil, nowMs)) return 'turn'
  if (deal.linePlace !== null) return 'inLine'
  return deal.othersPayUntil === null ? 'requested' : 'othersPay'
}

const getAcceptedSituation = (deal: DealSummary, nowMs: number): SituationName => {
  if (deal.cashSaleUntil !== null) return 'cashSale'
  if (deal.confirmDueAt !== null) return 'changed'
  return deal.bookUntil === null ? getMeetingSituation(deal, nowMs) : 'toBook'
}

/** Accepted or held: what both know about their meeting. */
const getMeetingSituation = (deal: DealSummary, nowMs: number): SituationName => {
  const isHeld = deal.state === 'held'
  if (deal.isFrozen) return 'frozen'
  if (isHeld && deal.askedAt !== null) return 'asked'
  if (deal.proposedMeetAt !== null && !isPast(deal.proposedMeetAt, nowMs))
    return deal.proposedBy === deal.side ? 'proposedByMe' : 'proposedToMe'
  if (deal.meetAt === null) return isHeld ? 'paidNoTime' : 'noTime'
  if (isPast(deal.meetAt, nowMs)) return isHeld ? (deal.paid < deal.price ? 'depositMet' : 'paidMet') : 'met'
  return isHeld ? 'paidMeet' : 'meet'
}

/** The situation of a deal for the side that looks at it. */
export const getSituation = (deal: DealSummary, nowMs: number): SituationName => {
  switch (deal.state) {
    case 'requested':
      return getRequestedSituation(deal, nowMs)
    case 'accepted':
      return getAcceptedSituation(deal, nowMs)
    case 'held':
      return getMeetingSituation(deal, nowMs)
    case 'handed_over':
      return deal.isFrozen ? 'frozen' : 'handedOver'
    case 'disputed':
      return 'disputed'
    default:
      return toClosedSituation(deal)
  }
}

const closedSituations = [
  'released',
  'declined',
  'cancelled_by_buyer',
  'cancelled_by_seller',
  'expired',
  'no_meeting',
  'not_booked',
  'no_deal',
  'buyer_no_show',
  'seller_no_show',
  'unavailable',
  'sold_for_cash',
  'refunded',
  'charged_back',
  'buyer_removed',
  'seller_removed',
  'review_refused',
] as const satisfies SituationName[]

const toClosedSituation = ({ closeReason, isTransferDone }: DealSummary): SituationName => {
  if (closeReason === 'changed') return 'changed_ended'
  if (closeReason === 'released' && isTransferDone) return 'transferred'
  return closedSituations.find((reason) => reason === closeReason) ?? 'unavailable'
}

/** Whether the code is not shown yet, because the meeting is too far ahead. */
export const isCodeEarly = ({ codeFrom }: Pick<Deal, 'codeFrom'>, nowMs: number): boolean =>
  codeFrom !== null && new Date(codeFrom).getTime() > nowMs

/** The first word of a name: Rahim Uddin → Rahim */
export const toFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

/** Whether this side may still add to the reported problem. */
export const mayAddEvidence = ({ acts, disputedAt }: Pick<DealSummary, 'acts' | 'disputedAt'>): boolean =>
  disputedAt !== null && acts.includes('add_evidence')

/** The time that the sentences of a situation name: until when something is done, or when both meet; null without one. */
const getTime = (name: SituationName, deal: DealSummary): string | null => {
  const after = (iso: string | null, ms: number) => (iso === null ? null : addMs(iso, ms))
  switch (name) {
    case 'requested':
      return deal.answerDueAt
    case 'changed':
      return deal.confirmDueAt
    case 'cashSale':
      return deal.cashSaleUntil
    case 'othersPay':
      return deal.othersPayUntil
    case 'toBook':
      return deal.bookUntil
    case 'turn':
      return deal.turnUntil
    case 'proposedToMe':
    case 'proposedByMe':
      return deal.proposedMeetAt
    case 'meet':
    case 'paidMeet':
      return deal.meetAt
    case 'noTime':
      return after(deal.acceptedAt, acceptedWithoutMeetingMs)
    case 'paidNoTime':
      return after(deal.heldAt, heldWithoutMeetingMs)
    case 'asked':
      return after(deal.askedAt, askedMs)
    case 'handedOver':
      return after(deal.handedOverAt, windowMs)
    case 'disputed':
      return deal.disputedAt === null ? null : getDecisionEnd(deal.disputedAt).toISOString()
    case 'released':
      return deal.transferDueOn
    default:
      return null
  }
}

/** Until when the deal waits, in ms since 1970, for sorting; Infinity without such a time. */
export const getWaitEnd = (deal: DealSummary, nowMs: number): number => {
  const time = getTime(getSituation(deal, nowMs), deal)
  return time === null ? Infinity : new Date(time).getTime()
}

type Formats = { times: DealTimes; ordinal: (number: number) => string }

/** The day, time or place in line that the sentences of a situation name; empty without one. */
const getWhen = (name: SituationName, deal: DealSummary, nowMs: number, { times, ordinal }: Formats): string => {
  if (name === 'inLine') return ordinal(deal.linePlace ?? 1)
  const time = getTime(name, deal)
  if (time === null) return ''
  if (name === 'meet' || name === 'paidMeet')
    return times.meeting(time, countDhakaDays(new Date(nowMs), new Date(time)))
  return name === 'released' ? times.day(time) : times.at(time)
}

/** The messages of the side that looks at a deal; an admin reads what the seller reads. */
export const toMessageSide = (side: DealSummary['side']): 'buyer' | 'seller' => (side === 'buyer' ? 'buyer' : 'seller')

/** In these somebody waits for an answer. */
const answerNames: ReadonlySet<SituationName> = new Set<SituationName>(['requested', 'changed', 'asked', 'cashSale'])

/** What ends at the time that a situation names, in words; `when` is that time and `paid` what was paid here, as they are shown. */
export const describeDeadline = (
  { name, side, when, paid }: { name: SituationName; side: DealSummary['side']; when: string; paid: string },
  list: Namespaces['deals']['list'],
): string => {
  const isBuyer = toMessageSide(side) === 'buyer'
  if (name === 'handedOver') return isBuyer ? list.reportBy(when) : list.moneyOn(when, paid)
  if (name === 'disputed') return list.decidedBy(when)
  if (name === 'released') return isBuyer ? list.applyBy(when) : list.tellBrtaBy(when)
  if (name === 'requested' && isBuyer) return list.endsUnanswered(when)
  return answerNames.has(name) ? list.answeredBy(when) : list.openUntil(when)
}

/** Whether the money of a deal has been sent back; null if none goes back. */
export const getBack = ({ refund }: Pick<DealSummary, 'refund'>): 'soon' | 'sent' | null => {
  if (refund === null) return null
  return refund.state === 'succeeded' || refund.state === 'by_hand' ? 'sent' : 'soon'
}

// The buyer cancels late or does not come.
const keepingReasons: ReadonlySet<string | null> = new Set(['cancelled_by_buyer', 'buyer_no_show'])

/** Whether the deal ended with money for the seller: what was paid and did not go back is theirs. */
const isSellersMoney = ({ closeReason }: Pick<DealSummary, 'closeReason'>): boolean =>
  closeReason === 'released' || keepingReasons.has(closeReason)

/** What stays with the seller of a deal that ended without a sale, in Taka; 0 where nothing does. */
export const getKeptTaka = ({ closeReason, paid }: Pick<DealSummary, 'closeReason' | 'paid'>): number =>
  keepingReasons.has(closeReason) ? paid : 0

/** What of the price was neither paid here nor in cash, as the seller counted it, in Taka. */
export const getUnpaidTaka = ({
  price,
  online,
  cash,
}: {
  price: number
  online: number
  cash: number | null
}): number => Math.max(0, price - online - (cash ?? 0))

/** A heading, a sentence, the time that both name, and what was paid here; both empty where there is none. */
type DealSentences = { name: SituationName; heading: string; say: string; when: string; paid: string }

/** Returns a function that gives the two sentences about a deal now. */
export const useDealSentences = () => {
  const formats = useMessages(dealMessages)
  const situations = useMessages(dealSituationMessages)
  const { taka } = useFormat()
  return (deal: DealSummary, nowMs: number): DealSentences => {
    const name = getSituation(deal, nowMs)
    const { heading, say } = situations[toMessageSide(deal.side)][name]
    const when = getWhen(name, deal, nowMs, formats)
    const firstName = toFirstName(deal.otherName)
    const isAllBack = deal.state === 'closed' && !isSellersMoney(deal)
    const amount = (isAllBack ? deal.refund?.taka : undefined) ?? deal.paid
    const shownAmount = amount ? taka(amount) : ''
    return {
      name,
      heading: heading(firstName, when, shownAmount),
      say: say(firstName, when, shownAmount, getBack(deal)),
      when,
      paid: shownAmount,
    }
  }
}
