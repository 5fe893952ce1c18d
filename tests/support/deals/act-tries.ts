// The acts that the two sides of a deal are offered, each with what its endpoint does by the pure rules; and the acts that are
// open but of no use at a moment. Tests compare them with `listActs`.
import { maxCardTaka } from '#contract/limits.ts'
import { periods } from '#market/deals/deadlines-in-ms.ts'
import { addMs, hourMs } from '#contract/time/durations.ts'
import type { z } from 'zod'
import type { DealAct } from '#contract/deals/deals.ts'
import {
  answerCashSale,
  cancelByBuyer,
  cancelBySeller,
  claimCashSale,
  decline,
  release,
  sayOutcome,
  withdrawDispute,
} from '#market/deals/endings.ts'
import { getDepositTaka } from '#contract/deals/deposit.ts'
import { hasReceipt } from '#market/deals/state.ts'
import { assertMayPay } from '#market/deals/may-pay.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import {
  accept,
  agreeMeeting,
  agreePrice,
  answerCash,
  confirmChange,
  type DealContext,
  type Effects,
  handOver,
  nothing,
  offerPrice,
  propose,
  refuse,
  reportProblem,
  type Side,
  takeLowerPrice,
} from '#market/deals/transitions.ts'
import type { DealRow } from '#market/deals/views.ts'
import type { Random } from '#tests/resilience/random.ts'
import { now } from './deal-examples.ts'
import { getHeld, type History, listLive } from './deal-rows.ts'

export type Act = z.output<typeof DealAct>

/** Of an act that changes no deal, such as reading: it is not refused. */
const isDone: Effects = { changes: {}, steps: [{ kind: 'new_code', actor: 'system' }] }

/** A bike with its deals, and what the endpoints know of them beside the rows. */
export type Walk = History & {
  random: Random
  salePriceTaka: number
  isHidden: boolean
  openedBy: Map<string, NonNullable<DealRow['dispute']>['by']>
  lines: string[]
}

/** A bike for sale that nobody has booked yet. */
export const beginWalk = (random: Random, salePriceTaka: number): Walk => ({
  random,
  salePriceTaka,
  isHidden: false,
  openedBy: new Map(),
  now,
  bike: { reserved: false, sold: false, withdrawn: false },
  deals: new Map(),
  ledgers: new Map(),
  hasFailed: () => false,
  payment: null,
  lines: [],
})

export const getStatus = ({ bike }: Walk): DealRow['bike']['status'] =>
  bike.sold ? 'sold' : bike.withdrawn ? 'withdrawn' : bike.reserved ? 'reserved' : 'available'

/** The deal as the queries read it. */
export const toRow = (walk: Walk, deal: Deal): DealRow => {
  const { payment, salePriceTaka, isHidden } = walk
  const openedBy = walk.openedBy.get(deal.id)
  return {
    deal,
    bike: {
      slug: 'bike',
      name: 'Bike',
      picture: '/bike.webp',
      status: getStatus(walk),
      salePriceTaka,
      sellerName: 'Rahim',
      contactNumber: '01700000101',
      isHidden,
    },
    buyerName: 'Karim',
    isSellerVerified: false,
    paidTaka: getHeld(walk, deal.id),
    takesDeposits: true,
    linePlace: null,
    isPromisedToAnother: listLive(walk).some(
      ({ id, acceptedAt, turnUntil }) => id !== deal.id && (acceptedAt !== null || turnUntil !== null),
    ),
    othersPayUntil: payment !== null && payment.dealId !== deal.id ? payment.until : null,
    dispute: openedBy === undefined ? null : { by: openedBy, reason: 'other', note: null },
    saidBy: [],
    picturesBy: [],
    transfer: null,
    refund: null,
    buyer: null,
  }
}

/** What the endpoint of an act does, by the pure rules: its effects, or the refusal. */
type Try = (ctx: DealContext, side: Side, walk: Walk) => Effects

const only =
  (allowed: Side, run: (ctx: DealContext, walk: Walk) => Effects): Try =>
  (ctx, side, walk) =>
    side === allowed ? run(ctx, walk) : refuse('role_not_allowed')

/** The app ends the payment that the buyer of this deal has begun before these acts. */
const withoutOwnPayment = (ctx: DealContext): DealContext =>
  ctx.payingBuyerId === ctx.deal.buyerId ? { ...ctx, payingBuyerId: null } : ctx

const assertOnSale = ({ bike, isHidden }: Walk): void => {
  if (bike.sold) refuse('bike_sold')
  if (bike.withdrawn) refuse('bike_withdrawn')
  if (isHidden) refuse('bike_hidden')
}

const beginToPay = (purpose: 'full' | 'deposit' | 'rest'): Try =>
  only('buyer', (ctx, walk) => {
    assertOnSale(walk)
    assertMayPay(ctx, purpose)
    const { priceTaka } = ctx.deal
    const taka = { full: priceTaka, deposit: getDepositTaka(priceTaka), rest: priceTaka - ctx.paidTaka }[purpose]
    if (taka <= 0) return refuse(purpose === 'rest' ? 'already_paid' : 'no_deposit')
    return taka > maxCardTaka ? refuse('too_much_for_card') : { changes: { heldAt: ctx.now }, steps: [] }
  })

const meeting = (now: Date) => ({ meetAt: addMs(now, 20 * hourMs), place: 'Mirpur' })

export const tries: Record<Act, Try> = {
  accept: only('seller', (ctx, { bike }) => {
    if (bike.sold) return refuse('bike_sold')
    return bike.withdrawn ? refuse('bike_withdrawn') : accept(ctx)
  }),
  decline: only('seller', (ctx) => decline(withoutOwnPayment(ctx))),
  cancel: (ctx, side) =>
    side === 'buyer' ? cancelByBuyer(withoutOwnPayment(ctx)) : cancelBySeller(withoutOwnPayment(ctx), {}),
  propose_meeting: (ctx, side) => propose(ctx, side, meeting(ctx.now)),
  agree_meeting: agreeMeeting,
  pay_full: beginToPay('full'),
  pay_deposit: beginToPay('deposit'),
  pay_rest: beginToPay('rest'),
  give_contact: only('buyer', ({ deal }) =>
    deal.closedAt ? refuse('deal_closed') : { changes: { buyerNumber: '01712345678' }, steps: [] },
  ),
  show_code: only('buyer', (ctx) => (handOver(ctx, null) === nothing ? refuse('deal_over') : isDone)),
  hand_over: only('seller', (ctx) => handOver(ctx, ctx.deal.priceTaka - ctx.paidTaka)),
  confirm_cash: only('buyer', (ctx) => answerCash(ctx, true)),
  report_problem: only('buyer', (ctx) => reportProblem(ctx, 'damaged')),
  everything_fine: only('buyer', (ctx) => release(ctx, 'buyer')),
  say_no_deal: (ctx, side) => sayOutcome(withoutOwnPayment(ctx), side, 'no_deal'),
  say_no_show: (ctx, side) => sayOutcome(withoutOwnPayment(ctx), side, 'no_show'),
  say_handed_over: (ctx, side) => sayOutcome(withoutOwnPayment(ctx), side, 'handed_over'),
  offer_price: (ctx, side) => offerPrice(ctx, side, Math.max(1_000, ctx.deal.priceTaka - 1)),
  agree_price: (ctx, side) => agreePrice(withoutOwnPayment(ctx), side),
  confirm_change: only('buyer', (ctx) => confirmChange(ctx)),
  take_lower_price: only('buyer', (ctx, { salePriceTaka }) => takeLowerPrice(withoutOwnPayment(ctx), salePriceTaka)),
  book: only('buyer', ({ deal }) => {
    if (deal.closedAt) return refuse('offer_gone')
    return deal.bookDueAt === null
      ? refuse('already_booked')
      : { changes: { bookDueAt: null, buyerNumber: '01712345678' }, steps: [] }
  }),
  claim_cash_sale: only('seller', (ctx) => claimCashSale(withoutOwnPayment(ctx), ctx.deal.priceTaka)),
  answer_cash_sale: only('buyer', (ctx, { random }) => answerCashSale(ctx, random.chance(0.5))),
  add_evidence: ({ deal, now }) => {
    if (deal.disputedAt === null || deal.closedAt !== null) return refuse('no_dispute')
    const isInTime = now <= addMs(deal.disputedAt, periods.evidenceMs)
    return isInTime
      ? { changes: {}, steps: [{ kind: 'evidence_added', actor: 'buyer' }] }
      : refuse('evidence_time_over')
  },
  withdraw_dispute: (ctx, side, { openedBy }) =>
    openedBy.get(ctx.deal.id) === side ? withdrawDispute(ctx, side) : refuse('role_not_allowed'),
  receipt: ({ deal }) => (hasReceipt(deal) ? isDone : refuse('no_receipt_yet')),
}

/**
 * Something has to be answered first, and the acts name that answer: whether the bike was bought for cash, as the seller says,
 * or whether the buyer still wants the changed bike.
 */
const isAsked = ({ sellerOutcome, confirmDueAt }: Deal, side: Side): boolean =>
  sellerOutcome === 'sold_for_cash' || (side === 'buyer' && confirmDueAt !== null)

/** Acts that are not refused, but that nobody is offered at that moment, each with the reason. */
export const isUseless: Partial<Record<Act, (deal: Deal, side: Side) => boolean>> = {
  agree_meeting: isAsked,
  propose_meeting: isAsked,
  offer_price: isAsked,
  agree_price: isAsked,
  take_lower_price: isAsked,
  say_no_show: isAsked,
  book: isAsked,
  confirm_change: ({ sellerOutcome }) => sellerOutcome === 'sold_for_cash',
  // Before the yes, declining and cancelling say the same.
  say_no_deal: (deal, side) => isAsked(deal, side) || deal.acceptedAt === null,
  // After the yes, the seller cancels, which says the same.
  decline: ({ acceptedAt }) => acceptedAt !== null,
  // Before the yes, the seller declines, which says the same.
  cancel: ({ acceptedAt }, side) => side === 'seller' && acceptedAt === null,
  // Number and place come first, by the button that books at the agreed price.
  pay_full: ({ bookDueAt }) => bookDueAt !== null,
  pay_deposit: ({ bookDueAt }) => bookDueAt !== null,
  // A number that was given is changed in no other way, and after the handover a missing one is of no use.
  give_contact: ({ heldAt, buyerNumber, handedOverAt, disputedAt }) =>
    heldAt === null || buyerNumber !== null || handedOverAt !== null || disputedAt !== null,
}
