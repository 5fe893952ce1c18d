-- contract: code older than this migration sells a bike without a deal; stop it before this version starts.
-- Deals: one row for each buyer who wants a bike, from the request to the handover and the release of the money.
-- State is kept as timestamps. A deal that begins with a booking has the id of the booking.

-- ---------- bikes: reserved while money is held for a deal; sold when the bike is handed over ----------

alter table bikes add column reserved_at timestamptz;
alter table bikes add constraint reserved_is_not_sold check (reserved_at is null or (sold_at is null and withdrawn_at is null));
drop index bikes_on_sale;
drop index bikes_on_sale_by_category;
create index bikes_on_sale on bikes ((advertised_at is not null) desc, id desc)
  where sold_at is null and withdrawn_at is null and reserved_at is null;
create index bikes_on_sale_by_category on bikes (category, (advertised_at is not null) desc, id desc)
  where sold_at is null and withdrawn_at is null and reserved_at is null;

-- Bikes of ten lakh Taka and more exist. A card takes at most Tk 999,999 at once; they are paid by deposit.
alter table bikes drop constraint bikes_sale_price_taka_check;
alter table bikes add constraint bikes_sale_price_taka_check check (sale_price_taka between 1000 and 9999999);
alter table bookings drop constraint bookings_price_taka_check;
alter table bookings add constraint bookings_price_taka_check check (price_taka between 1000 and 9999999);
alter table bike_prices drop constraint bike_prices_price_taka_check;
alter table bike_prices add constraint bike_prices_price_taka_check check (price_taka between 1000 and 9999999);
alter table price_drops drop constraint price_drops_notified_taka_check;
alter table price_drops add constraint price_drops_notified_taka_check check (notified_taka between 1000 and 9999999);
alter table bike_price_estimates drop constraint bike_price_estimates_price_taka_check;
alter table bike_price_estimates add constraint bike_price_estimates_price_taka_check check (price_taka between 1000 and 9999999);

-- A wish can be removed; what was paid for it stays without it.
alter table price_drops drop constraint price_drops_wish_id_fkey;
alter table price_drops add constraint price_drops_wish_id_fkey foreign key (wish_id) references wishes on delete cascade;

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
    'released', 'declined', 'cancelled_by_buyer', 'cancelled_by_seller', 'expired', 'no_meeting', 'no_deal',
    'buyer_no_show', 'seller_no_show', 'unavailable', 'changed', 'sold_for_cash', 'refunded', 'charged_back',
    'buyer_removed', 'seller_removed', 'review_refused')),
  close_note text check (length(close_note) between 1 and 280),
  -- The next time at which something happens by itself.
  due_at timestamptz,

  constraint deal_of_booking foreign key (booking_id, bike_id, buyer_id) references bookings (id, bike_id, buyer_id),
  -- A wish may be removed later; the deal stays.
  constraint deal_of_wish foreign key (wish_id, bike_id, buyer_id) references wishes (id, bike_id, buyer_id) on delete set null (wish_id),
  constraint booking_is_deal check (booking_id is null or booking_id = id),
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
  used_at timestamptz
);

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

-- ---------- payments belong to deals ----------

alter table payments add column deal_id uuid;
alter table payments add column purpose text not null default 'full' check (purpose in ('full', 'deposit', 'rest'));
-- The price of the bike, whatever part of it is paid.
alter table payments add column price_taka int check (price_taka between 1000 and 9999999);
alter table payments add column review_at timestamptz;
alter table payments add constraint payment_of_deal foreign key (deal_id, bike_id, buyer_id) references deals (id, bike_id, buyer_id);
alter table payments drop constraint payments_amount_taka_check;
alter table payments add constraint payments_amount_taka_check check (amount_taka between 1 and 999999);
alter table payments drop constraint payments_refund_reason_check;
alter table payments add constraint payments_refund_reason_check check (refund_reason in (
  'bike_sold', 'bike_withdrawn', 'hold_released', 'mismatch', 'buyer_removed', 'at_provider', 'dispute_lost',
  'promised_to_another', 'deal_closed', 'deal_cancelled'));
create index payments_of_deal on payments (deal_id) where deal_id is not null;
alter table payments drop constraint has_booking_or_wish;
alter table payments drop constraint wish_fits;
alter table payments add constraint wish_fits foreign key (wish_id, bike_id, buyer_id) references wishes (id, bike_id, buyer_id)
  on delete set null (wish_id);

-- One payment at a time for a bike; that only one deal holds a bike is the rule of one_accepted_per_bike.
drop index one_hold_per_bike;
create unique index one_hold_per_bike on payments (bike_id) where state = 'open';
create index payments_of_bike on payments (bike_id, state);

drop trigger sold_means_paid on bikes;
drop trigger sold_means_paid on payments;
drop function sold_means_paid();

-- A payment that succeeds holds the bike for its deal; a bike that another deal holds is not paid for.
create function require_deal_of_payment() returns trigger language plpgsql as $$
begin
  if new.state = 'succeeded' and new.deal_id is null then
    raise exception 'a payment succeeds for a deal' using constraint = 'payment_has_deal';
  end if;
  if new.state in ('open', 'succeeded') and exists (
    select from deals where bike_id = new.bike_id and closed_at is null and accepted_at is not null
      and id is distinct from new.deal_id and buyer_id <> new.buyer_id
  ) then
    raise exception 'another deal holds this bike' using constraint = 'bike_promised_to_another';
  end if;
  return new;
end $$;

-- ---------- existing shops ----------

-- Payments made before: deals that ended with the handover. Unpaid bookings get 48 hours from now on.
insert into deals (id, bike_id, buyer_id, seller_id, booking_id, wish_id, price_taka, buyer_number, meet_place, requested_at,
  queued_at, accepted_at, held_at, handed_over_at, released_at, closed_at, close_reason)
select coalesce(bookings.id, wishes.id), payments.bike_id, payments.buyer_id, bikes.seller_id, bookings.id, wishes.id,
  payments.amount_taka, bookings.contact_number, bookings.meeting_location,
  coalesce(bookings.created_at, wishes.created_at), coalesce(bookings.created_at, wishes.created_at),
  settled_at, settled_at, settled_at, settled_at, settled_at, 'released'
from payments
join bikes on bikes.id = payments.bike_id
left join bookings on bookings.bike_id = payments.bike_id and bookings.buyer_id = payments.buyer_id and bookings.cancelled_at is null
left join wishes on wishes.bike_id = payments.bike_id and wishes.buyer_id = payments.buyer_id
where state = 'succeeded';

insert into deals (id, bike_id, buyer_id, seller_id, booking_id, price_taka, buyer_number, meet_place, requested_at, queued_at,
  answer_due_at, closed_at, close_reason, due_at)
select bookings.id, bike_id, buyer_id, bikes.seller_id, bookings.id, bookings.price_taka, bookings.contact_number,
  meeting_location, bookings.created_at, bookings.created_at,
  case when is_live then now() + interval '48 hours' end,
  case when not is_live then coalesce(cancelled_at, now()) end,
  case when cancelled_at is not null then 'cancelled_by_buyer' when not is_live then 'unavailable' end,
  case when is_live then now() + interval '48 hours' end
from bookings join bikes on bikes.id = bike_id
cross join lateral (select cancelled_at is null and sold_at is null and withdrawn_at is null as is_live) as state
where not exists (select from deals where deals.id = bookings.id);

alter table payments disable trigger audit_payment;
update payments set deal_id = deals.id from deals
where payments.state = 'succeeded' and deals.bike_id = payments.bike_id and deals.buyer_id = payments.buyer_id and deals.held_at is not null;
update payments set price_taka = amount_taka;
update payments set deal_id = deals.id from deals where payments.deal_id is null and payments.booking_id = deals.id;
alter table payments enable trigger audit_payment;
update bookings set cancelled_at = deals.closed_at from deals
where deals.id = bookings.id and deals.close_reason = 'unavailable' and bookings.cancelled_at is null;

insert into deal_steps (id, deal_id, kind, actor, taka, at)
  select gen_random_uuid(), id, 'requested', 'buyer', null::int, requested_at from deals
  union all select gen_random_uuid(), id, 'paid', 'provider', price_taka, held_at from deals where held_at is not null
  union all select gen_random_uuid(), id, 'released', 'system', price_taka, released_at from deals where released_at is not null;

create trigger require_deal_of_payment before insert or update of state, deal_id on payments
  for each row execute function require_deal_of_payment();

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

-- ---------- search and price estimates: a reserved bike is in no list ----------

create or replace function search_changed() returns trigger language plpgsql as $$
begin
  if new.sold_at is not null or new.withdrawn_at is not null or new.reserved_at is not null then
    delete from bike_search where bike_id = new.id;
    return null;
  end if;
  insert into bike_search select * from bikes_to_search() where bike_id = new.id
  on conflict (bike_id) do update set make_id = excluded.make_id, district = excluded.district,
    price_taka = excluded.price_taka, engine_cc = excluded.engine_cc, year = excluded.year, kilometres = excluded.kilometres,
    condition = excluded.condition, words = excluded.words,
    -- Whether the seller is verified is told by search_verified alone, so that a change at the same moment is not undone.
    facets = search_facets(excluded.price_taka, excluded.kilometres, excluded.make_id, excluded.engine_cc, excluded.year,
      excluded.condition, bike_search.is_verified, excluded.district);
  return null;
end $$;
drop trigger search_changed on bikes;
create trigger search_changed
  after update of name, sale_price_taka, bought_in_year, condition, location, sold_at, withdrawn_at, reserved_at, brand_id,
    brand_name, model_id, model_name, engine_cc, kilometres, district, description, category, seller_id on bikes
  for each row execute function search_changed();

drop trigger record_changed_bike on bikes;
create trigger record_changed_bike
  after update of sale_price_taka, model_id, registered_in_year, bought_in_year, engine_cc, kilometres, sold_at, withdrawn_at,
    reserved_at on bikes for each row
  when ((old.sale_price_taka, old.model_id, old.registered_in_year, old.bought_in_year, old.engine_cc, old.kilometres,
      old.sold_at, old.withdrawn_at, old.reserved_at) is distinct from (new.sale_price_taka, new.model_id,
      new.registered_in_year, new.bought_in_year, new.engine_cc, new.kilometres, new.sold_at, new.withdrawn_at, new.reserved_at))
  execute function record_changed_bike();

create or replace function bikes_to_search() returns setof bike_search language sql stable as $$
select bikes.id as bike_id, is_of.make_id, is_of.district, sale_price_taka as price_taka, is_of.engine_cc,
  bought_in_year as year, coalesce(kilometres, 1000000) as kilometres, is_of.condition, is_of.is_verified,
  case when hashed % 512 = 0 then 3 when hashed % 64 = 0 then 2 when hashed % 8 = 0 then 1 else 0 end as sample,
  search_facets(sale_price_taka, coalesce(kilometres, 1000000), is_of.make_id, is_of.engine_cc, bought_in_year, is_of.condition,
    is_of.is_verified, is_of.district) as facets,
  array_to_tsvector(search_words(concat_ws(' ', bikes.name, location, brand_name, model_name, description))) as words
from bikes
join members on members.id = seller_id
cross join lateral (select abs(hashtext(bikes.id::text)::bigint) as hashed) as by_chance
-- The brand that it is of: its own, or that of its category where it names no other.
left join brands on brands.id = coalesce(bikes.brand_id,
  case when brand_name is null then (select id from brands as of_category where lower(of_category.name) = lower(category)) end)
left join lateral (
  select makes.id, makes.model_id
  -- Nothing is pulled up over an offset, so that the name is taken apart once and each of its pieces is looked up.
  from (select search_words(bikes.name) as named
      where bikes.model_id is null and model_name is null and brand_name is null offset 0) as split,
    generate_series(1, least(cardinality(named), 6)) as place, generate_series(place, least(cardinality(named), place + 3)) as until,
    lateral (
      select normalized_name, makes.id, makes.brand_id, makes.model_id from make_spellings join makes on makes.id = make_id
      where normalized_name = array_to_string(named[place:until], '') offset 0
    ) as makes
  where makes.brand_id = brands.id
  order by length(normalized_name) desc, makes.id limit 1
) as named on true
left join models on models.id = coalesce(bikes.model_id, named.model_id)
left join makes on makes.brand_id = brands.id and coalesce(makes.model_id, makes.brand_id) = coalesce(models.id, brands.id)
cross join lateral (select
  coalesce(makes.id, 0) as make_id,
  district_number(bikes.district) as district,
  coalesce(bikes.engine_cc, models.engine_cc, 0) as engine_cc,
  array_position(array['Excellent', 'Good', 'Fair'], condition) as condition,
  verified_at is not null as is_verified
) as is_of
where sold_at is null and withdrawn_at is null and reserved_at is null
$$;
