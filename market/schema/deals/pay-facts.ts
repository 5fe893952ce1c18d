// What decides whether a buyer may pay, as parts of queries. The tables of payments are read by their names, because their
// modules build on deals.
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { DealState as DealStates } from '#contract/deals/deals.ts'

type Column = SQL | AnyPgColumn
type DealState = z.output<typeof DealStates>

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
