-- Estimates of what bikes are worth. Triggers only record what changed; a job computes.

-- ---------- the years by which bikes are compared ----------

create function bike_year(registered_in_year int, bought_in_year int) returns int language sql immutable parallel safe
  return coalesce(registered_in_year, bought_in_year);

-- The bikes that an estimate is computed from: the newest of a model and year, without reading the others.
create index bikes_to_compare on bikes (model_id, bike_year(registered_in_year, bought_in_year), id desc)
  where model_id is not null and withdrawn_at is null;
-- Bikes without a model belong to no group that is recomputed.
create index bikes_without_model on bikes (id) where model_id is null and sold_at is null and withdrawn_at is null;

-- ---------- estimates ----------

-- The estimate of a bike on sale, and the verdict on the price for which it was computed. No row: not enough data.
create table bike_price_estimates (
  bike_id uuid primary key references bikes,
  price_taka int not null check (price_taka between 1000 and 9999999),
  low_taka int not null,
  mid_taka int not null,
  high_taka int not null,
  verdict text check (verdict in ('great', 'good', 'fair', 'high', 'above')),
  far_below boolean not null,
  compared int not null check (compared >= 5),
  computed_at timestamptz not null,
  -- 'age': by retained_values. Such an estimate gives no verdict and only flags a price that is far below.
  basis text not null default 'similar' check (basis in ('similar', 'age')),
  constraint range_in_order check (0 < low_taka and low_taka <= mid_taka and mid_taka <= high_taka),
  constraint verdict_is_of_similar_bikes check ((basis = 'similar') = (verdict is not null)),
  constraint only_far_below_is_stored_by_age check (basis = 'similar' or far_below)
);
create index bike_price_estimates_far_below on bike_price_estimates (bike_id desc) where far_below;

-- What bikes of an age keep of their price when new: the evidence where too few bikes of the same model are on sale.
create table retained_values (
  age_years int primary key check (age_years between 0 and 15),
  low_percent int not null check (low_percent >= 0),
  mid_percent int not null check (mid_percent >= low_percent),
  high_percent int not null check (high_percent >= mid_percent),
  bikes int not null check (bikes >= 12),
  sellers int not null check (sellers between 6 and bikes),
  computed_at timestamptz not null
);

-- When the estimates of a model and year were last computed: one that is older than a day is computed again.
create table price_estimate_groups (
  model_id uuid not null references models,
  year int not null,
  computed_at timestamptz not null,
  primary key (model_id, year)
);
create index price_estimate_groups_by_age on price_estimate_groups (computed_at);

-- ---------- what has changed ----------

-- Rows are only added, so that writers of bikes never wait for each other.
create table price_estimate_changes (
  id bigint generated always as identity primary key,
  model_id uuid not null references models,
  year int not null
);

create function record_new_bikes() returns trigger language plpgsql as $$
begin
  insert into price_estimate_changes (model_id, year)
    select distinct model_id, bike_year(registered_in_year, bought_in_year) from added where model_id is not null;
  return null;
end $$;
create trigger record_new_bikes after insert on bikes
  referencing new table as added for each statement execute function record_new_bikes();

create function record_changed_bike() returns trigger language plpgsql as $$
begin
  -- Another model, year, engine or mileage invalidates the estimate; another price only hides its verdict.
  if (new.model_id, new.registered_in_year, new.bought_in_year, new.engine_cc, new.kilometres)
    is distinct from (old.model_id, old.registered_in_year, old.bought_in_year, old.engine_cc, old.kilometres) then
    delete from bike_price_estimates where bike_id = new.id;
  end if;
  if old.model_id is not null then
    insert into price_estimate_changes (model_id, year)
      values (old.model_id, bike_year(old.registered_in_year, old.bought_in_year));
  end if;
  if new.model_id is not null and (new.model_id, bike_year(new.registered_in_year, new.bought_in_year))
    is distinct from (old.model_id, bike_year(old.registered_in_year, old.bought_in_year)) then
    insert into price_estimate_changes (model_id, year)
      values (new.model_id, bike_year(new.registered_in_year, new.bought_in_year));
  end if;
  return null;
end $$;
create trigger record_changed_bike
  after update of sale_price_taka, model_id, registered_in_year, bought_in_year, engine_cc, kilometres, sold_at, withdrawn_at,
    reserved_at on bikes for each row
  when ((old.sale_price_taka, old.model_id, old.registered_in_year, old.bought_in_year, old.engine_cc, old.kilometres,
      old.sold_at, old.withdrawn_at, old.reserved_at) is distinct from (new.sale_price_taka, new.model_id,
      new.registered_in_year, new.bought_in_year, new.engine_cc, new.kilometres, new.sold_at, new.withdrawn_at, new.reserved_at))
  execute function record_changed_bike();

-- A hidden bike is no evidence of prices.
create function record_hidden_bike() returns trigger language plpgsql as $$
begin
  insert into price_estimate_changes (model_id, year)
    values (new.model_id, bike_year(new.registered_in_year, new.bought_in_year));
  return null;
end $$;
create trigger record_hidden_bike after update of hidden_at on bikes
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null) and new.model_id is not null)
  execute function record_hidden_bike();
