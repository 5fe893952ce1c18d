// What was paid for a deal, as parts of queries. The tables of payments are read by their names, because their modules build
// on deals.
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { PaymentProof } from '#contract/deals/bookings.ts'

type Column = SQL | AnyPgColumn

/** Settled payments of a deal without what was sent back, in Taka, also after the deal ended. */
export const toPaidTaka = (dealId: Column) => sql<number>`(
  select coalesce(sum(amount_taka), 0)::int - coalesce(sum((
      select sum(amount_poisha) from refunds where refunds.payment_id = payments.id and payments.state = 'succeeded')), 0)::int / 100
  from payments where payments.deal_id = ${dealId} and payments.state = 'succeeded')`

/** What a deposit left to pay of a held deal, in Taka; 0 for any other deal and none. */
export const toRestTaka = (dealId: Column) => sql<number>`coalesce((
  select greatest(0, paid_deal.price_taka - ${toPaidTaka(sql`paid_deal.id`)}) from deals as paid_deal
  where paid_deal.id = ${dealId} and paid_deal.held_at is not null and paid_deal.handed_over_at is null
    and paid_deal.closed_at is null), 0)::int`

/** The payments of a deal as the buyer keeps them, oldest first; those whose money never came are none. */
export const toPaymentProofs = (dealId: Column) => sql<z.output<typeof PaymentProof>[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
      'purpose', purpose, 'way', case provider when 'cards' then 'card' else provider end, 'amount', amount_taka, 'transactionId', coalesce(transaction_id, intent_id),
      'paidAt', to_char(settled.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'isRefunded', state <> 'succeeded') order by settled.at, payments.id), '[]')
  from payments join lateral (
    select max(ledger_entries.at) as at from ledger_entries
    where ledger_entries.payment_id = payments.id and cause = 'settled') as settled on settled.at is not null
  where payments.deal_id = ${dealId})`
