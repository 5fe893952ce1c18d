-- The whole shop on its first day: who is here, what is for sale, who wants it, and what was paid.
-- Money is whole Taka. Ids are UUIDv7, made by the application. State is when, not whether.

-- ---------- members: buyers, sellers and the admin; the row the identity service signs in ----------

create table members (
  id uuid primary key,
  name text not null check (length(name) between 1 and 80),
  email text not null constraint email_taken unique check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  photo_url text check (photo_url like 'https://%' and length(photo_url) <= 500),
  role text not null check (role in ('Buyer', 'Seller', 'Admin')),
  verified_at timestamptz,
  removed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint only_sellers_are_verified check (verified_at is null or role = 'Seller')
);
create index members_by_role on members (role, created_at desc);

-- A person who sold bikes as a seller cannot become something else under them.
create function keep_role() returns trigger language plpgsql as $$
begin
  raise exception 'a role never changes in place' using constraint = 'role_is_kept';
end $$;
create trigger role_is_kept before update of role on members
  for each row when (old.role is distinct from new.role) execute function keep_role();

create table sessions (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_by_member on sessions (member_id);
create index sessions_by_end on sessions (expires_at);

create table accounts (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  provider_id text not null,
  account_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint one_account_per_provider unique (provider_id, account_id)
);
create index accounts_by_member on accounts (member_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

-- ---------- categories and bikes ----------

create table categories (
  id uuid primary key,
  name text not null unique,
  picture text not null,
  description text not null,
  position int not null unique
);

create table bikes (
  id uuid primary key,
  seller_id uuid not null references members,
  category text not null references categories (name),
  name text not null check (length(name) between 1 and 120),
  sale_price_taka int not null check (sale_price_taka between 1000 and 999999),
  original_price_taka int not null check (original_price_taka between 1000 and 9999999),
  bought_in_year int not null check (bought_in_year between 1950 and 2200),
  years_used int not null check (years_used between 0 and 100),
  condition text not null check (condition in ('Excellent', 'Good', 'Fair')),
  seller_name text not null check (length(seller_name) between 1 and 80),
  contact_number text not null check (contact_number ~ '^\+?[0-9]{6,15}$'),
  location text not null check (length(location) between 1 and 120),
  picture text not null,
  created_at timestamptz not null,
  advertised_at timestamptz,
  sold_at timestamptz,
  withdrawn_at timestamptz,
  constraint withdrawn_is_not_advertised check (withdrawn_at is null or advertised_at is null),
  constraint sold_is_not_withdrawn check (sold_at is null or withdrawn_at is null)
);
create index bikes_on_sale on bikes ((advertised_at is not null) desc, id desc) where sold_at is null and withdrawn_at is null;
create index bikes_on_sale_by_category on bikes (category, (advertised_at is not null) desc, id desc) where sold_at is null and withdrawn_at is null;
create index bikes_by_seller on bikes (seller_id, id desc);

create function only_sellers_sell() returns trigger language plpgsql as $$
begin
  if not exists (select from members where id = new.seller_id and role = 'Seller') then
    raise exception 'only a seller has bikes' using constraint = 'only_sellers_sell';
  end if;
  return new;
end $$;
create trigger only_sellers_sell before insert or update of seller_id on bikes
  for each row execute function only_sellers_sell();

-- ---------- wanting a bike ----------

create table bookings (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  contact_number text not null check (contact_number ~ '^\+?[0-9]{6,15}$'),
  meeting_location text not null check (length(meeting_location) between 1 and 120),
  -- The price both saw when the bike was booked: it is the price that will be paid.
  price_taka int not null check (price_taka between 1000 and 999999),
  created_at timestamptz not null,
  paid_at timestamptz,
  cancelled_at timestamptz,
  constraint paid_is_not_cancelled check (paid_at is null or cancelled_at is null),
  constraint booking_of_bike_and_buyer unique (id, bike_id, buyer_id)
);
create unique index booked_once on bookings (bike_id, buyer_id) where cancelled_at is null;
create index bookings_by_buyer on bookings (buyer_id, id desc);

create table wishes (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  created_at timestamptz not null,
  paid_at timestamptz,
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

-- ---------- paying: one row is one intent at the provider and one hold on one bike ----------

create table payments (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  booking_id uuid,
  wish_id uuid,
  amount_taka int not null check (amount_taka between 1000 and 999999),
  currency text not null default 'bdt' check (currency = 'bdt'),
  -- Null until the provider has answered; the row's own id is the idempotency key, so asking again is safe.
  intent_id text unique,
  state text not null check (state in ('open', 'succeeded', 'canceled', 'refund_due', 'refunded')),
  created_at timestamptz not null,
  settled_at timestamptz,
  refunded_at timestamptz,
  refund_reason text check (refund_reason in ('bike_sold', 'bike_withdrawn', 'hold_released', 'mismatch')),
  constraint begun_from_something check (booking_id is not null or wish_id is not null),
  constraint booking_fits foreign key (booking_id, bike_id, buyer_id) references bookings (id, bike_id, buyer_id),
  constraint wish_fits foreign key (wish_id, bike_id, buyer_id) references wishes (id, bike_id, buyer_id),
  constraint settled_when_succeeded check ((state = 'succeeded') = (settled_at is not null and refund_reason is null)),
  constraint refund_has_a_reason check ((state in ('refund_due', 'refunded')) = (refund_reason is not null)),
  constraint refunded_when_refunded check ((state = 'refunded') = (refunded_at is not null))
);
-- One bike, one buyer: at most one hold or sale at a time.
create unique index one_hold_per_bike on payments (bike_id) where state in ('open', 'succeeded');
create index payments_to_look_after on payments (created_at) where state in ('open', 'refund_due');
create index payments_by_buyer on payments (buyer_id, bike_id);

create trigger not_own_bike before insert or update of bike_id, buyer_id on payments
  for each row execute function nobody_wants_own_bike();

-- A bike is sold exactly when one payment for it has succeeded; looked at when the transaction commits.
create function sold_means_paid() returns trigger language plpgsql as $$
declare
  bike uuid;
begin
  if tg_table_name = 'bikes' then bike := new.id; else bike := new.bike_id; end if;
  if (select sold_at is not null from bikes where id = bike)
    <> exists (select from payments where bike_id = bike and state = 'succeeded') then
    raise exception 'a bike is sold exactly when a payment for it has succeeded' using constraint = 'sold_means_paid';
  end if;
  return null;
end $$;
create constraint trigger sold_means_paid after insert or update of sold_at on bikes
  deferrable initially deferred for each row execute function sold_means_paid();
create constraint trigger sold_means_paid after insert or update of state on payments
  deferrable initially deferred for each row execute function sold_means_paid();

-- Money history never vanishes.
create function keep_payments() returns trigger language plpgsql as $$
begin
  raise exception 'a payment is never deleted' using constraint = 'payments_are_kept';
end $$;
create trigger payments_are_kept before delete on payments for each row execute function keep_payments();

-- ---------- writing to the shop ----------

create table contact_messages (
  id uuid primary key,
  name text check (length(name) <= 80),
  email text not null check (length(email) <= 254),
  phone text,
  subject text check (length(subject) <= 120),
  message text check (length(message) <= 4000),
  created_at timestamptz not null
);

-- ---------- telling every process that the shop window changed ----------

create function tell_window_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('window_changed', tg_table_name);
  return null;
end $$;
create trigger window_changed after insert or update or delete on bikes for each statement execute function tell_window_changed();
create trigger window_changed after insert or update or delete on categories for each statement execute function tell_window_changed();
create trigger window_changed after update of name, verified_at, removed_at on members for each statement execute function tell_window_changed();
