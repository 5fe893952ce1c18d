import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { paymentFailures } from '#contract/payments.ts'

export const providerNames = ['cards', 'bkash', 'sslcommerz'] as const
export type ProviderName = (typeof providerNames)[number]

/** One row is one payment at a provider and one hold on one bike. */
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
  /** Null while a wish is being paid: its deal begins when the payment succeeds. */
  dealId: uuid('deal_id'),
  /** The full price, a deposit that reserves the bike, or the rest after a deposit. */
  purpose: text('purpose', { enum: ['full', 'deposit', 'rest'] })
    .notNull()
    .default('full'),
  amountTaka: integer('amount_taka').notNull(),
  /** The price of the bike, whatever part of it is paid. */
  priceTaka: integer('price_taka'),
  currency: text('currency', { enum: ['bdt'] }).notNull(),
  /** Who takes the money. */
  provider: text('provider', { enum: providerNames }).notNull().default('cards'),
  /** The provider's reference of the payment: of Stripe the intent. Null until the provider has created it. */
  intentId: text('intent_id'),
  /** The number of the transaction that the buyer finds with the provider, where it is another than the reference. */
  transactionId: text('transaction_id'),
  /** The provider's page where the buyer pays; null for cards. */
  redirectUrl: text('redirect_url'),
  /** The claim before the provider is asked to take the money; while it is set, nothing happens to the bike. */
  executingAt: timestamp('executing_at', { withTimezone: true }),
  executeTriedAt: timestamp('execute_tried_at', { withTimezone: true }),
  /** Why the money was not taken. */
  failure: text('failure', { enum: paymentFailures }),
  state: text('state', { enum: ['open', 'succeeded', 'canceled', 'refund_due', 'refunded'] }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** From when the minutes of the hold count, where holds before it count too; null: from the beginning. */
  heldSince: timestamp('held_since', { withTimezone: true }),
  /** When it ended without money. */
  endedAt: timestamp('ended_at', { withTimezone: true }),
  settledAt: timestamp('settled_at', { withTimezone: true }),
  refundedAt: timestamp('refunded_at', { withTimezone: true }),
  refundReason: text('refund_reason', {
    enum: [
      'bike_sold',
      'bike_withdrawn',
      'hold_released',
      'mismatch',
      'buyer_removed',
      // Refunded in the provider's dashboard or by a lost dispute, not by this shop.
      'at_provider',
      'dispute_lost',
      'promised_to_another',
      'deal_closed',
      'deal_cancelled',
      // The price was lowered meanwhile, or the bike was handed over: the deal owes nothing.
      'not_owed',
    ],
  }),
  /** The provider doubts the payer: its money buys nothing before the admin accepts it, and goes back after 24 hours. */
  reviewAt: timestamp('review_at', { withTimezone: true }),
  reviewAcceptedAt: timestamp('review_accepted_at', { withTimezone: true }),
  /** The provider gave the transaction of another payment for this one: the admin says whether the money came twice. */
  doubledAt: timestamp('doubled_at', { withTimezone: true }),
  /** When the provider was last asked for money that may come after the payment has ended here. */
  lateAskedAt: timestamp('late_asked_at', { withTimezone: true }),
  /** The partial refund of a valid sale in whole Taka, rounded down. */
  refundedTaka: integer('refunded_taka').notNull().default(0),
  /** Start of a dispute; the sale stays valid until the dispute is lost. */
  disputedAt: timestamp('disputed_at', { withTimezone: true }),
  disputeEndedAt: timestamp('dispute_ended_at', { withTimezone: true }),
  disputeOutcome: text('dispute_outcome', { enum: ['won', 'lost'] }),
})

/** Webhook events, each once. The job processes events that failed at first. */
export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  /** The intent of the event, if any. */
  intentId: text('intent_id'),
  /** Provider time. */
  occurredAt: timestamp('occurred_at', { withTimezone: true }).notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  /** Set if the event came from the provider's list: no event before the newest of these was missed. */
  listedAt: timestamp('listed_at', { withTimezone: true }),
  processedAt: timestamp('processed_at', { withTimezone: true }),
  /** When the job processed it last; events that were not tried since come first. */
  triedAt: timestamp('tried_at', { withTimezone: true }),
})

/** Each restore of a backup, and when the payments made after that backup were recovered. */
export const restores = pgTable('restores', {
  restoredAt: timestamp('restored_at', { withTimezone: true }).primaryKey(),
  backupMadeAt: timestamp('backup_made_at', { withTimezone: true }).notNull(),
  recoveredAt: timestamp('recovered_at', { withTimezone: true }),
})

export type Payment = typeof payments.$inferSelect
