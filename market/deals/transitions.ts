// Pure. What an act does to a deal. Each function takes the deal with its surroundings and returns the effects of the act, or
// throws the ApiError that the table "State × event" names. Nothing here reads or writes the database.
import { maxMeetingMoves } from '#contract/deals/deadlines.ts'
import { periods } from './deadlines-in-ms.ts'
import { addMs } from '#contract/time/durations.ts'
import type { z } from 'zod'
import type { ProblemReason } from '#contract/deals/deals.ts'
import type { CloseChoice } from '#contract/deals/close-choices.ts'
import type { DealEventKind } from '#contract/notices/events.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { isPaidByAnother, isPromisedToAnother } from './may-pay.ts'
import type { Split } from '#contract/deals/deposit.ts'
import { countDueReminders, getState } from './state.ts'
import type { CloseReason, Deal, DealActor } from '#market/schema/deals/deals.ts'

/** A member of a deal. */
export type Side = 'buyer' | 'seller'

/** A deal and what an act must know of its surroundings, read while the bike is locked. */
export type DealContext = {
  deal: Deal
  /** The other live deals of the bike. */
  others: readonly Deal[]
  /** The buyer who pays for the bike at this moment, or null. */
  payingBuyerId: string | null
  /** What the buyer has paid for this deal, in Taka, without refunds. */
  paidTaka: number
  /** The buyer cancelled late or did not come within the last year. */
  hasFailedBefore: boolean
  now: Date
}

/** Why somebody declines or cancels: what was chosen, and own words. Steps have the words alone, because both sides read them. */
export type Why = { choice?: CloseChoice | undefined; note?: string | undefined }

export type DealStep = {
  kind: DealEventKind
  actor: DealActor
  taka?: number
  /** What the seller is told in place of `taka`, where both sides get a part of what was paid. */
  sellersTaka?: number
  note?: string | undefined
}

/** What happens to the bike. */
export type BikeChange = 'reserve' | 'free' | 'sell' | 'withdraw' | 'unsell'

export type Effects = {
  changes: Partial<Deal>
  steps: DealStep[]
  bike?: BikeChange
  /** How the held money is divided; only with an ending. */
  split?: Split
  /** Part of the held money that goes back while the deal goes on, in Taka. */
  refundTaka?: number
  /** A dispute begins. */
  dispute?: { openedBy: 'buyer' | 'seller' | 'system'; reason: DisputeReason; note?: string | undefined }
  /** The dispute of the deal is decided. */
  decision?: {
    decision: 'released' | 'part' | 'refunded' | 'withdrawn'
    takaToBuyer: number
    note?: string | undefined
  }
  /** All other live deals of the bike end. */
  closesOthers?: true
}

export type DisputeReason = z.output<typeof ProblemReason>

export const nothing: Effects = { changes: {}, steps: [] }

export const refuse = (code: ConstructorParameters<typeof ApiError>[0]): never => {
  throw new ApiError(code)
}

/** Throws why an act is not for the state of the deal: it is too late for it, or too early. */
export const refuseState = ({ deal }: DealContext): never => {
  const state = getState(deal)
  if (state === 'closed') return refuse('deal_closed')
  if (state === 'disputed') return refuse('dispute_open')
  if (state === 'handed_over') return refuse('deal_over')
  if (state === 'requested') return refuse('accept_first')
  return refuse('already_paid')
}

/** Throws `deal_frozen` while the buyer's bank disputes the payment: nothing that was agreed or paid changes then. */
const assertNotFrozen = ({ deal }: DealContext): void => {
  if (deal.frozenAt) refuse('deal_frozen')
}

/** Throws `bike_being_paid` while the buyer of this deal pays: the amount was computed from the price of before. */
const assertNotBeingPaid = ({ deal, payingBuyerId }: DealContext): void => {
  if (payingBuyerId === deal.buyerId) refuse('bike_being_paid')
}

export type Meeting = { meetAt: Date; place: string }

const proposeMeeting = (ctx: DealContext, side: Side, { meetAt, place }: Meeting): Effects => {
  const { deal, now } = ctx
  if (meetAt <= now || meetAt > addMs(now, periods.meetingAheadMs)) return refuse('meeting_time_invalid')
  if (deal.meetAt !== null && deal.meetingMoves >= maxMeetingMoves) return refuse('too_many_meeting_moves')
  return {
    changes: { proposedMeetAt: meetAt, proposedPlace: place, proposedBy: side },
    steps: [{ kind: 'meeting_proposed', actor: side, note: place }],
  }
}

/** The seller says yes, perhaps with a time. An accepted or held deal answers the same again. */
export const accept = (ctx: DealContext, meeting?: Meeting): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state === 'accepted' || state === 'held') return nothing
  if (state !== 'requested') return refuseState(ctx)
  if (isPromisedToAnother(ctx)) return refuse('promised_to_another')
  if (isPaidByAnother(ctx)) return refuse('bike_being_paid')
  if (deal.confirmDueAt) return refuse('bike_changed')
  const proposal = meeting ? proposeMeeting(ctx, 'seller', meeting) : nothing
  return {
    changes: { acceptedAt: now, turnUntil: null, answerDueAt: null, waitingSince: null, ...proposal.changes },
    steps: [{ kind: 'accepted', actor: 'seller' }, ...proposal.steps],
  }
}

/** One side proposes a time and a place. */
export const propose = (ctx: DealContext, side: Side, meeting: Meeting): Effects => {
  const state = getState(ctx.deal)
  if (state !== 'accepted' && state !== 'held') return refuseState(ctx)
  assertNotFrozen(ctx)
  return proposeMeeting(ctx, side, meeting)
}

/** The other side agrees to the proposed time and place. */
export const agreeMeeting = (ctx: DealContext, side: Side): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state !== 'accepted' && state !== 'held') return refuseState(ctx)
  assertNotFrozen(ctx)
  if (!deal.proposedMeetAt || deal.proposedBy === side || deal.proposedMeetAt <= now)
    return refuse('no_meeting_proposed')
  return {
    changes: {
      meetAt: deal.proposedMeetAt,
      meetPlace: deal.proposedPlace ?? deal.meetPlace,
      meetingMoves: deal.meetAt ? deal.meetingMoves + 1 : deal.meetingMoves,
      proposedMeetAt: null,
      proposedPlace: null,
      proposedBy: null,
      remindersSent: countDueReminders(deal.proposedMeetAt, now),
      askedAt: null,
    },
    steps: [{ kind: 'meeting_agreed', actor: side }],
  }
}

/** What the buyer of a live deal still has to pay, in Taka. After the handover nothing is paid here any more. */
export const getOwedTaka = ({ deal, paidTaka }: Pick<DealContext, 'deal' | 'paidTaka'>): number =>
  deal.handedOverAt === null ? Math.max(0, deal.priceTaka - paidTaka) : 0

/**
 * A payment succeeded: the bike is reserved, or the rest is paid. `paidTaka` of the context is what was paid before; what
 * the payment brings above the agreed price goes back.
 */
export const hold = (ctx: DealContext, payment: { amountTaka: number; purpose: string }): Effects => {
  const { deal, now } = ctx
  const excessTaka = payment.amountTaka - getOwedTaka(ctx)
  const refund = excessTaka > 0 && { refundTaka: excessTaka }
  const paid: DealStep = {
    kind: payment.purpose === 'rest' ? 'rest_paid' : 'paid',
    actor: 'provider',
    taka: payment.amountTaka,
  }
  if (deal.heldAt) return { changes: {}, steps: [paid], ...refund }
  return {
    changes: {
      acceptedAt: deal.acceptedAt ?? now,
      heldAt: now,
      turnUntil: null,
      answerDueAt: null,
      waitingSince: null,
      sellerOutcome: null,
      sellerOutcomeAt: null,
    },
    steps: [paid],
    bike: 'reserve',
    ...refund,
  }
}

/** The seller typed the right code: the bike changes hands. */
export const handOver = (ctx: DealContext, cashTaka: number | null): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state === 'handed_over') return nothing
  if (state === 'requested' || state === 'accepted') return refuse('pay_deposit_first')
  if (state !== 'held') return refuseState(ctx)
  assertNotFrozen(ctx)
  return {
    changes: { handedOverAt: now, cashTaka },
    steps: [{ kind: 'handed_over', actor: 'seller', ...(cashTaka !== null && { taka: cashTaka }) }],
    bike: 'sell',
    closesOthers: true,
  }
}

/** The buyer says whether the cash amount is right. */
export const answerCash = (ctx: DealContext, isRight: boolean): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state === 'requested' || state === 'accepted' || state === 'held') return refuse('not_handed_over')
  if (state !== 'handed_over') return refuseState(ctx)
  if (deal.cashTaka === null || deal.cashConfirmedAt || deal.cashDeniedAt) return refuse('nothing_to_answer')
  return {
    changes: isRight ? { cashConfirmedAt: now } : { cashDeniedAt: now },
    steps: [{ kind: isRight ? 'cash_confirmed' : 'cash_denied', actor: 'buyer', taka: deal.cashTaka }],
  }
}

/** One side proposes another price at the meeting; in a held deal only the seller does. */
export const offerPrice = (ctx: DealContext, side: Side, priceTaka: number): Effects => {
  const { deal } = ctx
  const state = getState(deal)
  if (state !== 'accepted' && state !== 'held' && state !== 'handed_over') return refuseState(ctx)
  assertNotFrozen(ctx)
  if (state !== 'accepted' && side !== 'seller') return refuse('seller_proposes_price')
  return {
    changes: { offeredPriceTaka: priceTaka, offeredBy: side },
    steps: [{ kind: 'price_offered', actor: side, taka: priceTaka }],
  }
}

/**
 * The other side agrees to the proposed price; what was paid above it goes back. A payment that the buyer has begun ends
 * before: throws `bike_being_paid` while it is open.
 */
export const agreePrice = (ctx: DealContext, side: Side): Effects => {
  const { deal, paidTaka } = ctx
  const state = getState(deal)
  if (state !== 'accepted' && state !== 'held' && state !== 'handed_over') return refuseState(ctx)
  assertNotFrozen(ctx)
  if (deal.offeredPriceTaka === null || deal.offeredBy === side) return refuse('nothing_to_answer')
  assertNotBeingPaid(ctx)
  const refundTaka = Math.max(0, paidTaka - deal.offeredPriceTaka)
  return {
    changes: { priceTaka: deal.offeredPriceTaka, offeredPriceTaka: null, offeredBy: null },
    steps: [{ kind: 'price_agreed', actor: side, taka: deal.offeredPriceTaka }],
    ...(refundTaka > 0 && { refundTaka }),
  }
}

/** The seller changed something that matters: the buyer confirms it or the deal ends. */
export const bikeChanged = ({ deal, now }: DealContext): Effects => {
  const state = getState(deal)
  if (state !== 'requested' && state !== 'accepted') return refuse('bike_reserved')
  const ms = state === 'requested' ? periods.confirmRequestedMs : periods.confirmAcceptedMs
  return { changes: { confirmDueAt: addMs(now, ms) }, steps: [{ kind: 'bike_changed', actor: 'seller' }] }
}

/** The buyer still wants the changed bike. */
export const confirmChange = (ctx: DealContext): Effects => {
  if (getState(ctx.deal) === 'closed') return refuse('deal_closed')
  if (!ctx.deal.confirmDueAt) return nothing
  return { changes: { confirmDueAt: null }, steps: [{ kind: 'change_confirmed', actor: 'buyer' }] }
}

/** The buyer takes the lower price that the bike has now; throws `bike_being_paid` while the buyer pays. */
export const takeLowerPrice = (ctx: DealContext, salePriceTaka: number): Effects => {
  const state = getState(ctx.deal)
  if (state !== 'requested' && state !== 'accepted') return refuseState(ctx)
  if (salePriceTaka >= ctx.deal.priceTaka) return refuse('price_not_lower')
  assertNotBeingPaid(ctx)
  return {
    changes: { priceTaka: salePriceTaka },
    steps: [{ kind: 'lower_price_taken', actor: 'buyer', taka: salePriceTaka }],
  }
}

/** The buyer reports a problem: a held deal, and for 24 hours after the handover. */
export const reportProblem = (ctx: DealContext, reason: DisputeReason, note?: string): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state === 'requested' || state === 'accepted') return refuse('nothing_paid_yet')
  if (state === 'disputed') return refuse('dispute_open')
  if (state === 'closed') return refuse('window_over')
  if (deal.handedOverAt && now > addMs(deal.handedOverAt, periods.windowMs)) return refuse('window_over')
  return openDispute(ctx, { openedBy: 'buyer', reason, note })
}

/** A dispute begins: nothing is released or sent back until it is decided. */
export const openDispute = ({ now }: DealContext, dispute: NonNullable<Effects['dispute']>): Effects => ({
  changes: { disputedAt: now },
  steps: [{ kind: 'disputed', actor: dispute.openedBy, note: dispute.note }],
  dispute,
})

/** An ending; the money is divided and the bike follows. */
export const end = (
  { now }: DealContext,
  reason: CloseReason,
  {
    step: { choice, ...step },
    ...rest
  }: Omit<Effects, 'changes' | 'steps'> & { step: DealStep & Why; changes?: Partial<Deal> },
): Effects => ({
  ...rest,
  changes: {
    ...rest.changes,
    closedAt: now,
    closeReason: reason,
    turnUntil: null,
    waitingSince: null,
    ...(choice !== undefined && { closeChoice: choice }),
    ...(step.note !== undefined && { closeNote: step.note.slice(0, 280) }),
  },
  // Both sides read the steps, and what is said about the other is not told.
  steps: [choice === 'strange' ? { ...step, note: undefined } : step],
})
