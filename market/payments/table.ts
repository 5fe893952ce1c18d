import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'

/** One row is one intent at the provider and one hold on one bike. */
export const payments = pgTable('payments', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  buyerId: uuid('buyer_id')
    .notNull()
    .references(() => members.id),
  bookingId: uuid('booking_id'),
  wishId: uuid('wish_id'),
  amountTaka: integer('amount_taka').notNull(),
  currency: text('currency', { enum: ['bdt'] }).notNull(),
  /** Null until the provider has answered. */
  intentId: text('intent_id'),
  state: text('state', { enum: ['open', 'succeeded', 'canceled', 'refund_due', 'refunded'] }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  settledAt: timestamp('settled_at', { withTimezone: true }),
  refundedAt: timestamp('refunded_at', { withTimezone: true }),
  refundReason: text('refund_reason', {
    enum: [
      'bike_sold',
      'bike_withdrawn',
      'hold_released',
      'mismatch',
      'buyer_removed',
      // Sent back by a person at the provider, or by the buyer's bank: not by this shop.
      'at_provider',
      'dispute_lost',
    ],
  }),
  /** What the provider sent back of a sale that stands; whole Taka, a part of one counts as nothing. */
  refundedTaka: integer('refunded_taka').notNull().default(0),
  /** The buyer's bank asked for the money; the sale stands until the dispute is lost. */
  disputedAt: timestamp('disputed_at', { withTimezone: true }),
  disputeEndedAt: timestamp('dispute_ended_at', { withTimezone: true }),
  disputeOutcome: text('dispute_outcome', { enum: ['won', 'lost'] }),
})

/** What the provider told, each event once; what could not be dealt with at once is dealt with by the sweeper. */
export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  /** The intent that it is about, if it is about one. */
  intentId: text('intent_id'),
  /** By the provider's clock. */
  occurredAt: timestamp('occurred_at', { withTimezone: true }).notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  /** Found in the provider's own list: up to the newest of these nothing was missed. */
  listedAt: timestamp('listed_at', { withTimezone: true }),
  processedAt: timestamp('processed_at', { withTimezone: true }),
})

/** Each backup that was read back, and when the provider was asked for what came after it. */
export const restores = pgTable('restores', {
  restoredAt: timestamp('restored_at', { withTimezone: true }).primaryKey(),
  backupMadeAt: timestamp('backup_made_at', { withTimezone: true }).notNull(),
  recoveredAt: timestamp('recovered_at', { withTimezone: true }),
})

export type Payment = typeof payments.$inferSelect
