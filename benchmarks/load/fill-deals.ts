// SQL that gives the bookings of the benchmarks their deals, and the paid ones their ledger entries and payouts.

/** The deals of all bookings that have none: paid ones were handed over and released at once, the others are requested. */
const dealsSql = `insert into deals (id, bike_id, buyer_id, seller_id, booking_id, price_taka, buyer_number, meet_place,
    requested_at, queued_at, answer_due_at, due_at, accepted_at, held_at, handed_over_at, released_at, closed_at, close_reason)
  select bookings.id, bike_id, buyer_id, bikes.seller_id, bookings.id, price_taka, bookings.contact_number,
    meeting_location, bookings.created_at, bookings.created_at, due, due, paid_at, paid_at, paid_at, paid_at, paid_at,
    case when paid_at is not null then 'released' end
  from bookings join bikes on bikes.id = bike_id
  cross join lateral (select case when paid_at is null then now() + interval '48 hours' end as due) as answer
  where not exists (select from deals where deals.id = bookings.id)`

/** The statements, to run in this order after bookings and payments. */
export const dealStatements = [
  dealsSql,
  `update payments set deal_id = booking_id, price_taka = amount_taka where deal_id is null and booking_id is not null`,
  `insert into deal_steps (id, deal_id, kind, actor, taka, at)
    select gen_random_uuid(), id, 'requested', 'buyer', null::int, requested_at from deals
    union all select gen_random_uuid(), id, 'paid', 'provider', price_taka, held_at from deals where held_at is not null
    union all select gen_random_uuid(), id, 'released', 'system', price_taka, released_at from deals where released_at is not null`,
  `insert into ledger_entries (id, cause, cause_ref, deal_id, payment_id, at)
    select gen_random_uuid(), 'settled', payments.id::text, deal_id, payments.id, settled_at from payments
    where state = 'succeeded'
    union all select gen_random_uuid(), 'released', id::text, id, null, released_at from deals where released_at is not null`,
  `insert into ledger_lines (entry_id, account, poisha)
    select entries.id, account, poisha from ledger_entries as entries join deals on deals.id = entries.deal_id
    cross join lateral (values
      (case cause when 'settled' then 'provider:cards' else 'held:' || deals.id end, price_taka * 100::bigint),
      (case cause when 'settled' then 'held:' || deals.id else 'seller:' || seller_id end, price_taka * -100::bigint)
    ) as line (account, poisha)`,
  `insert into payouts (id, seller_id, deal_id, amount_taka, state, needs_review, created_at)
    select gen_random_uuid(), seller_id, id, price_taka, 'due', true, released_at from deals where released_at is not null`,
  // Otherwise the first minutes of every measurement are the reminders of all these sales.
  `update transfers set due_at = due_at + interval '10 years' where due_at is not null`,
] as const

/** A requested deal for each booking that has none. */
export const requestedDealsSql: string = dealsSql
