// Payments: each payment intent holds one bike. The four record endpoints of the specification settle the same way.
import { maxHoldMinutes } from '#contract/deals/deadlines.ts'
import { z } from 'zod'
import { toReason } from './errors/reasons.ts'
import type { Calls } from './call.ts'
import { PayWay } from './deals/bookings.ts'
import { Email, Id, Paging, Taka } from './fields.ts'

/** Why money was not taken. */
export const paymentFailures = [
  'no_balance',
  'wrong_pin',
  'otp_expired',
  'cancelled',
  'refused',
  // Not the provider's: the payment was not executed, since it could not buy the bike any more.
  'hold_ended',
  'bike_gone',
  'price_changed',
] as const

const Payment = z.strictObject({
  price: Taka,
  /** The provider's id of the payment. */
  transactionId: z.string().regex(/^pi_[A-Za-z0-9_]{1,200}$/, toReason('invalid_transaction_id')),
  email: Email,
  /** The order's or the wishlist item's id, whichever was paid from. */
  bookingId: Id,
  productId: Id,
})

const RecordedPayment = z.object({ acknowledged: z.literal(true), insertedId: Id })

const createRecordCall = (summary: string) =>
  ({
    summary,
    access: 'member',
    body: Payment,
    response: RecordedPayment,
    errors: [
      'not_found',
      'not_your_email',
      'payment_unfinished',
      'payment_mismatch',
      'payment_refunded',
      'cards_unavailable',
    ],
  }) as const

export const paymentCalls = {
  'POST /create-payment-intent': {
    summary: `Begin to pay for an order or a wishlist item: holds the bike for ${maxHoldMinutes} minutes`,
    access: 'member',
    limit: 'paying',
    body: z
      .strictObject({
        /** The price of the bike that the buyer saw, in Taka, whatever the purpose. */
        price: Taka,
        bookingId: Id.optional(),
        wishlistId: Id.optional(),
        /** `full` by default; a deposit reserves the bike, `rest` pays what a deposit left. */
        purpose: z.enum(['full', 'deposit', 'rest']).optional(),
        /** Who takes the money: `card` by default. */
        way: PayWay.optional(),
      })
      .refine((body) => (body.bookingId === undefined) !== (body.wishlistId === undefined), {
        error: toReason('not_one_purchase'),
        path: ['bookingId'],
      }),
    response: z.object({
      /** For the card form; empty for other ways. */
      clientSecret: z.string(),
      /** The page of the provider where the buyer pays, for other ways than cards. */
      redirectUrl: z.url().optional(),
      /** What is paid now, in Taka. */
      amount: z.int(),
    }),
    errors: [
      'not_found',
      'own_bike',
      'bike_sold',
      'bike_withdrawn',
      'bike_hidden',
      'price_changed',
      'already_paid',
      'another_buyer_paying',
      'promised_to_another',
      'bike_changed',
      'deal_closed',
      'deal_over',
      'dispute_open',
      'deal_frozen',
      'pay_deposit_first',
      'no_deposit',
      'too_much_for_card',
      'too_many_holds',
      'hold_again_later',
      'too_many_declines',
      'cards_unavailable',
      'wallet_unavailable',
      'way_not_offered',
      'too_much_for_wallet',
      'payment_open',
      'suspended',
      'contact_ended',
    ],
  },
  'POST /payments': createRecordCall('Record the payment of an order'),
  'POST /payments/product': createRecordCall('Record the payment on the bike of an order'),
  'POST /payments/wishlist': createRecordCall('Record the payment of a wishlist item'),
  'POST /payments/wishlist/product': createRecordCall('Record the payment on the bike of a wishlist item'),
  'POST /payments/return': {
    summary: 'What became of a payment, after the page of its provider; may be asked again and again',
    access: 'member',
    limit: 'reading',
    body: z.strictObject({
      way: z.enum(['bkash', 'sslcommerz']),
      /** The provider's reference of the payment. */
      reference: z.string().min(1).max(255),
      /** What the provider told the browser: a hint, never the truth. */
      hint: z.enum(['success', 'failure', 'cancel']).optional(),
    }),
    response: z.object({
      /** `waiting`: the provider has not said yet; `review`: it doubts the payer, and the admin looks; `unpaid`: no money was taken; `refunded`: it is on its way back. */
      state: z.enum(['paid', 'waiting', 'review', 'unpaid', 'refunded']),
      failure: z.enum(paymentFailures).nullable(),
      /** Why money goes back, in the language of the request. */
      message: z.string().nullable(),
      /** The number of the transaction that the provider gave. */
      transactionId: z.string().nullable(),
      /** What was or is to be paid, in Taka. */
      amount: z.int(),
      productName: z.string(),
      /** The order or the wishlist item that the payment began from. */
      bookingId: Id.nullable(),
      wishlistId: Id.nullable(),
      dealId: Id.nullable(),
    }),
    errors: ['not_found'],
  },
  'GET /payments/ways': {
    summary: 'How one can pay here, each with the most that it takes at once in Taka',
    access: 'member',
    response: z.array(z.object({ way: PayWay, max: z.int() })),
  },
  'POST /payments/ipn/:provider': {
    summary: 'A signed notification that something happened to a payment; what happened is then asked for',
    access: 'provider',
    takesForm: true,
    params: z.strictObject({ provider: z.string().max(40) }),
    response: z.object({ received: z.literal(true) }),
    errors: ['bad_signature', 'wallet_unavailable'],
  },
  'POST /payments/back/:provider': {
    summary: 'Where a provider posts the browser of the buyer to; goes on to the page that says what became of it',
    access: 'provider',
    takesForm: true,
    params: z.strictObject({ provider: z.string().max(40) }),
    query: z.object({}).loose(),
    response: z.object({}),
    redirects: true,
    errors: ['bad_signature'],
  },
  'POST /payments/webhook': {
    summary: 'A signed event about a payment from the card provider',
    access: 'provider',
    response: z.object({ received: z.literal(true) }),
    errors: ['bad_signature'],
  },
} as const satisfies Calls

/** A payment that the admin should check: disputed, refunded outside Motohaat, or not matching its order. */
export const PaymentNeedingAttention = z
  .object({
    _id: Id,
    productId: Id,
    productName: z.string(),
    buyerId: Id,
    price: z.int(),
    sentBack: z.int(),
    transactionId: z.string().nullable(),
    state: z.string(),
    reason: z.string().nullable(),
    dispute: z.enum(['open', 'won', 'lost']).nullable(),
    /** What waits: a refund that failed or is due for 15 minutes, or a problem that is undecided for 72 hours. */
    waits: z
      .enum(['refund_failed', 'refund_retried', 'refund_late', 'problem_undecided', 'risk_undecided', 'number_doubled'])
      .nullable(),
    /** When a refund that failed is tried again by itself. */
    nextTryAt: z.iso.datetime().nullable(),
    /** What the shop lost by it and has not charged the seller with, in Taka, rounded down. */
    lost: z.int(),
    createdAt: z.string(),
  })
  .meta({ id: 'DoubtfulPayment' })

export const paymentAttentionCalls = {
  'GET /payments/attention': {
    summary: 'The payments that a person should look at, newest first',
    access: 'admin',
    query: Paging,
    response: z.array(PaymentNeedingAttention),
    list: true,
  },
  'PUT /payments/attention/:id': {
    summary: 'Charge the seller with a loss, or decide about a payer whom the provider doubts',
    access: 'admin',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ act: z.enum(['charge_seller', 'accept_risk', 'refuse_risk']) }),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'nothing_lost', 'nothing_to_decide', 'wallet_unavailable'],
  },
} as const satisfies Calls
