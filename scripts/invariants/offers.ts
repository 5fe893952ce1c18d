// O1, O2 and O6: the invariants of offers, each as a query that selects violating rows.
import type { Invariant } from './invariant.ts'

export const offerInvariants: readonly Invariant[] = [
  {
    id: 'O1',
    statement: 'Each side of a conversation has at most one open offer, and a conversation at most eight offers.',
    sql: `select chat_id, maker, count(*) from offers where closed_at is null group by chat_id, maker having count(*) > 1
      union all
      select chat_id, 'both', count(*) from offers group by chat_id having count(*) > 8`,
  },
  {
    id: 'O2',
    statement:
      'An accepted offer is a deal of the same two people at its price, unless both agreed on another price later, and its booking has the price of the deal.',
    sql: `select offers.id, offers.price_taka, deals.price_taka as deal_price_taka, bookings.price_taka as booking_price_taka
      from offers join chats on chats.id = chat_id
      left join deals on deals.offer_id = offers.id
      left join bookings on bookings.id = deals.booking_id
      where (outcome is not distinct from 'accepted') <> (deals.id is not null)
        or (deals.bike_id, deals.buyer_id) is distinct from
          case when deals.id is null then (deals.bike_id, deals.buyer_id) else (chats.bike_id, chats.buyer_id) end
        or (deals.price_taka <> offers.price_taka and not exists (select from deal_steps where deal_id = deals.id
          and kind in ('price_agreed', 'lower_price_taken') and at >= offers.closed_at))
        or (bookings.cancelled_at is null and bookings.price_taka <> deals.price_taka)`,
  },
  {
    id: 'O6',
    statement: 'An open offer is about a bike that can be bought, at less than or at its price.',
    sql: `select offers.id from offers join chats on chats.id = chat_id join bikes on bikes.id = chats.bike_id
      where offers.closed_at is null and (sold_at is not null or withdrawn_at is not null or hidden_at is not null
        or reserved_at is not null or offers.price_taka > sale_price_taka
        or exists (select from bike_offer_settings where bike_id = bikes.id and is_price_fixed)
        or exists (select from deals where deals.bike_id = bikes.id and deals.closed_at is null and accepted_at is not null))`,
  },
]
