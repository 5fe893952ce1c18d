// Offers in conversations, and what sellers choose about the offers of a bike.
import { type AnyPgColumn, boolean, date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chatMessages, chats } from './chats.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** How an offer ended. */
export const outcomes = ['accepted', 'countered', 'refused', 'withdrawn', 'lapsed', 'unavailable', 'cheaper'] as const

/** One open offer for each side of a conversation. */
export const offers = pgTable('offers', {
  id: uuid('id').primaryKey(),
  chatId: uuid('chat_id')
    .notNull()
    .references(() => chats.id),
  messageId: uuid('message_id')
    .notNull()
    .references(() => chatMessages.id),
  maker: text('maker', { enum: ['buyer', 'seller'] }).notNull(),
  priceTaka: integer('price_taka').notNull(),
  /** The offer of the other side that this one answers. */
  answersId: uuid('answers_id').references((): AnyPgColumn => offers.id),
  madeAt: at('made_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  closedAt: at('closed_at'),
  outcome: text('outcome', { enum: outcomes }),
})
export type Offer = typeof offers.$inferSelect

/** What a seller chooses about the offers of a bike; without a row offers are taken and there is no floor. */
export const bikeOfferSettings = pgTable('bike_offer_settings', {
  bikeId: uuid('bike_id')
    .primaryKey()
    .references(() => bikes.id),
  isPriceFixed: boolean('is_price_fixed').notNull().default(false),
  /** The lowest price that is accepted without asking the seller. Nobody else ever reads it. */
  floorEncrypted: text('floor_encrypted'),
  changedAt: at('changed_at').notNull(),
})

/** The offers that the floor of a bike answers: one for each buyer and day. */
export const floorAnswers = pgTable('floor_answers', {
  offerId: uuid('offer_id')
    .primaryKey()
    .references(() => offers.id),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  buyerId: uuid('buyer_id')
    .notNull()
    .references(() => members.id),
  day: date('day').notNull(),
  dueAt: at('due_at').notNull(),
  answeredAt: at('answered_at'),
})
