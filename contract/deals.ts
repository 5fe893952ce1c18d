// Deals: what happens between a buyer and a seller from the request to the handover.
import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import { BikeStatus } from './bookings.ts'
import type { Calls } from './call.ts'
import { Id, multilineTextField, Paging, Taka, textField } from './fields.ts'

const Timestamp = z.iso.datetime()
const OptionalTimestamp = Timestamp.nullable()

export const dealStates = ['requested', 'accepted', 'held', 'handed_over', 'disputed', 'closed'] as const
export const DealState = z.enum(dealStates)

/** An amount in whole Taka that may be zero. */
const AnyTaka = z
  .int({ error: toReason('not_whole_taka', { field: 'price' }) })
  .min(0, toReason('price_too_low'))
  .max(9_999_999, toReason('price_too_high'))

const Note = textField('message', 280)

/** What a member may do with the deal at this moment; a button for each. */
export const dealActs = [
  'accept',
  'decline',
  'cancel',
  'propose_meeting',
  'agree_meeting',
  'pay_full',
  'pay_deposit',
  'pay_rest',
  'give_contact',
  'show_code',
  'hand_over',
  'confirm_cash',
  'report_problem',
  'everything_fine',
  'say_no_deal',
  'say_no_show',
  'say_handed_over',
  'offer_price',
  'agree_price',
  'confirm_change',
  'take_lower_price',
  'claim_cash_sale',
  'answer_cash_sale',
  'add_evidence',
  'withdraw_dispute',
  'receipt',
] as const
export const DealAct = z.enum(dealActs)

const DealStep = z.object({
  kind: z.string(),
  actor: z.enum(['buyer', 'seller', 'admin', 'system', 'provider']),
  taka: z.int().nullable(),
  note: z.string().nullable(),
  at: Timestamp,
})

/** A deal in a list. */
export const DealSummary = z
  .object({
    _id: Id,
    side: z.enum(['buyer', 'seller', 'admin']),
    state: DealState,
    productId: Id,
    slug: z.string(),
    productName: z.string(),
    image: z.string(),
    /** The state of the bike itself. */
    status: BikeStatus,
    /** The price that both agreed on, in Taka. */
    price: z.int(),
    /** The price that the bike has now, in Taka. */
    salePrice: z.int(),
    /** The name of the other side. */
    otherName: z.string(),
    isOtherVerified: z.boolean(),
    requestedAt: Timestamp,
    acceptedAt: OptionalTimestamp,
    heldAt: OptionalTimestamp,
    handedOverAt: OptionalTimestamp,
    disputedAt: OptionalTimestamp,
    closedAt: OptionalTimestamp,
    closeReason: z.string().nullable(),
    meetAt: OptionalTimestamp,
    meetPlace: z.string().nullable(),
    proposedMeetAt: OptionalTimestamp,
    proposedPlace: z.string().nullable(),
    proposedBy: z.enum(['buyer', 'seller']).nullable(),
    /** The seller answers until then. */
    answerDueAt: OptionalTimestamp,
    /** The turn of this buyer ends then. */
    turnUntil: OptionalTimestamp,
    /** The place in line while another buyer comes first; null without a line. */
    linePlace: z.int().nullable(),
    acts: z.array(DealAct),
  })
  .meta({ id: 'DealSummary' })

/** A deal on its own page. */
export const Deal = DealSummary.extend({
  /** The other side's number: from accepted on, and for a buyer who paid for ever; null before. */
  otherNumber: z.string().nullable(),
  /** The buyer's own number, and whether place and number are still missing. */
  buyerNumber: z.string().nullable(),
  needsContact: z.boolean(),
  lineLength: z.int(),
  confirmDueAt: OptionalTimestamp,
  askedAt: OptionalTimestamp,
  /** From when the buyer may see the code. */
  codeFrom: OptionalTimestamp,
  /** Until when the buyer may report a problem after the handover. */
  windowUntil: OptionalTimestamp,
  meetingMovesLeft: z.int(),
  buyerOutcome: z.string().nullable(),
  sellerOutcome: z.string().nullable(),
  offeredPrice: z.int().nullable(),
  offeredBy: z.enum(['buyer', 'seller']).nullable(),
  /** What the buyer has paid online for this deal, in Taka. */
  paid: z.int(),
  /** The deposit that reserves the bike, in Taka; 0 where none is taken. */
  deposit: z.int(),
  /** What is left to pay, in Taka. */
  rest: z.int(),
  cash: z.int().nullable(),
  cashConfirmedAt: OptionalTimestamp,
  cashDeniedAt: OptionalTimestamp,
  isFrozen: z.boolean(),
  releasedAt: OptionalTimestamp,
  refundedAt: OptionalTimestamp,
  closeNote: z.string().nullable(),
  /** Money on its way back to the buyer: the amount in Taka and how far it is. */
  refund: z.object({ taka: z.int(), state: z.enum(['due', 'requested', 'succeeded', 'failed', 'by_hand']) }).nullable(),
  steps: z.array(DealStep),
}).meta({ id: 'Deal' })

/** One line of what happens with the money, in Taka. */
export const MoneyRule = z.object({
  case: z.enum(['seller_fails', 'buyer_cancels_early', 'buyer_cancels_late', 'no_deal_at_meeting', 'handed_over']),
  toBuyer: z.int(),
  toSeller: z.int(),
})

const DealId = z.strictObject({ id: Id })
const Done = z.object({ modifiedCount: z.int() })

const Meeting = {
  meetAt: z.iso.datetime({ offset: true, error: toReason('invalid_meeting_time') }),
  place: textField('meeting_location', 120),
}

const dealErrors = ['not_found', 'deal_closed', 'deal_over', 'dispute_open', 'bike_being_paid'] as const

export const dealCalls = {
  'GET /deals': {
    summary: 'My deals as a buyer or as a seller, newest first',
    access: 'member',
    query: Paging.extend({
      side: z.enum(['buyer', 'seller']).optional(),
      /** Only deals that go on, or only deals that ended. */
      ended: z.enum(['yes', 'no']).optional(),
    }),
    response: z.array(DealSummary),
    list: true,
  },
  'GET /deals/count': {
    summary: 'How many of my deals wait for my answer',
    access: 'member',
    response: z.object({ answerNow: z.int(), live: z.int() }),
  },
  'GET /deals/:id': {
    summary: 'One deal of mine, with its steps',
    access: 'member',
    params: DealId,
    response: Deal,
    errors: ['not_found'],
  },
  'GET /deals/:id/rules': {
    summary: 'What happens with the money of this deal, in Taka, for a deposit and for the full price',
    access: 'member',
    params: DealId,
    response: z.object({
      deposit: z.array(MoneyRule),
      full: z.array(MoneyRule),
      /** What the buyer would get back on cancelling at this moment, in Taka. */
      cancelNow: z.int(),
    }),
    errors: ['not_found'],
  },
  'PUT /deals/:id/answer': {
    summary: 'Say yes or no to a request, as the seller',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      answer: z.enum(['yes', 'no']),
      reason: Note.optional(),
      meetAt: Meeting.meetAt.optional(),
      place: Meeting.place.optional(),
    }),
    response: Done,
    errors: [
      ...dealErrors,
      'promised_to_another',
      'bike_changed',
      'cancel_instead',
      'meeting_time_invalid',
      'role_not_allowed',
      'bike_sold',
      'bike_withdrawn',
    ],
  },
  'PUT /deals/:id/meeting': {
    summary: 'Propose a time and a place to meet, or agree to the proposed ones',
    access: 'member',
    params: DealId,
    body: z.union([z.strictObject(Meeting), z.strictObject({ agree: z.literal(true) })]),
    response: Done,
    errors: [...dealErrors, 'accept_first', 'meeting_time_invalid', 'too_many_meeting_moves', 'no_meeting_proposed'],
  },
  'PUT /deals/:id/contact': {
    summary: 'Give the number and the place of a bike paid from the wishlist',
    access: 'member',
    params: DealId,
    body: z.strictObject({ contactNumber: z.string().max(40), meetingLocation: textField('meeting_location', 120) }),
    response: Done,
    errors: [...dealErrors, 'role_not_allowed'],
  },
  'POST /deals/:id/cancel': {
    summary: 'Cancel a deal; held money is divided by the rules',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      reason: Note.optional(),
      soldElsewhere: z.boolean().optional(),
      /** What the buyer was told to get back, in Taka: a different amount is refused. */
      expectedRefund: AnyTaka.optional(),
    }),
    response: z.object({ modifiedCount: z.int(), refund: z.int() }),
    errors: [...dealErrors, 'say_what_is_wrong', 'deal_frozen', 'refund_changed', 'cards_unavailable'],
  },
  'GET /deals/:id/code': {
    summary: 'The code that the buyer reads aloud with the keys in hand',
    access: 'member',
    params: DealId,
    query: z.strictObject({ together: z.literal('yes').optional() }),
    response: z.object({
      code: z.string().regex(/^\d{6}$/),
      /** For a QR code that the seller scans without a network. */
      qr: z.string(),
    }),
    errors: [
      'not_found',
      'code_not_yet',
      'role_not_allowed',
      'deal_over',
      'deal_closed',
      'dispute_open',
      'deal_frozen',
      'pay_deposit_first',
    ],
  },
  'POST /deals/:id/handover': {
    summary: 'Hand over the bike with the code of the buyer, as the seller',
    access: 'member',
    limit: 'code',
    params: DealId,
    body: z.strictObject({
      code: z.string().max(200),
      /** What the buyer paid in cash, in Taka. */
      cashTaka: AnyTaka.optional(),
    }),
    response: Done,
    errors: [
      ...dealErrors,
      'wrong_handover_code',
      'handover_locked',
      'pay_deposit_first',
      'deal_frozen',
      'role_not_allowed',
      'cash_does_not_add_up',
    ],
  },
  'PUT /deals/:id/cash': {
    summary: 'Say whether the cash amount that the seller entered is right, as the buyer',
    access: 'member',
    params: DealId,
    body: z.strictObject({ right: z.boolean() }),
    response: Done,
    errors: [...dealErrors, 'nothing_to_answer', 'role_not_allowed'],
  },
  'PUT /deals/:id/price': {
    summary: 'Propose another price at the meeting, or agree to the proposed one',
    access: 'member',
    params: DealId,
    body: z.union([z.strictObject({ price: Taka }), z.strictObject({ agree: z.literal(true), price: Taka })]),
    response: Done,
    errors: [...dealErrors, 'nothing_to_answer', 'seller_proposes_price', 'price_changed'],
  },
  'PUT /deals/:id/confirm': {
    summary: 'Still want the changed bike, or take its lower price, as the buyer',
    access: 'member',
    params: DealId,
    body: z.strictObject({ what: z.enum(['change', 'lower_price']), price: Taka.optional() }),
    response: Done,
    errors: [...dealErrors, 'price_not_lower', 'price_changed', 'role_not_allowed'],
  },
  'PUT /deals/:id/outcome': {
    summary: 'Say what happened: no deal at the meeting, the other did not come, handed over, or bought for cash',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      outcome: z.enum(['no_deal', 'no_show', 'handed_over', 'bought_for_cash', 'not_bought', 'everything_fine']),
      price: Taka.optional(),
      note: Note.optional(),
    }),
    response: Done,
    errors: [
      ...dealErrors,
      'accept_first',
      'too_early_for_no_show',
      'role_not_allowed',
      'use_the_code',
      'nothing_to_answer',
      'not_handed_over',
      'deal_frozen',
    ],
  },
  'POST /deals/:id/problem': {
    summary: 'Report a problem, as the buyer: the money stays until the admin decides',
    access: 'member',
    params: DealId,
    body: z.strictObject({
      reason: z.enum(['not_as_described', 'not_handed_over', 'papers', 'damaged', 'other']),
      note: multilineTextField('message', 1_000).optional(),
    }),
    response: Done,
    errors: [...dealErrors, 'window_over', 'nothing_paid_yet', 'role_not_allowed'],
  },
  'PUT /deals/:id/problem': {
    summary: 'Take back the problem that I reported',
    access: 'member',
    params: DealId,
    body: z.strictObject({ withdraw: z.literal(true) }),
    response: Done,
    errors: [...dealErrors, 'no_dispute', 'role_not_allowed'],
  },
  'GET /allbikes/myproduct/:id/line': {
    summary: 'The buyers who wait for my bike, in order',
    access: 'seller',
    params: DealId,
    response: z.array(DealSummary),
    errors: ['not_found'],
  },
  'DELETE /bookings/:id': {
    summary: 'Cancel a booking of mine, as long as nothing is paid',
    access: 'member',
    params: DealId,
    response: z.object({ deletedCount: z.int() }),
    errors: [...dealErrors, 'already_paid', 'cards_unavailable'],
  },
} as const satisfies Calls
