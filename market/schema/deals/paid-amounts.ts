// What was paid for a deal, as parts of queries. The tables of payments are read by their names, because their modules build
// on deals.
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { PaymentProof } from '#contract/deals/bookings.ts'
import type { DealState as DealStates } from '#contract/deals/deals.ts'

type Column = SQL | AnyPgColumn
type DealState = z.output<typeof DealStates>

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

/** The state of a deal, from its times; the same as `getState`. */
export const toState = (times: Record<'closedAt' | 'disputedAt' | 'handedOverAt' | 'heldAt' | 'acceptedAt', Column>) =>
  sql<DealState>`case when ${times.closedAt} is not null then 'closed' when ${times.disputedAt} is not null then 'disputed'
    when ${times.handedOverAt} is not null then 'handed_over' when ${times.heldAt} is not null then 'held'
    when ${times.acceptedAt} is not null then 'accepted' else 'requested' end`

type OfBuyer = { bikeId: Column; buyerId: Column }

/** Whether a deal of another buyer is accepted, held or has its turn. */
export const toIsPromisedToAnother = ({ bikeId, buyerId }: OfBuyer) => sql<boolean>`exists (
  select from deals as other where other.bike_id = ${bikeId} and other.buyer_id <> ${buyerId}
    and other.closed_at is null and (other.accepted_at is not null or other.turn_until is not null))`

/** What decides whether a buyer may pay for a bike: `findPayObstacle`. */
export type PayFacts = {
  /** The state of the buyer's deal; null for a wish, whose deal the payment begins. */
  state: DealState | null
  /** The seller changed the bike, and the buyer has not agreed yet. */
  isChanged: boolean
  /** The buyer's bank disputes a payment of the deal. */
  isFrozen: boolean
  /** Another deal of the bike is accepted, held or has its turn. */
  isPromisedToAnother: boolean
  isPaidByAnother: boolean
}

const ownTimes = {
  closedAt: sql`own.closed_at`,
  disputedAt: sql`own.disputed_at`,
  handedOverAt: sql`own.handed_over_at`,
  heldAt: sql`own.held_at`,
  acceptedAt: sql`own.accepted_at`,
}

/**
 * The facts of a buyer's order or wish.
 * @param hasEnded whether the order has ended; a wish begins a new deal
 */
export const toPayFacts = (ofBuyer: OfBuyer, hasEnded: SQL<boolean> = sql`false`) => sql<PayFacts>`(
  select jsonb_build_object(
    'state', case when ${hasEnded} then 'closed' when own.id is not null then ${toState(ownTimes)} end,
    'isChanged', own.confirm_due_at is not null,
    'isFrozen', own.frozen_at is not null,
    'isPromisedToAnother', ${toIsPromisedToAnother(ofBuyer)},
    'isPaidByAnother', exists (select from payments as hold where hold.bike_id = ${ofBuyer.bikeId}
      and hold.buyer_id <> ${ofBuyer.buyerId} and hold.state = 'open'))
  from (select) as bike left join deals as own
    on own.bike_id = ${ofBuyer.bikeId} and own.buyer_id = ${ofBuyer.buyerId} and own.closed_at is null)`
