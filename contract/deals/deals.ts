// Deals: what happens between a buyer and a seller from the request to the handover.
import { z } from 'zod'
import { BikeStatus, PaymentProof } from './bookings.ts'
import { Id } from '../fields.ts'
import { closeChoices } from './close-choices.ts'
import { problemReasons } from './problem-reasons.ts'

const Timestamp = z.iso.datetime()
const OptionalTimestamp = Timestamp.nullable()

export const dealStates = ['requested', 'accepted', 'held', 'handed_over', 'disputed', 'closed'] as const
export const DealState = z.enum(dealStates)

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
  'book',
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
    /** The name of the other side; a seller reads the buyer's first name until accepting. */
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
    /** The buyer books at the price of an accepted offer until then; null when that is done or there was none. */
    bookUntil: OptionalTimestamp,
    /** The seller answers until then. */
    answerDueAt: OptionalTimestamp,
    /** The turn of this buyer ends then. */
    turnUntil: OptionalTimestamp,
    /** The place in line while another buyer comes first; null without a line. */
    linePlace: z.int().nullable(),
    /** Another buyer pays for the bike at this moment, until then at the latest: nobody else is accepted or pays. */
    othersPayUntil: OptionalTimestamp,
    /** The seller changed the bike; the buyer says until then whether it is still wanted. */
    confirmDueAt: OptionalTimestamp,
    /** The seller says that this buyer bought the bike for cash; the buyer answers until then. */
    cashSaleUntil: OptionalTimestamp,
    /** Both were asked whether they met. */
    askedAt: OptionalTimestamp,
    /** The buyer's bank checks the payment. */
    isFrozen: z.boolean(),
    /** Another price in Taka that one side proposes. */
    offeredPrice: z.int().nullable(),
    /** The bike was sold here, and this side has done at BRTA what it has to do: applied, or given notice of the sale. */
    isTransferDone: z.boolean(),
    /** The last day for that on which BRTA is open, YYYY-MM-DD; null where nothing was sold or this side has done it. */
    transferDueOn: z.iso.date().nullable(),
    /** Money that goes back to the buyer, or went back: the amount in Taka and how far it is. */
    refund: z
      .object({ taka: z.int(), state: z.enum(['due', 'requested', 'succeeded', 'failed', 'by_hand']) })
      .nullable(),
    /** What the buyer has paid online for this deal, without what was sent back, in Taka. */
    paid: z.int(),
    /** Who the buyer is, for the seller until the bike is handed over: a month such as 2026-11, and the bikes bought here. */
    buyer: z.object({ memberSince: z.string(), bought: z.int(), hasProvenNumber: z.boolean() }).nullable(),
    acts: z.array(DealAct),
    /** The one of them that comes first: the main button of every screen. Null where only others are left. */
    nextAct: DealAct.nullable(),
  })
  .meta({ id: 'DealSummary' })

export const ProblemReason = z.enum(problemReasons)

/** What the admin decided about a problem, for both sides and for ever; amounts in Taka. */
export const Decision = z.object({
  decidedAt: Timestamp,
  toBuyer: z.int(),
  toSeller: z.int(),
  reason: z.string().nullable(),
})

const Sides = z.array(z.enum(['buyer', 'seller']))

/** The sides that have said something about a problem, in the report or afterwards. */
export const SaidBy = Sides

const ReportedProblem = z.object({
  by: z.enum(['buyer', 'seller', 'system']),
  reason: ProblemReason,
  note: z.string().nullable(),
  saidBy: SaidBy,
  /** The sides that have added a picture. */
  picturesBy: Sides,
})

/** A deal on its own page. */
export const Deal = DealSummary.extend({
  /** The other side's number: from accepted on, and for a buyer who paid for ever; null before. */
  otherNumber: z.string().nullable(),
  /** The buyer's own number, and whether place and number are still missing. */
  buyerNumber: z.string().nullable(),
  needsContact: z.boolean(),
  /** The conversation of the two about the bike; null before the first message. */
  chatId: Id.nullable(),
  /** The accepted offer that the deal began with; null without one. */
  offerId: Id.nullable(),
  lineLength: z.int(),
  /** From when the buyer may see the code. */
  codeFrom: OptionalTimestamp,
  /** Until when the buyer may report a problem after the handover. */
  windowUntil: OptionalTimestamp,
  meetingMovesLeft: z.int(),
  /** The address of the agreed meeting as a calendar file; it opens without a session. Null without a meeting ahead. */
  meetingFile: z.string().nullable(),
  buyerOutcome: z.string().nullable(),
  sellerOutcome: z.string().nullable(),
  offeredBy: z.enum(['buyer', 'seller']).nullable(),
  /** What was paid here in all, before anything went back, in Taka: the figure of the receipt. */
  online: z.int(),
  /** The deposit that reserves the bike, in Taka; 0 where none is taken. */
  deposit: z.int(),
  /** What is left to pay, in Taka. */
  rest: z.int(),
  /** The payments of this deal, oldest first; the buyer and the seller read them. */
  payments: z.array(PaymentProof),
  cash: z.int().nullable(),
  cashConfirmedAt: OptionalTimestamp,
  cashDeniedAt: OptionalTimestamp,
  releasedAt: OptionalTimestamp,
  refundedAt: OptionalTimestamp,
  /** Why it was declined or cancelled, as chosen from the list; null for what is not told to this side. */
  closeChoice: z.enum(closeChoices).nullable(),
  /** The same in own words. */
  closeNote: z.string().nullable(),
  /** The seller said that the bike is sold or not for sale any more, and it is still for sale here; only the seller reads it. */
  isStillListed: z.boolean(),
  /** The bike was sold and has to be put in the buyer’s name: see the transfer of this id. */
  hasTransfer: z.boolean(),
  /** The problem that the admin looks at now: who reported it, why, and in which words. Null without an open one. */
  problem: ReportedProblem.nullable(),
  decision: Decision.nullable(),
  /** How far the money is that the seller gets; `set_off` was kept for what the seller owes. Null before there is any. */
  payout: z.enum(['due', 'sent', 'confirmed', 'failed', 'set_off']).nullable(),
  /** The seller has not said yet where to be paid, and there is money to pay; only the seller reads it. */
  needsDestination: z.boolean(),
  /** The seller has entered none of the numbers that the buyer compares at the meeting; only the seller reads it. */
  needsNumbers: z.boolean(),
  steps: z.array(DealStep),
}).meta({ id: 'Deal' })

/** One line of what happens with the money, in Taka. */
export const MoneyRule = z.object({
  case: z.enum([
    'seller_declines',
    'seller_fails',
    'buyer_cancels_early',
    'buyer_cancels_late',
    'no_deal_at_meeting',
    'handed_over',
  ]),
  toBuyer: z.int(),
  toSeller: z.int(),
})
