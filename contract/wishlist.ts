import { z } from 'zod'
import { BikeStatus, PaymentProof, PayObstacle } from './deals/bookings.ts'
import { bikeMarks, BikeYear } from './bikes.ts'
import type { Calls } from './call.ts'
import { PriceVerdict } from './price-estimates.ts'
import { claim, Email, Id, Paging, Taka } from './fields.ts'

export const Wish = z
  .object({
    _id: Id,
    productName: z.string(),
    /** The buyer's. */
    email: z.string(),
    salePrice: Taka,
    /** The price when the bike was added to the wishlist. */
    priceWhenKept: Taka,
    image: z.string(),
    productId: Id,
    /** The name of the bike's page. */
    slug: z.string(),
    /** What a buyer compares first, as on the card of the bike. */
    year: BikeYear,
    kilometres: z.int().nullable(),
    location: z.string(),
    ...bikeMarks,
    priceVerdict: PriceVerdict,
    /** Whether the seller is verified. */
    verification: z.boolean(),
    paid: z.boolean(),
    status: BikeStatus,
    /** The provider's id of the payment, once paid. */
    transactionId: z.string().nullable(),
    /** All payments, oldest first. */
    payments: z.array(PaymentProof),
    /** What a deposit left to pay before the handover, in Taka. */
    rest: z.int(),
    /** The payment was refunded, or its refund is in progress. */
    refunded: z.boolean(),
    sellerName: z.string(),
    /** The deposit that reserves the bike, in Taka; 0 where none is taken. */
    deposit: z.int(),
    /** The buyer has not cancelled late or stayed away within a year: the seller would keep half of a deposit, not all of it. */
    isFirstTime: z.boolean(),
    /** Why paying would be refused now by what others do; null when it may begin. */
    payObstacle: PayObstacle.nullable(),
    /** The deal of this buyer for the bike, if there is one. */
    dealId: Id.nullable(),
    /** The bike is the member's: it was handed over, or both said that it was sold for cash. */
    isBought: z.boolean(),
    /** A bike that was paid from the wishlist stays until its deal ends: it has no other row in a list. */
    mayRemove: z.boolean(),
  })
  .meta({ id: 'Wish' })

export const wishlistCalls = {
  'POST /wishlist': {
    summary: 'Add a bike to my wishlist',
    access: 'member',
    limit: 'wish',
    doesNotInvalidateCache: true,
    hasIdempotencyKey: true,
    body: z.strictObject({
      productName: claim,
      email: Email.optional(),
      salePrice: Taka.optional(),
      image: claim,
      productId: Id,
    }),
    response: z.object({ acknowledged: z.literal(true), insertedId: Id, message: z.string() }),
    errors: ['not_found', 'not_your_email', 'own_bike', 'already_wished', 'bike_sold', 'bike_withdrawn'],
  },
  'GET /wishlist': {
    summary: 'My wishlist, newest first',
    access: 'member',
    query: Paging.extend({ email: Email.optional() }),
    response: z.array(Wish),
    errors: ['not_your_email'],
    list: true,
  },
  'GET /wishlist/products': {
    summary: 'The bikes of my wishlist that I have not paid for: at most 500, the newest',
    access: 'member',
    response: z.object({ productIds: z.array(Id) }),
  },
  'DELETE /wishlist/:id': {
    summary: 'Remove an item from my wishlist; one that was paid there stays until its deal ends',
    access: 'member',
    doesNotInvalidateCache: true,
    params: z.strictObject({ id: Id }),
    response: z.object({ deletedCount: z.int() }),
    errors: ['not_found', 'already_paid', 'payment_open'],
  },
  'GET /wishlists/:id': {
    summary: 'One item of my wishlist',
    access: 'member',
    params: z.strictObject({ id: Id }),
    response: Wish,
    errors: ['not_found'],
  },
} as const satisfies Calls
