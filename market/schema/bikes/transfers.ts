// Transfers of sold bikes. Triggers of migrations/schema/25-transfers.sql create one with each sale, and hold what may change.
import { date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** The transfer of a sold bike at BRTA. Days are those of Dhaka. */
export const transfers = pgTable('transfers', {
  dealId: uuid('deal_id')
    .primaryKey()
    .references(() => deals.id),
  soldAt: at('sold_at').notNull(),
  soldOn: date('sold_on').notNull(),
  noticeDueOn: date('notice_due_on').notNull(),
  applyDueOn: date('apply_due_on').notNull(),
  /** When the seller reported the sale to BRTA, and when the seller said so. */
  noticeOn: date('notice_on'),
  noticeSaidAt: at('notice_said_at'),
  appliedOn: date('applied_on'),
  appliedSaidAt: at('applied_said_at'),
  /** The number of the slip that BRTA gave; erased with the buyer's account. */
  slip: text('slip'),
  doneAt: at('done_at'),
  /** The sale was undone. */
  cancelledAt: at('cancelled_at'),
  sellerReminders: integer('seller_reminders').notNull().default(0),
  buyerReminders: integer('buyer_reminders').notNull().default(0),
  dueAt: at('due_at'),
})
export type Transfer = typeof transfers.$inferSelect

/** Sales from before there were transfers; nothing reminds their people. */
export const salesBeforeTransfers = pgTable('sales_before_transfers', {
  dealId: uuid('deal_id')
    .primaryKey()
    .references(() => deals.id),
})

/** What a side enters for the papers: ticks of the checklist, and name and address on the receipt. */
export const transferSides = pgTable(
  'transfer_sides',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => transfers.dealId),
    side: text('side', { enum: ['buyer', 'seller'] }).notNull(),
    ticks: text('ticks').array().notNull().default([]),
    name: text('name'),
    address: text('address'),
  },
  (side) => [primaryKey({ columns: [side.dealId, side.side] })],
)

/** Each opening of a sale receipt. Append-only. */
export const receiptOpenings = pgTable('receipt_openings', {
  id: uuid('id').primaryKey(),
  dealId: uuid('deal_id')
    .notNull()
    .references(() => transfers.dealId),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  openedAt: at('opened_at').notNull(),
})

/** Fees, stamp values and deadlines. The admin compares them with their source. */
export const fees = pgTable('fees', {
  name: text('name', {
    enum: ['notice_days', 'apply_days', 'transfer_fee', 'revenue_stamp', 'affidavit_stamp', 'buyer_photos'],
  }).primaryKey(),
  unit: text('unit', { enum: ['taka', 'days', 'pieces'] }).notNull(),
  /** Null while nobody has established it. */
  amount: integer('amount'),
  checkedOn: date('checked_on'),
  source: text('source').notNull(),
  changedAt: at('changed_at'),
})
