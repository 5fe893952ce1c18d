// A seller's money: what is held for a deal, and a payout as the seller and the cashier see it.
import { z } from 'zod'
import { Id } from '../fields.ts'

const Timestamp = z.iso.datetime()
const OptionalTimestamp = Timestamp.nullable()

/** A payout as the seller sees it. */
export const Payout = z
  .object({
    _id: Id,
    dealId: Id,
    productName: z.string(),
    /** Whole Taka. */
    amount: z.int(),
    /** Whole Taka that were kept because the seller owed the shop money. */
    setOff: z.int(),
    /** The buyer's bank disputes the payment: nothing is paid out until it is decided. */
    isFrozen: z.boolean(),
    state: z.enum(['due', 'sent', 'confirmed', 'failed']),
    needsReview: z.boolean(),
    way: z.enum(['provider', 'bank', 'by_hand', 'set_off']).nullable(),
    destination: z.object({ kind: z.enum(['bkash', 'bank']), last4: z.string() }).nullable(),
    reference: z.string().nullable(),
    failure: z.string().nullable(),
    createdAt: Timestamp,
    sentAt: OptionalTimestamp,
    confirmedAt: OptionalTimestamp,
  })
  .meta({ id: 'Payout' })

/** What is held for one deal of a seller. */
export const HeldDeal = z
  .object({
    dealId: Id,
    productName: z.string(),
    /** Whole Taka. */
    amount: z.int(),
    /** `frozen`: the buyer's bank disputes the payment. */
    state: z.enum(['held', 'handed_over', 'disputed', 'frozen']),
    /** Handed over: when it becomes the seller's. Disputed: until when the admin decides. */
    until: OptionalTimestamp,
  })
  .meta({ id: 'HeldDeal' })

/** A payout as the cashier sees it. */
export const CashierPayout = Payout.extend({
  sellerId: Id,
  sellerName: z.string(),
  sellerEmail: z.string(),
  /** When the destination may be used; null without a destination. */
  destinationUsableAt: OptionalTimestamp,
  holderName: z.string().nullable(),
  bankName: z.string().nullable(),
  requestedBy: z.string().nullable(),
  requestedById: Id.nullable(),
  approvedBy: z.string().nullable(),
  /** The seller is paid by bKash, and bKash sends it when a second person has approved. */
  canSendByBkash: z.boolean(),
  /** bKash does not say what became of it, so a cashier says what its statement says. */
  isUnanswered: z.boolean(),
  /** The payout that this one repeats: what was sent, why it did not stay with the seller, and who says so. */
  repeats: z
    .object({
      reference: z.string().nullable(),
      failure: z.string().nullable(),
      returnReference: z.string().nullable(),
      returnedBy: z.string().nullable(),
    })
    .nullable(),
}).meta({ id: 'CashierPayout' })
