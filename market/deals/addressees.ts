// Pure. Who is told of which step of a deal. Nobody is told of the own act, except what both have to keep, and what ends a
// meeting.
import type { Deal } from '#market/schema/deals/deals.ts'
import type { DealStep, Side } from './transitions.ts'

const both: readonly Side[] = ['buyer', 'seller']
const buyer: readonly Side[] = ['buyer']
const seller: readonly Side[] = ['seller']
/** The side that did not act; both when the system acted. */
const other = 'other'

/** Each kind of step and whom it is told. */
export const addresseesByKind: Readonly<Record<string, readonly Side[] | typeof other>> = {
  requested: seller,
  accepted: buyer,
  offer_accepted: other,
  not_booked: both,
  declined: buyer,
  expired: buyer,
  cancelled_by_buyer: seller,
  cancelled_by_seller: buyer,
  unavailable: buyer,
  changed: both,
  turn: buyer,
  turn_ended: buyer,
  meeting_proposed: other,
  meeting_agreed: both,
  reminder_24h: both,
  reminder_2h: both,
  bike_changed: buyer,
  change_confirmed: seller,
  price_lowered: buyer,
  lower_price_taken: seller,
  price_offered: other,
  price_agreed: other,
  contact_given: seller,
  paid: both,
  rest_paid: both,
  asked: both,
  said_no_deal: other,
  said_no_show: other,
  no_deal: other,
  no_meeting: other,
  buyer_no_show: both,
  seller_no_show: both,
  handed_over: both,
  cash_confirmed: seller,
  cash_denied: seller,
  new_code: buyer,
  code_closed: both,
  code_opened: both,
  disputed: other,
  evidence_added: other,
  // The report itself is told.
  evidence_with_report: [],
  dispute_withdrawn: other,
  decided: both,
  released: both,
  cash_sale_claimed: buyer,
  sold_for_cash: seller,
  cash_sale_denied: seller,
  cash_sale_unconfirmed: both,
  frozen: both,
  thawed: both,
  charged_back: both,
  buyer_removed: seller,
  seller_removed: buyer,
  review_refused: both,
  refund_succeeded: buyer,
  refund_failed: buyer,
  payout_sent: seller,
  payout_confirmed: seller,
  payout_failed: seller,
}

/** Kinds of which the other side is told too while a meeting lies ahead: the e-mail takes it out of the calendar. */
export const kindsEndingMeetings: ReadonlySet<string> = new Set([
  'cancelled_by_buyer',
  'cancelled_by_seller',
  'unavailable',
])

/** A member who is told of a step. `isOwnAct`: nothing new, but for the calendar. */
export type Addressee = { memberId: string; isOwnAct: boolean }

/** The members who are told of a step. */
export const getAddressees = (
  step: DealStep,
  { buyerId, sellerId, meetAt }: Pick<Deal, 'buyerId' | 'sellerId' | 'meetAt'>,
  now: Date,
): Addressee[] => {
  const rule = addresseesByKind[step.kind]
  if (rule === undefined) throw new Error(`The step ${step.kind} has no rule for whom it is told.`)
  const sides = rule === other ? both.filter((side) => side !== step.actor) : rule
  const endsMeeting = kindsEndingMeetings.has(step.kind) && meetAt !== null && meetAt > now
  return (endsMeeting ? both : sides).map((side) => ({
    memberId: side === 'buyer' ? buyerId : sellerId,
    isOwnAct: !sides.includes(side),
  }))
}
