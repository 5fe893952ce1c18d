-- Bookings of bikes at a price, and the bikes on wishlists.

create table bookings (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  contact_number text not null check (contact_number ~ '^\+?[0-9]{6,15}$'),
  meeting_location text not null check (length(meeting_location) between 1 and 120),
  -- The price that both saw at the booking: it is the one that is paid.
  price_taka int not null check (price_taka between 1000 and 9999999),
  created_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz,
  -- The same request sent again after a lost answer finds its row. A buyer has one live booking of a bike, so it needs no index.
  idempotency_key uuid,
  constraint paid_is_not_cancelled check (paid_at is null or cancelled_at is null),
  constraint booking_of_bike_and_buyer unique (id, bike_id, buyer_id)
);
create unique index booked_once on bookings (bike_id, buyer_id) where cancelled_at is null;
create index bookings_by_buyer on bookings (buyer_id, id desc);
-- Before each booking the unpaid ones of the buyer are counted.
create index bookings_unpaid on bookings (buyer_id) where paid_at is null and cancelled_at is null;

create table wishes (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- That of the page: e-mails about the price are written in it.
  language text not null default 'en' check (language in ('en', 'bn')),
  idempotency_key uuid,
  constraint wished_once unique (bike_id, buyer_id),
  constraint wish_of_bike_and_buyer unique (id, bike_id, buyer_id)
);
create index wishes_by_buyer on wishes (buyer_id, id desc);

create function nobody_wants_own_bike() returns trigger language plpgsql as $$
begin
  if exists (select from bikes where id = new.bike_id and seller_id = new.buyer_id) then
    raise exception 'nobody books or buys own bike' using constraint = 'not_own_bike';
  end if;
  return new;
end $$;
create trigger not_own_bike before insert or update of bike_id, buyer_id on bookings
  for each row execute function nobody_wants_own_bike();
create trigger not_own_bike before insert or update of bike_id, buyer_id on wishes
  for each row execute function nobody_wants_own_bike();

create trigger member_is_active before insert on bookings for each row execute function require_active_member();
create trigger member_is_active before insert on wishes for each row execute function require_active_member();
create trigger member_is_not_suspended before insert on bookings for each row execute function require_not_suspended();
