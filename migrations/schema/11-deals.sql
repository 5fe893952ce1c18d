-- Deals: one row for each buyer who wants a bike, from the request to the handover and the release of the money. State is kept
-- as timestamps. A deal that begins with a booking has the id of the booking.

-- ---------- deals ----------

create table deals (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  seller_id uuid not null references members,
  booking_id uuid,
  wish_id uuid,
  -- The price that both agreed on.
  price_taka int not null check (price_taka between 1000 and 9999999),
  -- Null for a paid wish until the buyer gives them.
  buyer_number text check (buyer_number ~ '^\+?[0-9]{6,15}$'),
  meet_place text check (length(meet_place) between 1 and 120),

  requested_at timestamptz not null,
  -- The place in line follows this time.
  queued_at timestamptz not null,
  -- The seller answers until then; the clock stops while waiting_since is set.
  answer_due_at timestamptz,
  waiting_since timestamptz,
  accepted_at timestamptz,
  -- The first in line may be accepted or pay until then; nobody else may.
  turn_until timestamptz,
  had_turn boolean not null default false,
  -- The seller changed the bike; the buyer confirms until then or the deal ends.
  confirm_due_at timestamptz,

  proposed_meet_at timestamptz,
  proposed_place text check (length(proposed_place) between 1 and 120),
  proposed_by text check (proposed_by in ('buyer', 'seller')),
  meet_at timestamptz,
  meeting_moves int not null default 0 check (meeting_moves between 0 and 3),
  reminders_sent int not null default 0,

  held_at timestamptz,
  -- Both were asked whether they met.
  asked_at timestamptz,
  buyer_outcome text check (buyer_outcome in ('no_deal', 'no_show')),
  buyer_outcome_at timestamptz,
  seller_outcome text check (seller_outcome in ('no_deal', 'no_show', 'handed_over', 'sold_for_cash')),
  seller_outcome_at timestamptz,
  -- Another price, proposed at the meeting.
  offered_price_taka int check (offered_price_taka between 1000 and 9999999),
  offered_by text check (offered_by in ('buyer', 'seller')),

  handed_over_at timestamptz,
  -- What the seller says that the buyer paid in cash, and whether the buyer says so too.
  cash_taka int check (cash_taka between 0 and 9999999),
  cash_confirmed_at timestamptz,
  cash_denied_at timestamptz,
  disputed_at timestamptz,
  -- The buyer's bank disputes a card payment: no code, no release.
  frozen_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  closed_at timestamptz,
  close_reason text check (close_reason in (
    'released', 'declined', 'cancelled_by_buyer', 'cancelled_by_seller', 'expired', 'no_meeting', 'not_booked', 'no_deal',
    'buyer_no_show', 'seller_no_show', 'unavailable', 'changed', 'sold_for_cash', 'refunded', 'charged_back',
    'buyer_removed', 'seller_removed', 'review_refused')),
  close_note text check (length(close_note) between 1 and 280),
  -- The next time at which something happens by itself.
  due_at timestamptz,

  -- How long the request was in line behind another buyer, where the seller could not say yes. The answer rate of a seller leaves
  -- it out.
  in_line_since timestamptz,
  in_line_ms bigint not null default 0 check (in_line_ms >= 0),
  -- An accepted offer is a deal. Its buyer books until `book_due_at`: then there are a number and a place.
  offer_id uuid unique references offers,
  book_due_at timestamptz,
  -- Why it ended, as it was chosen from the list; close_note has the person's own words only.
  close_choice text check (close_choice in ('sold', 'time', 'another', 'keep', 'found', 'mind', 'strange')),

  constraint deal_of_booking foreign key (booking_id, bike_id, buyer_id) references bookings (id, bike_id, buyer_id),
  -- A wish may be removed later; the deal stays.
  constraint deal_of_wish foreign key (wish_id, bike_id, buyer_id) references wishes (id, bike_id, buyer_id) on delete set null (wish_id),
  constraint booking_is_deal check (booking_id is null or booking_id = id),
  constraint booked_or_due check (book_due_at is null or (offer_id is not null and booking_id is null)),
  constraint deal_of_bike_and_buyer unique (id, bike_id, buyer_id),
  constraint closed_for_a_reason check ((closed_at is null) = (close_reason is null)),
  constraint held_is_accepted check (held_at is null or accepted_at is not null),
  constraint handed_over_was_held check (handed_over_at is null or held_at is not null),
  constraint released_or_refunded check (released_at is null or refunded_at is null),
  constraint released_was_held check (released_at is null or held_at is not null),
  constraint refunded_was_held check (refunded_at is null or held_at is not null),
  constraint ended_is_closed check ((released_at is null and refunded_at is null) or closed_at is not null),
  constraint turn_is_before_accepted check (turn_until is null or (accepted_at is null and closed_at is null)),
  constraint proposal_is_whole check ((proposed_meet_at is null) = (proposed_by is null)),
  constraint offer_is_whole check ((offered_price_taka is null) = (offered_by is null)),
  constraint nobody_deals_with_oneself check (buyer_id <> seller_id)
);
create unique index one_accepted_per_bike on deals (bike_id) where accepted_at is not null and closed_at is null;
create unique index one_turn_per_bike on deals (bike_id) where turn_until is not null;
create unique index one_live_deal_per_buyer on deals (bike_id, buyer_id) where closed_at is null;
create index deals_due on deals (due_at) where due_at is not null and closed_at is null;
create index deals_in_line on deals (bike_id, queued_at, id) where closed_at is null;
create index deals_of_bike on deals (bike_id);
create index deals_by_buyer on deals (buyer_id, id desc);
create index deals_by_seller on deals (seller_id, id desc);
create index live_deals_by_seller on deals (seller_id) where closed_at is null;
create index deals_disputed on deals (disputed_at) where disputed_at is not null and closed_at is null;
-- The admin's lists of deals are read newest first, also where few of the deals are in the state that is asked for.
create index live_deals on deals (id desc) where closed_at is null;
create index handed_over_deals on deals (id desc) where handed_over_at is not null;
create index refunded_deals on deals (id desc) where refunded_at is not null;

-- A closed deal never opens again, and what happened never unhappens.
create function protect_deal() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null and (new.closed_at, new.close_reason, new.accepted_at, new.held_at, new.handed_over_at, new.released_at, new.refunded_at)
    is distinct from (old.closed_at, old.close_reason, old.accepted_at, old.held_at, old.handed_over_at, old.released_at, old.refunded_at) then
    raise exception 'a closed deal never changes' using constraint = 'closed_deal_never_changes';
  end if;
  if (old.held_at is not null and new.held_at is distinct from old.held_at)
    or (old.handed_over_at is not null and new.handed_over_at is distinct from old.handed_over_at)
    or (new.bike_id, new.buyer_id, new.seller_id) is distinct from (old.bike_id, old.buyer_id, old.seller_id) then
    raise exception 'the past of a deal never changes' using constraint = 'past_of_deal_never_changes';
  end if;
  return new;
end $$;
create trigger closed_deal_never_changes before update on deals for each row execute function protect_deal();

create function reject_deal_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'a deal is never deleted' using constraint = 'deals_are_never_deleted';
end $$;
create trigger deals_are_never_deleted before delete on deals for each row execute function reject_deal_deletion();
create trigger deals_are_never_truncated before truncate on deals for each statement execute function reject_deal_deletion();

-- A bike is reserved exactly while a deal holds it, and sold exactly when a deal handed it over or both confirmed a cash sale.
-- Checked when the transaction commits.
create function require_deal_of_bike() returns trigger language plpgsql as $$
declare
  checked_bike_id uuid;
  is_held boolean;
  is_sold boolean;
begin
  if tg_table_name = 'bikes' then checked_bike_id := new.id; else checked_bike_id := new.bike_id; end if;
  select coalesce(bool_or(held_at is not null and handed_over_at is null and closed_at is null), false),
    coalesce(bool_or((handed_over_at is not null and refunded_at is null) or close_reason is not distinct from 'sold_for_cash'), false)
    into is_held, is_sold from deals where bike_id = checked_bike_id;
  if exists (select from bikes where id = checked_bike_id
    and ((reserved_at is not null) <> is_held or (sold_at is not null) <> is_sold)) then
    raise exception 'a bike is reserved while a deal holds it and sold when a deal handed it over'
      using constraint = 'bike_follows_deal';
  end if;
  return null;
end $$;
create constraint trigger bike_follows_deal after insert or update of sold_at, reserved_at on bikes
  deferrable initially deferred for each row when (new.sold_at is not null or new.reserved_at is not null)
  execute function require_deal_of_bike();
create constraint trigger bike_follows_deal after update of held_at, handed_over_at, closed_at, refunded_at on deals
  deferrable initially deferred for each row when (new.held_at is not null or new.close_reason = 'sold_for_cash')
  execute function require_deal_of_bike();

-- ---------- steps and codes ----------

-- What happened in a deal, in order. Append-only.
create table deal_steps (
  id uuid primary key,
  deal_id uuid not null references deals,
  kind text not null check (length(kind) between 1 and 40),
  actor text not null check (actor in ('buyer', 'seller', 'admin', 'system', 'provider')),
  -- An amount that the step is about.
  taka int,
  note text check (length(note) between 1 and 1000),
  at timestamptz not null
);
create index deal_steps_of_deal on deal_steps (deal_id, id);
create function reject_step_change() returns trigger language plpgsql as $$
begin
  raise exception 'the steps of a deal are append-only' using constraint = 'deal_steps_are_append_only';
end $$;
create trigger deal_steps_are_append_only before update or delete or truncate on deal_steps
  for each statement execute function reject_step_change();

-- The code that the buyer reads aloud is derived from SECRET, the deal and the version; it is not stored.
create table deal_codes (
  deal_id uuid primary key references deals,
  version int not null default 1 check (version > 0),
  tries int not null default 0 check (tries >= 0),
  locked_until timestamptz,
  used_at timestamptz,
  -- Thirty wrong codes in all close it: the admin opens it again.
  wrong_in_all int not null default 0 check (wrong_in_all >= 0),
  closed_at timestamptz,
  constraint closed_after_thirty_wrong_codes check (wrong_in_all < 30 or closed_at is not null)
);

-- ---------- settings of sellers, and showings of telephone numbers ----------

-- What a seller chooses for all own deals.
create table seller_settings (
  member_id uuid primary key references members on delete cascade,
  takes_deposits boolean not null default true
);

-- Each showing of somebody's telephone number.
create table number_views (
  deal_id uuid not null references deals,
  member_id uuid not null references members,
  day date not null,
  first_shown_at timestamptz not null,
  primary key (member_id, day, deal_id)
);

-- Members ask for the number of a seller whose bike is not advertised. Each first showing is a row.
create table bike_number_views (
  bike_id uuid not null references bikes,
  member_id uuid not null references members,
  -- The day in Dhaka.
  day date not null,
  -- The first, second, ... number that the member saw on this day. Members with an unproven address stop at 5.
  place int not null check (place between 1 and 20),
  shown_at timestamptz not null,
  primary key (bike_id, member_id),
  constraint number_views_of_day unique (member_id, day, place)
);
