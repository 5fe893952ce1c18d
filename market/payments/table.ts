import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from '../bikes/table.ts'
import { members } from '../members/table.ts'

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
    enum: ['bike_sold', 'bike_withdrawn', 'hold_released', 'mismatch', 'buyer_removed'],
  }),
})

export type Payment = typeof payments.$inferSelect
