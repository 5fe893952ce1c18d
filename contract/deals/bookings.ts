import { maxPlaceCharacters } from '#contract/deals/text-lengths.ts'
import { z } from 'zod'
import type { Calls } from '../call.ts'
import { claim, Email, Id, Paging, Taka, Telephone, textField } from '../fields.ts'

/** The state of the bike of an order or a wish; `reserved`: a buyer has paid, and the bike is not handed over yet. */
export const BikeStatus = z.enum(['available', 'reserved', 'sold', 'withdrawn'])

/** How the deal of an order goes, for its row in a list. */
export const DealProgress = z.object({
  state: z.enum(['requested', 'accepted', 'held', 'handed_over', 'disputed', 'closed']),
  closeReason: z.string().nullable(),
  meetAt: z.iso.datetime().nullable(),
  /** The turn of this buyer ends then. */
  turnUntil: z.iso.datetime().nullable(),
  /** What was paid first: the full price or a deposit; null before. */
  purpose: z.enum(['full', 'deposit']).nullable(),
})

/** The ways to pay: by card, by bKash, or by another wallet or a bank through SSLCommerz. */
export const PayWay = z.enum(['card', 'bkash', 'sslcommerz'])

/** What the buyer keeps as the proof of a payment. */
export const PaymentProof = z
  .object({
    purpose: z.enum(['full', 'deposit', 'rest']),
    way: PayWay,
    /** What was paid, in Taka. */
    amount: z.int(),
    /** The provider's number of the transaction. */
    transactionId: z.string(),
    paidAt: z.iso.datetime(),
    /** All of it goes or went back. */
    isRefunded: z.boolean(),
  })
  .meta({ id: 'PaymentProof' })

/** Why paying would be refused now: the code of that API error. */
export const PayObstacle = z.enum(['deal_closed', 'bike_changed', 'promised_to_another', 'another_buyer_paying'])

export const Booking = z
  .object({
    _id: Id,
    productName: z.string(),
    /** The buyer's. */
    email: z.string(),
    contactNumber: z.string(),
    meetingLocation: z.string(),
    image: z.string(),
    salePrice: Taka,
    /** The id of the bike; the specification spells it so. */
    producId: Id,
    paid: z.boolean(),
    status: BikeStatus,
    /** The provider's id of the first payment, once paid. */
    transactionId: z.string().nullable(),
    /** All payments, oldest first. */
    payments: z.array(PaymentProof),
    /** What a deposit left to pay before the handover, in Taka. */
    rest: z.int(),
    /** The payment was refunded, or its refund is in progress. */
    refunded: z.boolean(),
    /** Why paying would be refused now by what others do; null when it may begin. */
    payObstacle: PayObstacle.nullable(),
    /** The id of the deal, and how it goes. */
    dealId: Id,
    deal: DealProgress,
  })
  .meta({ id: 'Booking' })

export const bookingCalls = {
  'POST /bookings': {
    summary: 'Book a bike',
    access: 'member',
    limit: 'booking',
    doesNotInvalidateCache: true,
    hasIdempotencyKey: true,
    body: z.strictObject({
      productName: claim,
      email: Email.optional(),
      contactNumber: Telephone,
      meetingLocation: textField('meeting_location', maxPlaceCharacters),
      image: claim,
      salePrice: Taka,
      producId: Id,
      /** The accepted offer whose price is booked; `salePrice` is that of the deal then. */
      offerId: Id.optional(),
    }),
    response: z.object({ acknowledged: z.literal(true), insertedId: Id, message: z.string() }),
    errors: [
      'not_found',
      'not_your_email',
      'own_bike',
      'already_booked',
      'bike_sold',
      'bike_withdrawn',
      'price_changed',
      'too_many_bookings',
      'too_many_unanswered',
      'booked_too_often',
      'offer_gone',
      'suspended',
      'contact_ended',
    ],
  },
  'GET /bookings': {
    summary: 'My orders, newest first',
    access: 'member',
    query: Paging.extend({ email: Email.optional() }),
    response: z.array(Booking),
    errors: ['not_your_email'],
    list: true,
  },
  'GET /bookings/products': {
    summary: 'The bikes on sale of my own, and those of my live deals as a buyer: at most 500 each, the newest',
    access: 'member',
    response: z.object({ own: z.array(Id), booked: z.array(z.object({ productId: Id, dealId: Id })) }),
  },
  'GET /bookings/:id': {
    summary: 'One order of mine',
    access: 'member',
    params: z.strictObject({ id: Id }),
    response: Booking,
    errors: ['not_found'],
  },
} as const satisfies Calls
