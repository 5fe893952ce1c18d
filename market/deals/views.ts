// Pure. What each side sees of a deal, and what it may do at this moment. Screens show a button for each act.
import { maxCardTaka } from '#contract/limits.ts'
import { maxMeetingMoves } from '#contract/deals/deadlines.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { periods } from './deadlines-in-ms.ts'
import { addMs } from '#contract/time/durations.ts'
import { toIso } from '#contract/time/iso.ts'
import type { z } from 'zod'
import type { Deal as DealResponse, DealAct, DealSummary } from '#contract/deals/deals.ts'
import { formatTelephone } from '#contract/text.ts'
import { getNextAct } from './next-action.ts'
import { findPayObstacle, type PayPurpose } from './may-pay.ts'
import { getLastOpenDay } from '#contract/transfers/office-days.ts'
import { getOfferedDepositTaka, listPayPurposes } from '#contract/deals/money-rules.ts'
import { getCodeFrom, getState, hasReceipt, isPromised } from './state.ts'
import type { Deal } from '#market/schema/deals/deals.ts'
import type { Side } from './transitions.ts'

type Act = z.output<typeof DealAct>
type Problem = Omit<NonNullable<z.output<typeof DealResponse>['problem']>, 'saidBy' | 'picturesBy'>

/** A deal with what its screens need, as the queries read it. */
export type DealRow = {
  deal: Deal
  bike: {
    slug: string
    name: string
    picture: string
    status: 'available' | 'reserved' | 'sold' | 'withdrawn'
    salePriceTaka: number
    sellerName: string
    contactNumber: string
    /** Nobody pays for a bike that waits for a moderator. */
    isHidden: boolean
  }
  buyerName: string
  /** What is known of the buyer of an open deal. */
  buyer: z.input<typeof DealSummary>['buyer']
  isSellerVerified: boolean
  paidTaka: number
  takesDeposits: boolean
  linePlace: number | null
  /** Another deal of the bike is accepted, held or has its turn. */
  isPromisedToAnother: boolean
  /** Until when another buyer, who pays at this moment, may take; null while nobody else pays. */
  othersPayUntil: Date | null
  /** Who opened the dispute, why, and in which words; also of one that has ended. */
  dispute: Problem | null
  /** The sides that have said something about the dispute. */
  saidBy: ('buyer' | 'seller')[]
  /** Those that have added a picture. */
  picturesBy: ('buyer' | 'seller')[]
  /** The bike has to be put in the buyer's name: whether the seller has told BRTA, and the buyer has applied. */
  transfer: { isReported: boolean; isDone: boolean; noticeDueOn: string; applyDueOn: string } | null
  /** Money that goes back to the buyer, or went back; null without any. */
  refund: z.input<typeof DealSummary>['refund']
}

/** Whether the buyer may pay this part of the price now. */
const mayPay = ({ deal, bike, isPromisedToAnother, othersPayUntil }: DealRow, purpose: PayPurpose): boolean => {
  const facts = {
    state: getState(deal),
    isChanged: deal.confirmDueAt !== null,
    isFrozen: deal.frozenAt !== null,
    isPromisedToAnother,
    isPaidByAnother: othersPayUntil !== null,
  }
  return !bike.isHidden && findPayObstacle(facts, purpose) === null
}

const listPayActs = (row: DealRow): Act[] => {
  const { deal, takesDeposits } = row
  if (!mayPay(row, 'full')) return []
  const { priceTaka } = deal
  const depositTaka = getOfferedDepositTaka({ priceTaka, takesDeposits })
  return listPayPurposes({ priceTaka, depositTaka }).map((purpose) => `pay_${purpose}` as const)
}

const listRequestedActs = (row: DealRow, side: Side): Act[] => {
  const { deal, bike, isPromisedToAnother, othersPayUntil } = row
  if (deal.sellerOutcome === 'sold_for_cash') return side === 'buyer' ? ['answer_cash_sale', 'cancel'] : ['decline']
  const isFree = othersPayUntil === null
  if (side === 'seller')
    return [
      ...(isFree && !isPromisedToAnother && !deal.confirmDueAt ? (['accept'] as const) : []),
      'decline',
      // What another buyer has paid for is not sold to this one.
      ...(isFree && bike.status !== 'reserved' ? (['claim_cash_sale'] as const) : []),
    ]
  if (deal.confirmDueAt) return ['confirm_change', 'cancel']
  return [
    ...listPayActs(row),
    'cancel',
    ...(bike.salePriceTaka < deal.priceTaka ? (['take_lower_price'] as const) : []),
  ]
}

const listMeetingActs = ({ deal }: DealRow, side: Side, now: Date): Act[] => {
  const canAgree = deal.proposedBy !== null && deal.proposedBy !== side && deal.proposedMeetAt !== null
  const isPast = deal.meetAt !== null && now >= addMs(deal.meetAt, periods.noShowAfterMs)
  const said = side === 'buyer' ? deal.buyerOutcome : deal.sellerOutcome
  return [
    ...(canAgree && deal.proposedMeetAt && deal.proposedMeetAt > now ? (['agree_meeting'] as const) : []),
    ...(deal.meetAt === null || deal.meetingMoves < maxMeetingMoves ? (['propose_meeting'] as const) : []),
    // What was said already is not asked again.
    ...(said === 'no_deal' ? [] : (['say_no_deal'] as const)),
    ...(isPast && said !== 'no_show' ? (['say_no_show'] as const) : []),
    ...(deal.offeredPriceTaka !== null && deal.offeredBy !== side ? (['agree_price'] as const) : []),
  ]
}

const listAcceptedActs = (row: DealRow, side: Side, now: Date): Act[] => {
  const { deal, bike } = row
  if (deal.sellerOutcome === 'sold_for_cash') return side === 'buyer' ? ['answer_cash_sale', 'cancel'] : ['cancel']
  if (deal.confirmDueAt && side === 'buyer') return ['confirm_change', 'cancel']
  const isUnbooked = deal.bookDueAt !== null
  const own: Act[] =
    side === 'seller'
      ? ['claim_cash_sale']
      : [
          ...(isUnbooked ? (['book'] as const) : listPayActs(row)),
          ...(bike.salePriceTaka < deal.priceTaka ? (['take_lower_price'] as const) : []),
        ]
  return [...own, ...listMeetingActs(row, side, now), 'offer_price', 'cancel']
}

const listHeldActs = (row: DealRow, side: Side, now: Date): Act[] => {
  const { deal, paidTaka } = row
  const contact: Act[] = deal.buyerNumber === null ? ['give_contact'] : []
  if (deal.frozenAt) return side === 'buyer' ? [...contact, 'report_problem'] : []
  const restTaka = mayPay(row, 'rest') ? deal.priceTaka - paidTaka : 0
  const own: Act[] =
    side === 'seller'
      ? ['hand_over', 'say_handed_over', 'offer_price']
      : [
          ...contact,
          'show_code',
          ...(restTaka > 0 && restTaka <= maxCardTaka ? (['pay_rest'] as const) : []),
          'report_problem',
        ]
  return [...own, ...listMeetingActs(row, side, now), 'cancel']
}

const listHandedOverActs = ({ deal }: DealRow, side: Side, now: Date): Act[] => {
  const { handedOverAt, offeredPriceTaka, offeredBy } = deal
  const agree: Act[] = offeredPriceTaka !== null && offeredBy !== side && !deal.frozenAt ? ['agree_price'] : []
  if (side === 'seller') return [...agree, ...(deal.frozenAt ? [] : (['offer_price'] as const)), 'receipt']
  const hasCash = deal.cashTaka !== null && !deal.cashConfirmedAt && !deal.cashDeniedAt
  const isInTime = handedOverAt !== null && now <= addMs(handedOverAt, periods.windowMs)
  return [
    ...(hasCash ? (['confirm_cash'] as const) : []),
    ...agree,
    ...(deal.frozenAt ? [] : (['everything_fine'] as const)),
    ...(isInTime ? (['report_problem'] as const) : []),
    'receipt',
  ]
}

const listDisputedActs = ({ deal, dispute }: DealRow, side: Side, now: Date): Act[] => {
  const isInTime = deal.disputedAt !== null && now <= addMs(deal.disputedAt, periods.evidenceMs)
  return [
    ...(isInTime ? (['add_evidence'] as const) : []),
    ...(dispute?.by === side ? (['withdraw_dispute'] as const) : []),
    ...(hasReceipt(deal) ? (['receipt'] as const) : []),
  ]
}

/** What this side may do with the deal now, the most important first. */
export const listActs = (row: DealRow, side: Side, now: Date): Act[] => {
  switch (getState(row.deal)) {
    case 'requested':
      return listRequestedActs(row, side)
    case 'accepted':
      return listAcceptedActs(row, side, now)
    case 'held':
      return listHeldActs(row, side, now)
    case 'handed_over':
      return listHandedOverActs(row, side, now)
    case 'disputed':
      return listDisputedActs(row, side, now)
    default:
      return hasReceipt(row.deal) ? ['receipt'] : []
  }
}

/** Whether this side sees the other's number: from accepted on; a buyer who got the bike for ever. */
export const maySeeNumber = (deal: Deal, side: Side): boolean => {
  if (deal.closedAt === null) return deal.acceptedAt !== null
  return deal.releasedAt !== null || (side === 'buyer' && deal.closeReason === 'sold_for_cash')
}

/** The other side's number as it is shown; null where it is not. */
export const getOtherNumber = ({ deal, bike }: DealRow, side: Side): string | null => {
  if (!maySeeNumber(deal, side)) return null
  const number = side === 'buyer' ? bike.contactNumber : deal.buyerNumber
  return number === null ? null : formatTelephone(number)
}

/** What was reported, and who has said and shown something about it; null without a dispute. */
const toProblem = ({ dispute, saidBy, picturesBy }: DealRow) => dispute && { ...dispute, saidBy, picturesBy }

/** A text of the deal as this side reads it: what the other side wrote has no contact details while no number is shown. */
const toShownText = (text: string | null, deal: Deal, { side, isOwn }: { side: Side; isOwn: boolean }) =>
  text === null || isOwn || maySeeNumber(deal, side) ? text : maskContactDetails(text)

/** Where they meet, as this side reads it; until the seller accepts it is the buyer's word. */
export const getMeetPlace = (deal: Deal, side: Side): string | null =>
  toShownText(deal.meetPlace, deal, { side, isOwn: side === 'buyer' && deal.acceptedAt === null })

const getCashSaleUntil = ({ closedAt, sellerOutcome, sellerOutcomeAt }: Deal): Date | null =>
  closedAt === null && sellerOutcome === 'sold_for_cash' && sellerOutcomeAt
    ? addMs(sellerOutcomeAt, periods.cashClaimMs)
    : null

/** Whether nothing is left for this side to do at BRTA. */
const isTransferDone = ({ transfer }: DealRow, side: Side): boolean =>
  transfer !== null && (transfer.isDone || (side === 'seller' && transfer.isReported))

/** The last day that BRTA is open for what is left for this side to do there, null without anything. */
const getTransferDay = (row: DealRow, side: Side): string | null =>
  row.transfer === null || isTransferDone(row, side)
    ? null
    : getLastOpenDay(row.transfer[side === 'seller' ? 'noticeDueOn' : 'applyDueOn'])

/** The two are going to look at the bike together. */
const isBeforeMeeting = (deal: Deal): boolean => getState(deal) === 'accepted' || getState(deal) === 'held'

/** A deal in a list, as this side sees it. */
export const toSummary = (row: DealRow, side: Side, now: Date): z.input<typeof DealSummary> => {
  const { deal, bike } = row
  const acts = listActs(row, side, now)
  return {
    _id: deal.id,
    side,
    state: getState(deal),
    productId: deal.bikeId,
    slug: bike.slug,
    productName: bike.name,
    image: bike.picture,
    status: bike.status,
    price: deal.priceTaka,
    salePrice: bike.salePriceTaka,
    otherName: side === 'buyer' ? bike.sellerName : row.buyerName,
    isOtherVerified: side === 'buyer' && row.isSellerVerified,
    requestedAt: deal.requestedAt.toISOString(),
    acceptedAt: toIso(deal.acceptedAt),
    heldAt: toIso(deal.heldAt),
    handedOverAt: toIso(deal.handedOverAt),
    disputedAt: toIso(deal.disputedAt),
    closedAt: toIso(deal.closedAt),
    closeReason: deal.closeReason,
    meetAt: toIso(deal.meetAt),
    meetPlace: getMeetPlace(deal, side),
    proposedMeetAt: toIso(deal.proposedMeetAt),
    proposedPlace: deal.proposedPlace,
    proposedBy: deal.proposedBy,
    bookUntil: deal.closedAt === null ? toIso(deal.bookDueAt) : null,
    answerDueAt: deal.waitingSince ? null : toIso(deal.answerDueAt),
    turnUntil: toIso(isPromised(deal, now) ? deal.turnUntil : null),
    linePlace: row.linePlace,
    othersPayUntil: deal.closedAt === null && deal.heldAt === null ? toIso(row.othersPayUntil) : null,
    confirmDueAt: toIso(deal.confirmDueAt),
    cashSaleUntil: toIso(getCashSaleUntil(deal)),
    askedAt: toIso(deal.askedAt),
    isFrozen: deal.frozenAt !== null,
    offeredPrice: deal.offeredPriceTaka,
    isTransferDone: isTransferDone(row, side),
    transferDueOn: getTransferDay(row, side),
    refund: row.refund,
    paid: row.paidTaka,
    buyer: side === 'seller' && (getState(deal) === 'requested' || isBeforeMeeting(deal)) ? row.buyer : null,
    acts,
    nextAct: getNextAct(acts, { deal, side, hasSaid: row.saidBy.includes(side), now }),
  }
}

type Details = {
  otherNumber: string | null
  chatId: string | null
  lineLength: number
  meetingFile: string | null
  refund: z.input<typeof DealResponse>['refund']
  payout: z.input<typeof DealResponse>['payout']
  online: number
  decision: z.input<typeof DealResponse>['decision']
  /** The seller has said where to be paid. */
  hasDestination: boolean
  /** The seller has entered a number of the bike. */
  hasNumbers: boolean
  steps: z.input<typeof DealResponse>['steps']
  payments: z.input<typeof DealResponse>['payments']
}

/** Whether there is money for the seller, now or after the handover. */
const isOwedToSeller = (deal: Deal, { payout }: Pick<Details, 'payout'>): boolean =>
  payout === 'due' || payout === 'failed' || (deal.heldAt !== null && deal.closedAt === null)

/** Whether the seller said that nobody can buy the bike any more. */
const isNotForSale = ({ closeChoice }: Deal): boolean => closeChoice === 'sold' || closeChoice === 'keep'

/** Why the deal was declined or cancelled, without what one side said about the other. */
const getReasonFor = (deal: Deal, side: Side) => {
  const { closeChoice, closeNote, closeReason } = deal
  const isOwn = closeReason === 'cancelled_by_buyer' ? side === 'buyer' : side === 'seller'
  if (closeChoice === 'strange' && !isOwn) return { closeChoice: null, closeNote: null }
  return { closeChoice, closeNote: toShownText(closeNote, deal, { side, isOwn }) }
}

/** A deal on its own page, as this side sees it. */
export const toDealView = (
  row: DealRow,
  side: Side,
  { now, hasDestination, hasNumbers, ...details }: Details & { now: Date },
): z.input<typeof DealResponse> => {
  const { deal, bike, paidTaka, takesDeposits } = row
  return {
    ...toSummary(row, side, now),
    ...details,
    steps: details.steps.map((step) => ({
      ...step,
      note: toShownText(step.note, deal, { side, isOwn: step.actor !== (side === 'buyer' ? 'seller' : 'buyer') }),
    })),
    buyerNumber: side === 'buyer' && deal.buyerNumber !== null ? formatTelephone(deal.buyerNumber) : null,
    needsContact: deal.buyerNumber === null && deal.closedAt === null,
    offerId: deal.offerId,
    codeFrom: side === 'buyer' ? toIso(getCodeFrom(deal)) : null,
    windowUntil: deal.handedOverAt && toIso(addMs(deal.handedOverAt, periods.windowMs)),
    meetingMovesLeft: maxMeetingMoves - deal.meetingMoves,
    buyerOutcome: deal.buyerOutcome,
    sellerOutcome: deal.sellerOutcome,
    offeredBy: deal.offeredBy,
    deposit: getOfferedDepositTaka({ priceTaka: deal.priceTaka, takesDeposits }),
    // Cash that the buyer denies is not paid.
    rest: Math.max(0, deal.priceTaka - paidTaka - (deal.cashDeniedAt === null ? (deal.cashTaka ?? 0) : 0)),
    cash: deal.cashTaka,
    cashConfirmedAt: toIso(deal.cashConfirmedAt),
    cashDeniedAt: toIso(deal.cashDeniedAt),
    releasedAt: toIso(deal.releasedAt),
    refundedAt: toIso(deal.refundedAt),
    ...getReasonFor(deal, side),
    isStillListed: side === 'seller' && isNotForSale(deal) && bike.status === 'available',
    hasTransfer: row.transfer !== null,
    problem: getState(deal) === 'disputed' ? toProblem(row) : null,
    needsDestination: side === 'seller' && !hasDestination && isOwedToSeller(deal, details),
    needsNumbers: side === 'seller' && !hasNumbers && isBeforeMeeting(deal),
  }
}
