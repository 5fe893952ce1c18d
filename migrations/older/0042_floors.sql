-- What a seller chooses about the offers of a bike. The floor is the lowest price that is accepted without asking the seller;
-- it is encrypted with a key derived from SECRET, and only the seller reads it.
create table bike_offer_settings (
  bike_id uuid primary key references bikes,
  is_price_fixed boolean not null default false,
  floor_encrypted text check (length(floor_encrypted) <= 200),
  changed_at timestamptz not null,
  constraint fixed_price_has_no_floor check (not is_price_fixed or floor_encrypted is null)
);

-- The floor answers a buyer once a day. An offer below it is refused when its time has come, not at once, so that its
-- refusal cannot be told from one by hand.
create table floor_answers (
  offer_id uuid primary key references offers,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  -- The day in Dhaka.
  day date not null,
  due_at timestamptz not null,
  answered_at timestamptz,
  constraint floor_answers_once_a_day unique (bike_id, buyer_id, day)
);
create index floor_answers_due on floor_answers (due_at) where answered_at is null;
