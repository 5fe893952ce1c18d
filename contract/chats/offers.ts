// Offers: the price that one side of a conversation names.
import { z } from 'zod'
import { Id } from '../fields.ts'

/**
 * What became of an offer. `countered`: the other side named another price; `lapsed`: nobody answered within 24 hours;
 * `unavailable`: the bike cannot be bought any more; `cheaper`: the bike costs as much or less now.
 */
export const offerStates = [
  'open',
  'accepted',
  'countered',
  'refused',
  'withdrawn',
  'lapsed',
  'unavailable',
  'cheaper',
] as const

/**
 * Whether this side may offer a price now. `fixed`: the seller takes no offers; `waiting`: the own offer is open; `tomorrow`:
 * the seller refused today; `rounds`: there were eight offers; `agreed`: a price is agreed, or another buyer comes first;
 * `closed`: nothing can be written.
 */
export const offerings = ['open', 'fixed', 'waiting', 'tomorrow', 'rounds', 'agreed', 'closed'] as const

export const Offer = z
  .object({
    _id: Id,
    isMine: z.boolean(),
    /** In Taka. */
    price: z.int(),
    state: z.enum(offerStates),
    /** An open offer can be answered until then. */
    expiresAt: z.iso.datetime(),
    /** The deal of an accepted offer. */
    deal: z
      .object({
        _id: Id,
        /** The buyer gives number and place until then; null when that is done or over. */
        bookUntil: z.iso.datetime().nullable(),
        /** The deal has ended. */
        isOver: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Offer' })

/** How much may be offered, in Taka, and whether this side may offer now. */
export const offerTerms = {
  offering: z.enum(offerings),
  minOffer: z.int(),
  maxOffer: z.int(),
}
