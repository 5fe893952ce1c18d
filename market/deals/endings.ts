// Pure. How deals end: declined, cancelled, not met, released, decided, charged back.
import { periods } from './deadlines-in-ms.ts'
import { addMs } from '#contract/time/durations.ts'
import type { DealEventKind } from '#contract/notices/events.ts'
import { getRefundSplit, type Split } from '#contract/deals/deposit.ts'
import { getState, isLate } from './state.ts'
import type { CloseReason } from '#market/schema/deals/deals.ts'
import {
  answerCash,
  type BikeChange,
  type DealContext,
  type Effects,
  end,
  nothing,
  openDispute,
  refuse,
  refuseState,
  type Side,
  type Why,
} from './transitions.ts'

const allBack = ({ paidTaka }: DealContext): Split => ({ toBuyerTaka: paidTaka, toSellerTaka: 0 })

/** What the buyer gets back on cancelling now, in Taka. */
export const getCancellationSplit = (ctx: DealContext, isBuyersFault = isLate(ctx.deal, ctx.now)): Split =>
  getRefundSplit(ctx.deal, { paidTaka: ctx.paidTaka, isBuyersFault, isFirstTime: !ctx.hasFailedBefore })

/** A reason to end that is the event too. */
type EndingEvent = CloseReason & DealEventKind

/** Ends a held deal with money back; `toSellerTaka` of the split stays with the seller. */
const endHeld = (
  ctx: DealContext,
  reason: EndingEvent,
  { split = allBack(ctx), bike = 'free', ...step }: { split?: Split; bike?: BikeChange } & EndStep,
): Effects =>
  end(ctx, reason, {
    step: {
      kind: reason,
      ...step,
      ...(split.toBuyerTaka > 0 && { taka: split.toBuyerTaka }),
      sellersTaka: split.toSellerTaka,
    },
    changes: { refundedAt: ctx.now },
    split,
    bike,
  })

type EndStep = Why & { actor: 'buyer' | 'seller' | 'admin' | 'system' | 'provider' }

/** Ends a deal in any live state before the handover, with all money back. */
const endUnsold = (
  ctx: DealContext,
  reason: EndingEvent,
  { bike, ...step }: EndStep & { bike?: BikeChange },
): Effects =>
  ctx.deal.heldAt
    ? endHeld(ctx, reason, { ...step, ...(bike && { bike }) })
    : end(ctx, reason, { step: { kind: reason, ...step }, ...(bike && { bike }) })

/** The seller says no. In an accepted deal this is a cancellation. */
export const decline = (ctx: DealContext, why: Why = {}): Effects => {
  const { deal, payingBuyerId } = ctx
  const state = getState(deal)
  if (state === 'held') return refuse('cancel_instead')
  if (state === 'accepted') return cancelBySeller(ctx, why)
  if (state !== 'requested') return refuseState(ctx)
  if (payingBuyerId === deal.buyerId) return refuse('bike_being_paid')
  return end(ctx, 'declined', { step: { kind: 'declined', actor: 'seller', ...why } })
}

/** The buyer cancels; a held deal is divided by the matrix. Again: unchanged. */
export const cancelByBuyer = (ctx: DealContext, why: Why = {}): Effects => {
  const state = getState(ctx.deal)
  if (state === 'closed') return nothing
  if (state === 'handed_over') return refuse('say_what_is_wrong')
  if (state === 'disputed') return refuse('dispute_open')
  if (ctx.deal.frozenAt) return refuse('deal_frozen')
  const step = { actor: 'buyer', ...why } as const
  if (state === 'held') return endHeld(ctx, 'cancelled_by_buyer', { ...step, split: getCancellationSplit(ctx) })
  return end(ctx, 'cancelled_by_buyer', { step: { kind: 'cancelled_by_buyer', ...step } })
}

/** Whether another buyer has paid for the bike: only an act on that deal takes it off sale then. */
const isReservedForAnother = ({ others }: DealContext): boolean => others.some(({ heldAt }) => heldAt !== null)

/** The seller cancels: everything goes back. `isSoldElsewhere` withdraws the bike too. Again: unchanged. */
export const cancelBySeller = (
  ctx: DealContext,
  { isSoldElsewhere = false, ...why }: Why & { isSoldElsewhere?: boolean },
): Effects => {
  const { deal, payingBuyerId } = ctx
  const state = getState(deal)
  if (state === 'closed') return nothing
  if (state === 'handed_over') return refuse('deal_over')
  if (state === 'disputed') return refuse('dispute_open')
  if (deal.frozenAt) return refuse('deal_frozen')
  if (payingBuyerId === deal.buyerId) return refuse('bike_being_paid')
  if (state === 'requested' && !isSoldElsewhere) return decline(ctx, why)
  if (!isSoldElsewhere) return endUnsold(ctx, 'cancelled_by_seller', { actor: 'seller', ...why })
  if (isReservedForAnother(ctx)) return refuse('bike_reserved')
  const ending = endUnsold(ctx, 'cancelled_by_seller', { actor: 'seller', ...why, bike: 'withdraw' })
  return { ...ending, closesOthers: true }
}

/** A side says that they met without a deal. */
const sayNoDeal = (ctx: DealContext, side: Side, note?: string): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state === 'requested' || state === 'accepted')
    return end(ctx, 'no_deal', { step: { kind: 'no_deal', actor: side, note } })
  if (state !== 'held') return refuseState(ctx)
  const other = side === 'buyer' ? deal.sellerOutcome : deal.buyerOutcome
  if (other === 'no_deal') return endHeld(ctx, 'no_deal', { actor: side, note })
  if (other !== null) return contradict(ctx, side, 'no_deal')
  return said(side, 'no_deal', now, note)
}

const said = (side: Side, outcome: 'no_deal' | 'no_show', now: Date, note?: string): Effects => ({
  changes:
    side === 'buyer'
      ? { buyerOutcome: outcome, buyerOutcomeAt: now }
      : { sellerOutcome: outcome, sellerOutcomeAt: now },
  steps: [{ kind: `said_${outcome}`, actor: side, note }],
})

/** The two sides say different things: the admin decides. */
const contradict = (ctx: DealContext, side: Side, outcome: 'no_deal' | 'no_show'): Effects => {
  const first = said(side, outcome, ctx.now)
  const dispute = openDispute(ctx, { openedBy: 'system', reason: 'contradiction' })
  return { ...dispute, changes: { ...first.changes, ...dispute.changes }, steps: [...first.steps, ...dispute.steps] }
}

/** A side says that the other did not come: from an hour after the agreed time on. */
const sayNoShow = (ctx: DealContext, side: Side, note?: string): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state !== 'accepted' && state !== 'held') return refuseState(ctx)
  if (!deal.meetAt || now < addMs(deal.meetAt, periods.noShowAfterMs)) return refuse('too_early_for_no_show')
  if (state === 'accepted') return end(ctx, 'no_meeting', { step: { kind: 'no_meeting', actor: side, note } })
  const other = side === 'buyer' ? deal.sellerOutcome : deal.buyerOutcome
  return other === null ? said(side, 'no_show', now, note) : contradict(ctx, side, 'no_show')
}

/** The seller says that the bike was handed over without the code: never refunded by itself, the admin decides. */
const sayHandedOver = (ctx: DealContext, note?: string): Effects => {
  const { deal, now } = ctx
  const state = getState(deal)
  if (state === 'requested' || state === 'accepted') return refuse('nothing_paid_yet')
  if (state !== 'held') return refuseState(ctx)
  const dispute = openDispute(ctx, { openedBy: 'seller', reason: 'handed_over_without_code', note })
  return { ...dispute, changes: { ...dispute.changes, sellerOutcome: 'handed_over', sellerOutcomeAt: now } }
}

export type Outcome = 'no_deal' | 'no_show' | 'handed_over'

/** One side says what happened at the meeting. Saying the same again changes nothing. */
export const sayOutcome = (ctx: DealContext, side: Side, outcome: Outcome, note?: string): Effects => {
  const own = side === 'buyer' ? ctx.deal.buyerOutcome : ctx.deal.sellerOutcome
  if (getState(ctx.deal) === 'held' && own === outcome) return nothing
  if (ctx.deal.frozenAt) return refuse('deal_frozen')
  if (outcome === 'no_deal') return sayNoDeal(ctx, side, note)
  if (outcome === 'no_show') return sayNoShow(ctx, side, note)
  return side === 'seller' ? sayHandedOver(ctx, note) : refuse('role_not_allowed')
}

/** The silence about an outcome of a held deal is over: what was said holds. */
export const settleOutcome = (ctx: DealContext): Effects => {
  const { buyerOutcome, sellerOutcome } = ctx.deal
  if (buyerOutcome === 'no_deal' || sellerOutcome === 'no_deal') return endHeld(ctx, 'no_deal', { actor: 'system' })
  if (buyerOutcome === 'no_show') return endHeld(ctx, 'seller_no_show', { actor: 'system' })
  return endHeld(ctx, 'buyer_no_show', { actor: 'system', split: getCancellationSplit(ctx, true) })
}

/** Both were asked and nobody answered. */
export const endUnanswered = (ctx: DealContext): Effects => endHeld(ctx, 'no_meeting', { actor: 'system' })

/** The deal ends because the bike is gone, or a member or the provider ends it. Held money goes back. */
export const endByOthers = (
  ctx: DealContext,
  reason: Extract<
    CloseReason,
    | 'unavailable'
    | 'expired'
    | 'no_meeting'
    | 'not_booked'
    | 'changed'
    | 'buyer_removed'
    | 'seller_removed'
    | 'review_refused'
  >,
  { actor = 'system', bike }: { actor?: EndStep['actor']; bike?: BikeChange } = {},
): Effects => endUnsold(ctx, reason, { actor, ...(bike && { bike }) })

/** 24 quiet hours after the handover, or the buyer says that everything is fine: the money is the seller's. */
export const release = (ctx: DealContext, actor: 'buyer' | 'system' = 'system'): Effects => {
  const state = getState(ctx.deal)
  if (state === 'closed') return nothing
  if (state !== 'handed_over') return state === 'disputed' ? refuse('dispute_open') : refuse('not_handed_over')
  if (ctx.deal.frozenAt) return refuse('deal_frozen')
  return end(ctx, 'released', {
    step: { kind: 'released', actor, taka: ctx.paidTaka },
    changes: { releasedAt: ctx.now },
    split: { toBuyerTaka: 0, toSellerTaka: ctx.paidTaka },
  })
}

/**
 * The buyer says that everything is fine, and with it that this amount was paid in cash, in Taka, as the seller entered it.
 * An amount that the buyer was not shown is refused; without an amount nothing is said about the cash.
 */
export const sayEverythingFine = (ctx: DealContext, cashTaka?: number): Effects => {
  const released = release(ctx, 'buyer')
  if (cashTaka === undefined || released === nothing) return released
  if (ctx.deal.cashTaka !== cashTaka) return refuse('nothing_to_answer')
  const confirmed = answerCash(ctx, true)
  return {
    ...released,
    changes: { ...confirmed.changes, ...released.changes },
    steps: [...confirmed.steps, ...released.steps],
  }
}

/**
 * The admin decides a dispute: `takaToBuyer` of the paid money goes back, the rest is the seller's.
 * Everything back takes a handed over bike back too; its seller decides whether to list it again.
 */
export const decide = (ctx: DealContext, takaToBuyer: number, note?: string): Effects => {
  const { deal, paidTaka, now } = ctx
  if (getState(deal) !== 'disputed') return refuse(deal.closedAt ? 'deal_closed' : 'no_dispute')
  // What the bank gives back must not be given back by the admin too.
  if (deal.frozenAt) return refuse('deal_frozen')
  if (takaToBuyer < 0 || takaToBuyer > paidTaka) return refuse('more_than_paid')
  const split = { toBuyerTaka: takaToBuyer, toSellerTaka: paidTaka - takaToBuyer }
  const isAllBack = split.toSellerTaka === 0
  const decision = isAllBack ? 'refunded' : takaToBuyer === 0 ? 'released' : 'part'
  return end(ctx, isAllBack ? 'refunded' : 'released', {
    step: { kind: 'decided', actor: 'admin', taka: takaToBuyer, sellersTaka: split.toSellerTaka, note },
    changes: isAllBack ? { refundedAt: now } : { releasedAt: now, handedOverAt: deal.handedOverAt ?? now },
    split,
    ...(isAllBack
      ? { bike: deal.handedOverAt ? ('unsell' as const) : ('free' as const) }
      : deal.handedOverAt
        ? {}
        : { bike: 'sell' as const, closesOthers: true as const }),
    decision: { decision, takaToBuyer, note },
  })
}

/**
 * Who opened a dispute takes it back; the deal goes on where it was. A handover without the code was said by opening it, so
 * that is taken back too: its silence would end the deal as if the buyer had not come.
 */
export const withdrawDispute = (ctx: DealContext, side: Side): Effects => {
  const { deal, now } = ctx
  if (getState(deal) !== 'disputed') return refuse('no_dispute')
  return {
    changes: {
      disputedAt: null,
      ...(deal.handedOverAt === null && { askedAt: now }),
      ...(deal.sellerOutcome === 'handed_over' && { sellerOutcome: null, sellerOutcomeAt: null }),
    },
    steps: [{ kind: 'dispute_withdrawn', actor: side }],
    decision: { decision: 'withdrawn', takaToBuyer: 0 },
  }
}

// ---------- cash sales ----------

/**
 * The seller says that this buyer bought the bike for cash, without paying here. The bike leaves the lists at once. Again:
 * unchanged, so that the time of the buyer's answer does not begin anew.
 */
export const claimCashSale = (ctx: DealContext, priceTaka: number): Effects => {
  const { deal, now, payingBuyerId } = ctx
  const state = getState(deal)
  if (state === 'held') return refuse('use_the_code')
  if (state !== 'requested' && state !== 'accepted') return refuseState(ctx)
  if (deal.sellerOutcome === 'sold_for_cash') return nothing
  if (payingBuyerId !== null) return refuse('bike_being_paid')
  if (isReservedForAnother(ctx)) return refuse('bike_reserved')
  return {
    changes: { sellerOutcome: 'sold_for_cash', sellerOutcomeAt: now, cashTaka: priceTaka },
    steps: [{ kind: 'cash_sale_claimed', actor: 'seller', taka: priceTaka }],
    bike: 'withdraw',
    closesOthers: true,
  }
}

/** The buyer says whether the bike was bought for cash. */
export const answerCashSale = (ctx: DealContext, isRight: boolean): Effects => {
  const { deal } = ctx
  if (deal.closedAt) return refuse('deal_closed')
  if (deal.sellerOutcome !== 'sold_for_cash') return refuse('nothing_to_answer')
  if (!isRight) return end(ctx, 'cancelled_by_seller', { step: { kind: 'cash_sale_denied', actor: 'buyer' } })
  return end(ctx, 'sold_for_cash', {
    step: { kind: 'sold_for_cash', actor: 'buyer', ...(deal.cashTaka !== null && { taka: deal.cashTaka }) },
    bike: 'sell',
  })
}

/** Nobody answered the claim of a cash sale: the bike stays withdrawn and counts for nobody. */
export const endUnconfirmedCashSale = (ctx: DealContext): Effects =>
  end(ctx, 'unavailable', { step: { kind: 'cash_sale_unconfirmed', actor: 'system' } })

// ---------- disputes of the buyer's bank ----------

/**
 * The buyer's bank disputes the payment: no code and no release until it ends. A deal that holds no money goes on: the
 * disputed payment goes back anyway.
 */
export const freeze = ({ deal, now }: DealContext): Effects =>
  deal.closedAt || deal.frozenAt || !deal.heldAt
    ? nothing
    : { changes: { frozenAt: now }, steps: [{ kind: 'frozen', actor: 'provider' }] }

/** The bank dispute was won: the timers start anew. */
export const unfreeze = ({ deal, now }: DealContext): Effects =>
  deal.closedAt || !deal.frozenAt
    ? nothing
    : {
        changes: { frozenAt: null, ...(deal.handedOverAt === null && { askedAt: now }) },
        steps: [{ kind: 'thawed', actor: 'provider' }],
      }

/** The bank took the money of a held deal, or it was refunded there: the bike is withdrawn and nobody waits for it; its seller lists it again. */
export const chargeBack = (ctx: DealContext): Effects =>
  ctx.deal.closedAt || ctx.deal.handedOverAt
    ? nothing
    : end(ctx, 'charged_back', {
        step: { kind: 'charged_back', actor: 'provider', taka: ctx.paidTaka },
        changes: { frozenAt: null, refundedAt: ctx.now },
        bike: 'unsell',
        closesOthers: true,
      })
