// The calls of offers.
import { z } from 'zod'
import type { Calls } from '../call.ts'
import { Id, Taka } from '../fields.ts'
import { ChatMessage } from './chats.ts'

const OfferId = z.strictObject({ id: Id })
/** `clientId`: made by the page, so that an offer that is sent twice is stored once. */
const newOffer = { price: Taka, clientId: Id }
const offerErrors = [
  'not_found',
  'chat_closed',
  'you_blocked',
  'bike_sold',
  'bike_withdrawn',
  'bike_hidden',
  'price_fixed',
  'no_offers_now',
  'offer_out_of_range',
  'offer_waits',
  'offer_tomorrow',
  'too_many_offers',
  'too_many_bookings',
  'suspended',
] as const

const OfferSettings = z.object({
  /** Nobody can offer another price. */
  isPriceFixed: z.boolean(),
  /** The lowest price that is accepted without asking the seller, in Taka. */
  floor: Taka.nullable(),
})

export const offerCalls = {
  'POST /offers': {
    summary: 'Offer a price for a bike; the conversation with its seller begins where there is none',
    access: 'member',
    limit: 'chatMessage',
    doesNotInvalidateCache: true,
    body: z.strictObject({ productId: Id, ...newOffer }),
    response: z.object({ chatId: Id, message: ChatMessage }),
    errors: [...offerErrors, 'own_bike', 'too_many_chats'],
  },
  'POST /chats/:id/offers': {
    summary: 'Offer a price in a conversation; it takes the place of the other side’s open offer',
    access: 'member',
    limit: 'chatMessage',
    doesNotInvalidateCache: true,
    params: OfferId,
    body: z.strictObject(newOffer),
    response: ChatMessage,
    errors: offerErrors,
  },
  'PUT /offers/:id': {
    summary: 'Accept or refuse an open offer of the other side, or withdraw the own one. Accepting makes the deal.',
    access: 'member',
    doesNotInvalidateCache: true,
    params: OfferId,
    body: z.strictObject({ act: z.enum(['accept', 'refuse', 'withdraw']) }),
    response: z.object({ modifiedCount: z.int(), dealId: Id.nullable() }),
    errors: [
      'not_found',
      'offer_gone',
      'no_offers_now',
      'bike_being_paid',
      'too_many_bookings',
      'buyer_has_enough',
      'chat_closed',
      'you_blocked',
      'bike_sold',
      'bike_withdrawn',
      'suspended',
    ],
  },
  'GET /allbikes/myproduct/:id/offers': {
    summary: 'Whether the price of my bike is fixed, and its lowest price, which nobody else can read',
    access: 'seller',
    params: OfferId,
    response: OfferSettings.extend({ productName: z.string(), price: z.int() }),
    errors: ['not_found'],
  },
  'PUT /allbikes/myproduct/:id/offers': {
    summary: 'Fix the price of my bike, or set its lowest price',
    access: 'seller',
    params: OfferId,
    body: OfferSettings.strict(),
    response: z.object({ modifiedCount: z.int() }),
    errors: ['not_found', 'offer_out_of_range', 'price_fixed'],
  },
} as const satisfies Calls
