// P6: transfers of sold bikes. Triggers and constraints of migrations/schema/25-transfers.sql hold it at every write.
import type { Invariant } from './invariant.ts'

const isSale = `(handed_over_at is not null or close_reason is not distinct from 'sold_for_cash')`

export const transferInvariants: readonly Invariant[] = [
  {
    id: 'P6a',
    statement:
      'Each handed-over deal and confirmed cash sale has one transfer, no other deal has one; sales from before are exempt.',
    sql: `select id, handed_over_at, close_reason from deals
      where ${isSale} <> ((exists (select from transfers where deal_id = deals.id))
        or exists (select from sales_before_transfers where deal_id = deals.id))
        or (exists (select from transfers where deal_id = deals.id)
          and exists (select from sales_before_transfers where deal_id = deals.id))`,
  },
  {
    id: 'P6b',
    statement: 'A transfer begins with its sale, and is cancelled exactly when the sale was undone before it was done.',
    sql: `select deal_id from transfers join deals on deals.id = deal_id
      where sold_at <> coalesce(handed_over_at, closed_at)
        or (done_at is null and (cancelled_at is not null) <> (handed_over_at is not null and refunded_at is not null))`,
  },
  {
    id: 'P6c',
    statement:
      'The days that the sides name lie between the sale and the day on which they were said; a slip is of a done one.',
    sql: `select deal_id from transfers where notice_on < sold_on or notice_on > (notice_said_at at time zone 'Asia/Dhaka')::date
        or applied_on < sold_on or applied_on > (applied_said_at at time zone 'Asia/Dhaka')::date
        or (done_at is not null and applied_on is null) or (slip is not null and done_at is null)
        or ((done_at is not null or cancelled_at is not null) and due_at is not null)`,
  },
  {
    id: 'P6d',
    statement:
      'Only the two sides of a sale opened its receipt, after the handover, and the audit log has each opening.',
    sql: `select receipt_openings.id from receipt_openings
      join transfers on transfers.deal_id = receipt_openings.deal_id join deals on deals.id = receipt_openings.deal_id
      where receipt_openings.member_id not in (buyer_id, seller_id) or opened_at < sold_at
        or (select count(*) from audit where what = 'sale_receipt_opened' and audit.member_id = receipt_openings.member_id
            and details ->> 'dealId' = receipt_openings.deal_id::text)
          < (select count(*) from receipt_openings as twin where twin.deal_id = receipt_openings.deal_id
            and twin.member_id = receipt_openings.member_id)`,
  },
]
