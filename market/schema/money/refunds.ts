import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { payments } from './payments.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** One refund of a payment, in whole or in part. */
export const refunds = pgTable('refunds', {
  id: uuid('id').primaryKey(),
  paymentId: uuid('payment_id')
    .notNull()
    .references(() => payments.id),
  dealId: uuid('deal_id').references(() => deals.id),
  amountPoisha: bigint('amount_poisha', { mode: 'number' }).notNull(),
  /** `due`: to be asked for; `requested`: the provider works on it; `failed`: a person looks at it. */
  state: text('state', { enum: ['due', 'requested', 'succeeded', 'failed', 'by_hand'] }).notNull(),
  providerRef: text('provider_ref'),
  /** Each try after a failure has a new idempotency key. */
  tries: integer('tries').notNull().default(0),
  nextTryAt: at('next_try_at').notNull(),
  /** When the provider was first asked for it. */
  requestedAt: at('requested_at'),
  lastError: text('last_error'),
  createdAt: at('created_at').notNull(),
  settledAt: at('settled_at'),
  /** Sent by hand: the reference of the transfer, who sent it and who approved it. */
  reference: text('reference'),
  sentBy: uuid('sent_by').references(() => members.id),
  approvedBy: uuid('approved_by').references(() => members.id),
})
export type Refund = typeof refunds.$inferSelect
