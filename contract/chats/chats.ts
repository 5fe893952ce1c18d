// Conversations: what a buyer and the seller of a bike write to each other.
import { z } from 'zod'
import { BikeStatus } from '../deals/bookings.ts'
import { Id } from '../fields.ts'
import { Offer, offerTerms } from './offers.ts'

/** Why a member can only read; `closed` does not say whether the other side blocked, was removed or was suspended. */
export const chatWritings = ['open', 'sold', 'withdrawn', 'blocked', 'closed'] as const

export const ChatMessage = z
  .object({
    /** The place in the conversation, from 1 without a gap. */
    number: z.int(),
    isMine: z.boolean(),
    text: z.string(),
    /** Contact details are hidden from the reader. The sender reads the own text unchanged. */
    isMasked: z.boolean(),
    /** The price that this message offers; null for words. The text is empty then. */
    offer: Offer.nullable(),
    at: z.iso.datetime(),
  })
  .meta({ id: 'ChatMessage' })

/** What a conversation is about, as one side sees it. */
const chatSubject = {
  side: z.enum(['buyer', 'seller']),
  productId: Id,
  slug: z.string(),
  productName: z.string(),
  image: z.string(),
  /** The asking price, in Taka. */
  price: z.int(),
  /** The state of the bike itself. */
  status: BikeStatus,
  /** The other side; a seller reads the buyer's first name until both agree. */
  otherName: z.string(),
  isOtherVerified: z.boolean(),
}

export const ChatSummary = z
  .object({ _id: Id, ...chatSubject, unread: z.int(), last: ChatMessage })
  .meta({ id: 'ChatSummary' })

export const Chat = z
  .object({
    _id: Id,
    ...chatSubject,
    writing: z.enum(chatWritings),
    unread: z.int(),
    /** Up to which message the other side has read. */
    otherSeen: z.int(),
    lastNumber: z.int(),
    /** Both agreed on a price, so contact details are shown. */
    areNumbersShown: z.boolean(),
    /** The deal of the two about this bike. */
    dealId: Id.nullable(),
    ...offerTerms,
  })
  .meta({ id: 'Chat' })

/** Before the first message: whom it goes to, or the conversation that there is already. */
export const ChatStart = z
  .object({ ...chatSubject, chatId: Id.nullable(), canWrite: z.boolean(), ...offerTerms })
  .meta({ id: 'ChatStart' })
