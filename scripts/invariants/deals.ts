// The invariants of deals, each as a query that selects violating rows. deal, "Invariants" D1 to D10.
import type { Invariant } from './invariant.ts'

export const dealInvariants: readonly Invariant[] = [
  {
    id: 'D1',
    statement: 'At most one deal of a bike is accepted or held.',
    sql: `select bike_id, count(*) from deals where accepted_at is not null and closed_at is null
      group by bike_id having count(*) > 1`,
  },
  {
    id: 'D2',
    statement: 'A deal is held exactly when a payment for it has succeeded.',
    sql: `select id, held_at, closed_at from deals
      where (held_at is not null and (closed_at is null or released_at is not null))
        <> exists (select from payments where deal_id = deals.id
          -- After the handover the sale stands, even when the money went back outside the shop.
          and (state = 'succeeded' or (handed_over_at is not null and refund_reason in ('dispute_lost', 'at_provider')))
          and (closed_at is null or released_at is not null))`,
  },
  {
    id: 'D3',
    statement: 'A closed deal has no turn, no open payment, and nothing that is due.',
    sql: `select deals.id, closed_at from deals
      where closed_at is not null and (turn_until is not null or due_at is not null
        or exists (select from payments where deal_id = deals.id and state = 'open'
          and payments.created_at < now() - interval '1 hour'))`,
  },
  {
    id: 'D4',
    statement: 'Nobody is told of one step twice, and every step that one side did is told to the other.',
    sql: `select deal_steps.id, deal_steps.kind from deal_steps
      where kind in ('accepted', 'declined', 'cancelled_by_buyer', 'cancelled_by_seller', 'meeting_proposed', 'handed_over', 'disputed')
        and at > now() - interval '89 days'
        and not exists (select from notifications where cause_id = deal_steps.id)
      union all
      select cause_id, kind from notifications group by cause_id, member_id, kind having count(*) > 1`,
  },
  {
    id: 'D5',
    statement: 'A number is shown to the two sides of an accepted deal alone.',
    sql: `select deal_id, member_id from number_views join deals on deals.id = deal_id
      where member_id not in (buyer_id, seller_id) or (accepted_at is null and close_reason is distinct from 'sold_for_cash')`,
  },
  {
    id: 'D6',
    statement: 'While a deal of a bike is accepted or held, the clock of every other one stands.',
    sql: `select waiting.id from deals as waiting
      where waiting.closed_at is null and waiting.accepted_at is null and waiting.waiting_since is null
        and exists (select from deals as first where first.bike_id = waiting.bike_id and first.closed_at is null
          and first.accepted_at is not null)`,
  },
  {
    id: 'D7',
    statement: 'At most one buyer of a bike has a turn, and only while no deal of it is accepted.',
    sql: `select bike_id, count(*) from deals where turn_until is not null and closed_at is null
      group by bike_id having count(*) > 1
      union all
      select turn.bike_id, 0 from deals as turn join deals as first on first.bike_id = turn.bike_id
        and first.accepted_at is not null and first.closed_at is null and first.id <> turn.id
      where turn.turn_until is not null and turn.closed_at is null`,
  },
  {
    id: 'D8',
    statement: 'Every paid deal names a seller with a number.',
    sql: `select deals.id from deals join bikes on bikes.id = bike_id
      where held_at is not null and closed_at is null and (contact_number = '' or deals.seller_id <> bikes.seller_id)`,
  },
  {
    id: 'D9',
    statement: 'Every live booking has a deal, and both have the same price.',
    sql: `select bookings.id, bookings.price_taka, deals.price_taka as deal_price_taka
      from bookings left join deals on deals.id = bookings.id
      where bookings.cancelled_at is null and (deals.id is null or deals.price_taka <> bookings.price_taka
        or (deals.closed_at is not null and deals.released_at is null and deals.close_reason <> 'sold_for_cash'))`,
  },
  {
    id: 'D10',
    statement: 'What is due in a deal is done within ten minutes.',
    sql: `select id, due_at from deals
      where closed_at is null and due_at < now() - interval '10 minutes'
        and not exists (select from payments where deal_id = deals.id and state = 'open')`,
    needsJobs: true,
  },
]
