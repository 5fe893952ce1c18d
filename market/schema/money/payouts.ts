// Payouts to sellers, and where each seller is paid.
import { type AnyPgColumn, boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Where a seller is paid: a bKash number or a bank account. The number is encrypted. */
export const payoutDestinations = pgTable('payout_destinations', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id),
  kind: text('kind', { enum: ['bkash', 'bank'] }).notNull(),
  numberEncrypted: text('number_encrypted').notNull(),
  last4: text('last4').notNull(),
  holderName: text('holder_name').notNull(),
  bankName: text('bank_name'),
  routingNumber: text('routing_number'),
  changedAt: at('changed_at').notNull(),
  /** A changed destination is paid only from then on. */
  usableAt: at('usable_at').notNull(),
  /** Counts the changes, so that a payout can name the one it was prepared for. */
  version: integer('version').notNull().default(1),
})

/** One row is one transfer to a seller for one deal; a failed one is followed by another under a new id. */
export const payouts = pgTable('payouts', {
  id: uuid('id').primaryKey(),
  sellerId: uuid('seller_id')
    .notNull()
    .references(() => members.id),
  dealId: uuid('deal_id')
    .notNull()
    .references(() => deals.id),
  amountTaka: integer('amount_taka').notNull(),
  /** Kept because the seller owed the shop money. */
  setOffTaka: integer('set_off_taka').notNull().default(0),
  state: text('state', { enum: ['due', 'sent', 'confirmed', 'failed'] }).notNull(),
  /** Made before payouts existed: the admin says whether it was paid already. */
  needsReview: boolean('needs_review').notNull().default(false),
  way: text('way', { enum: ['provider', 'bank', 'by_hand', 'set_off'] }),
  destinationKind: text('destination_kind', { enum: ['bkash', 'bank'] }),
  destinationLast4: text('destination_last4'),
  /** The version of the seller's destination that was prepared: only that one is paid. */
  destinationVersion: integer('destination_version'),
  providerRef: text('provider_ref'),
  requestedBy: uuid('requested_by').references(() => members.id),
  approvedBy: uuid('approved_by').references(() => members.id),
  createdAt: at('created_at').notNull(),
  sentAt: at('sent_at'),
  /** The claim before the provider is asked to send it, once; and when it was last asked what became of it. */
  sendingAt: at('sending_at'),
  askedAt: at('asked_at'),
  confirmedAt: at('confirmed_at'),
  failedAt: at('failed_at'),
  /** The buyer's bank disputes the payment: nothing is paid out until it is decided. */
  frozenAt: at('frozen_at'),
  failure: text('failure'),
  /** Who said that the money did not arrive or came back; for what came back, the reference of the bank. */
  returnedBy: uuid('returned_by').references(() => members.id),
  returnReference: text('return_reference'),
  /** The payout that this one repeats, because its money did not stay with the seller. */
  repeatsId: uuid('repeats_id').references((): AnyPgColumn => payouts.id),
})
export type Payout = typeof payouts.$inferSelect
