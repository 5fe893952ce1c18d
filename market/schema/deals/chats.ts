// Conversations of a buyer and a seller about a bike.
import { boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const chats = pgTable('chats', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  buyerId: uuid('buyer_id')
    .notNull()
    .references(() => members.id),
  sellerId: uuid('seller_id')
    .notNull()
    .references(() => members.id),
  createdAt: at('created_at').notNull(),
  /** Messages are numbered from 1 without a gap. */
  lastNumber: integer('last_number').notNull().default(0),
  lastMessageId: uuid('last_message_id'),
  /** Up to which message each side has read, and how many of the other side's come after. */
  buyerSeen: integer('buyer_seen').notNull().default(0),
  sellerSeen: integer('seller_seen').notNull().default(0),
  buyerUnread: integer('buyer_unread').notNull().default(0),
  sellerUnread: integer('seller_unread').notNull().default(0),
})
export type Chat = typeof chats.$inferSelect

export const chatMessages = pgTable('chat_messages', {
  id: uuid('id').primaryKey(),
  chatId: uuid('chat_id')
    .notNull()
    .references(() => chats.id),
  number: integer('number').notNull(),
  sender: text('sender', { enum: ['buyer', 'seller'] }).notNull(),
  /** What the sender wrote; only the sender and cases read it. */
  body: text('body').notNull(),
  /** The copy of the other side, with contact details masked. */
  shownBody: text('shown_body').notNull(),
  /** Made by the sender's page, so that a message that is sent twice is stored once. */
  clientId: uuid('client_id').notNull(),
  at: at('at').notNull(),
})
export type ChatMessage = typeof chatMessages.$inferSelect

/** Nothing is sent between the two, about any bike. */
export const memberBlocks = pgTable(
  'member_blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => members.id),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => members.id),
    createdAt: at('created_at').notNull(),
  },
  (block) => [primaryKey({ columns: [block.blockerId, block.blockedId] })],
)

/** The longer texts that buyers send on a day, as hashes, and to which sellers. A job deletes the rows of past days. */
export const sentTexts = pgTable(
  'sent_texts',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    /** In Dhaka. */
    day: date('day').notNull(),
    textHash: text('text_hash').notNull(),
    /** Sellers count from 1 for each text. */
    place: integer('place').notNull(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => members.id),
    messageId: uuid('message_id')
      .notNull()
      .references(() => chatMessages.id),
    /** It went to as many sellers as open a case, and no job has done that yet. */
    opensCase: boolean('opens_case').notNull(),
  },
  (sent) => [primaryKey({ columns: [sent.memberId, sent.day, sent.textHash, sent.place] })],
)
