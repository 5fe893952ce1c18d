// The double-entry ledger, append-only, in poisha: + is what the shop has or is owed, - is what it owes or has earned.
import { bigint, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deals } from '#market/schema/deals/deals.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'

export const ledgerCauses = [
  'settled',
  'released',
  'cancelled',
  'refund_confirmed',
  'refund_returned',
  'refund_by_hand',
  'payout_sent',
  'payout_confirmed',
  'payout_failed',
  'payout_returned',
  'charge',
  'payment_charge',
  'chargeback_opened',
  'chargeback_won',
  'chargeback_lost',
  'seller_charged',
  'refunded_at_provider',
  'moved_to_bank',
  'price_lowered',
] as const

export const ledgerEntries = pgTable('ledger_entries', {
  id: uuid('id').primaryKey(),
  cause: text('cause', { enum: ledgerCauses }).notNull(),
  /** The id of what caused the entry; with the cause it is unique, so nothing is entered twice. */
  causeRef: text('cause_ref').notNull(),
  dealId: uuid('deal_id').references(() => deals.id),
  paymentId: uuid('payment_id').references(() => payments.id),
  payoutId: uuid('payout_id').references(() => payouts.id),
  providerRef: text('provider_ref'),
  at: timestamp('at', { withTimezone: true }).notNull(),
  /** The order of entry. */
  position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
})

export const ledgerLines = pgTable(
  'ledger_lines',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => ledgerEntries.id),
    account: text('account').notNull(),
    poisha: bigint('poisha', { mode: 'number' }).notNull(),
  },
  (line) => [primaryKey({ columns: [line.entryId, line.account] })],
)
