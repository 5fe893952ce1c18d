// Money of sellers: what is held, on its way and paid; where it is paid; disputes and payouts that a person decides.
import { maxPriceTaka } from '#contract/limits.ts'
import { maxNoteCharacters } from '#contract/deals/text-lengths.ts'
import { destinationWaitHours } from '#contract/deals/deadlines.ts'
import { z } from 'zod'
import { conditions } from '../bikes.ts'
import { districts } from '../districts.ts'
import { toReason } from '../errors/reasons.ts'
import type { Calls } from '../call.ts'
import { Id, multilineTextField, Paging, textField, typed } from '../fields.ts'
import { toLatinDigits } from '../text.ts'
import { PaymentProof } from './bookings.ts'
import { CashierPayout, HeldDeal, Payout } from './payouts.ts'
import { Decision, ProblemReason, SaidBy } from './deals.ts'
import { pictureErrors } from '../pictures.ts'

const Timestamp = z.iso.datetime()
const OptionalTimestamp = Timestamp.nullable()
const DealId = z.strictObject({ id: Id })
const Done = z.object({ modifiedCount: z.int() })

const Destination = z.object({
  kind: z.enum(['bkash', 'bank']),
  last4: z.string(),
  holderName: z.string(),
  bankName: z.string().nullable(),
  routingNumber: z.string().nullable(),
  changedAt: Timestamp,
  usableAt: Timestamp,
})

const Evidence = z.object({
  _id: Id,
  by: z.enum(['buyer', 'seller', 'admin']),
  note: z.string().nullable(),
  /** The address of a private picture; only the two sides and the admin may open it. */
  picture: z.string().nullable(),
  addedAt: Timestamp,
})

export const Dispute = z
  .object({
    dealId: Id,
    productName: z.string(),
    /**
     * The pictures of the advertisement, the first one first. A bike that is paid for cannot be changed, so they are those
     * that the buyer saw.
     */
    pictures: z.array(z.string()),
    /** What the advertisement says; null where it says nothing. */
    advertisement: z.object({
      condition: z.enum(conditions),
      purchaseTime: z.int(),
      kilometres: z.int().nullable(),
      description: z.string().nullable(),
    }),
    /** Whether the bike was with the buyer when the problem was reported. */
    isHandedOver: z.boolean(),
    price: z.int(),
    paid: z.int(),
    /** What the buyer paid in cash, as the seller said at the handover, in Taka; null before it. */
    cash: z.int().nullable(),
    /** What is still held of it, and can be divided, in Taka. */
    held: z.int(),
    buyerName: z.string(),
    sellerName: z.string(),
    openedBy: z.enum(['buyer', 'seller', 'system']),
    reason: ProblemReason,
    note: z.string().nullable(),
    saidBy: SaidBy,
    openedAt: Timestamp,
    evidenceUntil: Timestamp,
    decideUntil: Timestamp,
    decidedAt: OptionalTimestamp,
    decision: z.enum(['released', 'part', 'refunded', 'withdrawn']).nullable(),
    takaToBuyer: z.int().nullable(),
    decisionNote: z.string().nullable(),
    evidence: z.array(Evidence),
  })
  .meta({ id: 'Dispute' })

/** A dispute in the list of the admin, who calls both sides before deciding. */
const ListedDispute = Dispute.omit({ evidence: true })
  .extend({
    /** The numbers that the two gave for the deal; null once it is decided. */
    buyerPhone: z.string().nullable(),
    sellerPhone: z.string().nullable(),
  })
  .meta({ id: 'ListedDispute' })

export const moneyCalls = {
  'GET /money': {
    summary: 'My money as a seller: held, on its way, and paid out',
    access: 'member',
    response: z.object({
      held: z.int(),
      /** The deals for which it is held, oldest first; at most 100. */
      heldDeals: z.array(HeldDeal),
      payable: z.int(),
      onItsWay: z.int(),
      paidOut: z.int(),
      payouts: z.array(Payout),
      takesDeposits: z.boolean(),
    }),
  },
  'PUT /money/settings': {
    summary: 'Whether buyers may reserve my bikes with a deposit',
    access: 'seller',
    body: z.strictObject({ takesDeposits: z.boolean() }),
    response: Done,
  },
  'GET /payouts/destination': {
    summary: 'Where my money is paid',
    access: 'member',
    response: z.object({ destination: Destination.nullable() }),
  },
  'PUT /payouts/destination': {
    summary: `Change where my money is paid; a changed destination is used after ${destinationWaitHours} hours`,
    access: 'seller',
    limit: 'proof',
    body: z.strictObject({
      kind: z.enum(['bkash', 'bank']),
      number: typed('number').max(40),
      holderName: textField('your_name', 80),
      bankName: textField('bank_name', 80).optional(),
      routingNumber: typed('number')
        .overwrite(toLatinDigits)
        .regex(/^\d{9}$/, toReason('invalid_routing_number'))
        .optional(),
      /** The current password; and the code of the authenticator app, where two-step login is on. */
      password: z.string().max(200).optional(),
      code: typed('number').max(20).optional(),
    }),
    response: Done,
    errors: ['wrong_password', 'log_in_again', 'wrong_code', 'second_factor_locked'],
  },
  'GET /deals/:id/receipt': {
    summary: 'The receipt of a deal, numbered',
    access: 'member',
    params: DealId,
    response: z.object({
      number: z.string(),
      issuedAt: Timestamp,
      productName: z.string(),
      /** Which bike it is, as its advertisement says; null where it says nothing. */
      purchaseTime: z.int(),
      registrationDistrict: z.enum(districts).nullable(),
      registrationYear: z.int().nullable(),
      buyerName: z.string(),
      sellerName: z.string(),
      price: z.int(),
      online: z.int(),
      cash: z.int().nullable(),
      isCashConfirmed: z.boolean(),
      isCashDenied: z.boolean(),
      /** The deal has ended: nobody answers about the cash any more. */
      hasEnded: z.boolean(),
      decision: Decision.nullable(),
      toSeller: z.int(),
      /** When the seller's part was sent, null before; null in all where none is sent, or it did not arrive. */
      payout: z.object({ sentAt: OptionalTimestamp }).nullable(),
      refunded: z.int(),
      fee: z.int(),
      paidAt: Timestamp,
      handedOverAt: OptionalTimestamp,
      transactionIds: z.array(z.string()),
      /** The payments with the way and the amount of each, oldest first. */
      payments: z.array(PaymentProof),
    }),
    errors: ['not_found', 'no_receipt_yet', 'second_factor_needed'],
  },
  'GET /deals/:id/dispute': {
    summary: 'The dispute of a deal, with what both sides say and show',
    access: 'member',
    params: DealId,
    response: Dispute,
    errors: ['not_found', 'second_factor_needed'],
  },
  'POST /deals/:id/evidence': {
    summary: 'Add a note to a dispute',
    access: 'member',
    params: DealId,
    body: z.strictObject({ note: multilineTextField('message', 1_000) }),
    response: z.object({ insertedId: Id }),
    errors: ['not_found', 'no_dispute', 'evidence_time_over', 'too_much_evidence'],
  },
  'POST /deals/:id/evidence/picture': {
    summary: 'Add a picture to a dispute; only the two sides and the admin see it',
    access: 'member',
    limit: 'upload',
    params: DealId,
    upload: 'image',
    response: z.object({ insertedId: Id }),
    errors: ['not_found', 'no_dispute', 'evidence_time_over', 'too_much_evidence', ...pictureErrors],
  },
  'GET /evidence/:id': {
    summary: 'A picture of a dispute, for the two sides and the admin',
    access: 'member',
    params: DealId,
    response: z.never(),
    mediaType: 'image/webp',
    errors: ['not_found'],
  },
  'GET /disputes': {
    summary: 'All disputes, undecided ones first',
    access: 'admin',
    query: Paging,
    response: z.array(ListedDispute),
    list: true,
  },
  'PUT /disputes/:id': {
    summary: 'Decide a dispute: how much goes back to the buyer, the rest to the seller',
    access: 'admin',
    params: DealId,
    body: z.strictObject({
      takaToBuyer: z.int().min(0).max(maxPriceTaka),
      note: multilineTextField('message', 1_000).optional(),
    }),
    response: Done,
    errors: ['not_found', 'no_dispute', 'more_than_paid', 'deal_closed', 'deal_frozen', 'own_deal'],
  },
  'GET /payouts': {
    summary: 'Payouts that are due or on their way, oldest first; with `state` also those that ended, newest first',
    access: 'cashier',
    query: Paging.extend({ state: z.enum(['due', 'sent', 'confirmed', 'failed']).optional() }),
    response: z.array(CashierPayout),
    list: true,
  },
  'GET /payouts.csv': {
    summary:
      'The prepared bank transfers with their account numbers, for the bank; the audit log says who downloaded them',
    access: 'cashier',
    response: z.never(),
    mediaType: 'text/csv; charset=utf-8',
  },
  'GET /payouts.xlsx': {
    summary:
      'The prepared bank transfers with their account numbers, for reading; the audit log says who downloaded them',
    access: 'cashier',
    response: z.never(),
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'PUT /payouts/:id': {
    summary: 'Prepare, approve, confirm or fail a payout; preparing and approving are done by two people',
    access: 'cashier',
    params: DealId,
    body: z.strictObject({
      act: z.enum(['prepare', 'approve', 'confirm', 'fail', 'paid_already', 'returned']),
      /** `provider`: bKash sends it after the approval. By default where it can and no reference is given. */
      way: z.enum(['provider', 'bank', 'by_hand']).optional(),
      reference: textField('reference', 120).optional(),
      reason: textField('message', maxNoteCharacters).optional(),
      /** Who prepared it, where somebody else prepares it instead. */
      instead: Id.optional(),
    }),
    response: Done,
    errors: [
      'not_found',
      'payout_not_in_state',
      'approve_by_another',
      'own_deal',
      'reason_missing',
      'no_destination',
      'destination_changed',
      'destination_too_new',
      'reference_missing',
      'seller_in_debt',
      'deal_frozen',
      'way_not_offered',
      'payout_being_sent',
    ],
  },
  'POST /payouts/:id/account': {
    summary: 'Show the whole number of the account to which a payout goes; the audit log says who saw it',
    access: 'cashier',
    limit: 'accountNumber',
    params: DealId,
    response: z.object({
      kind: z.enum(['bkash', 'bank']),
      number: z.string(),
      holderName: z.string(),
      bankName: z.string().nullable(),
      routingNumber: z.string().nullable(),
    }),
    errors: ['not_found', 'payout_not_in_state', 'own_deal', 'no_destination', 'destination_too_new', 'deal_frozen'],
    doesNotInvalidateCache: true,
  },
  'GET /refunds/attention': {
    summary: 'Refunds that failed or take too long',
    access: 'cashier',
    query: Paging,
    response: z.array(
      z.object({
        _id: Id,
        dealId: Id.nullable(),
        paymentId: Id,
        buyerName: z.string(),
        amount: z.number(),
        state: z.enum(['due', 'requested', 'succeeded', 'failed', 'by_hand']),
        tries: z.int(),
        lastError: z.string().nullable(),
        /** When it is tried again by itself; null where a person decides, or the provider has it. */
        nextTryAt: Timestamp.nullable(),
        createdAt: Timestamp,
        /** The name of the person who prepared it by hand; another one approves it. */
        sentBy: z.string().nullable(),
        reference: z.string().nullable(),
      }),
    ),
    list: true,
  },
  'PUT /refunds/:id': {
    summary: 'Send a failed refund again, or by hand with a reference and a second person',
    access: 'cashier',
    params: DealId,
    body: z.strictObject({
      act: z.enum(['again', 'prepare_by_hand', 'approve_by_hand']),
      reference: textField('reference', 120).optional(),
    }),
    response: Done,
    errors: ['not_found', 'refund_not_in_state', 'approve_by_another', 'reference_missing', 'own_deal'],
  },
} as const satisfies Calls
