-- What bikes are worth. A version of the shop that knows nothing of this goes on working: the triggers only take notes.

-- Bikes of one model and year, told anew from time to time; the years are those that bikes are compared by.
create function bike_year(registered_in_year int, bought_in_year int) returns int language sql immutable parallel safe
  return coalesce(registered_in_year, bought_in_year);

-- The bikes that a range is told from: each model's newest of a year, without looking at the others.
create index bikes_to_compare on bikes (model_id, bike_year(registered_in_year, bought_in_year), id desc)
  where model_id is not null and withdrawn_at is null;

-- The range of a bike on sale, and the word for the price that it was told for. Without a row there is not enough data.
create table bike_worth (
  bike_id uuid primary key references bikes,
  price_taka int not null check (price_taka between 1000 and 999999),
  low_taka int not null,
  mid_taka int not null,
  high_taka int not null,
  verdict text not null check (verdict in ('great', 'good', 'fair', 'high', 'above')),
  far_below boolean not null,
  compared int not null check (compared >= 5),
  reckoned_at timestamptz not null,
  constraint range_in_order check (0 < low_taka and low_taka <= mid_taka and mid_taka <= high_taka)
);
create index bike_worth_far_below on bike_worth (bike_id desc) where far_below;

-- When the bikes of a model and year were last told of: what is older than a day is told anew, and a change makes it old.
create table worth_markets (
  model_id uuid not null references models,
  year int not null,
  reckoned_at timestamptz not null,
  primary key (model_id, year)
);
create index worth_markets_by_age on worth_markets (reckoned_at);

-- Notes of what has changed. Only ever added to, so that nobody who writes a bike waits for anybody.
create table worth_changes (
  id bigint generated always as identity primary key,
  model_id uuid not null references models,
  year int not null
);

insert into worth_changes (model_id, year)
  select distinct model_id, bike_year(registered_in_year, bought_in_year) from bikes where model_id is not null;

create function note_new_bikes() returns trigger language plpgsql as $$
begin
  insert into worth_changes (model_id, year)
    select distinct model_id, bike_year(registered_in_year, bought_in_year) from added where model_id is not null;
  return null;
end $$;
create trigger note_new_bikes after insert on bikes
  referencing new table as added for each statement execute function note_new_bikes();

create function note_changed_bike() returns trigger language plpgsql as $$
begin
  -- What was told of another bike is told no more; a new price has no word by itself, and keeps the range.
  if (new.model_id, new.registered_in_year, new.bought_in_year, new.engine_cc, new.kilometres)
    is distinct from (old.model_id, old.registered_in_year, old.bought_in_year, old.engine_cc, old.kilometres) then
    delete from bike_worth where bike_id = new.id;
  end if;
  if old.model_id is not null then
    insert into worth_changes (model_id, year)
      values (old.model_id, bike_year(old.registered_in_year, old.bought_in_year));
  end if;
  if new.model_id is not null and (new.model_id, bike_year(new.registered_in_year, new.bought_in_year))
    is distinct from (old.model_id, bike_year(old.registered_in_year, old.bought_in_year)) then
    insert into worth_changes (model_id, year)
      values (new.model_id, bike_year(new.registered_in_year, new.bought_in_year));
  end if;
  return null;
end $$;
create trigger note_changed_bike
  after update of sale_price_taka, model_id, registered_in_year, bought_in_year, engine_cc, kilometres, sold_at, withdrawn_at
  on bikes for each row
  when ((old.sale_price_taka, old.model_id, old.registered_in_year, old.bought_in_year, old.engine_cc, old.kilometres,
      old.sold_at, old.withdrawn_at) is distinct from (new.sale_price_taka, new.model_id, new.registered_in_year,
      new.bought_in_year, new.engine_cc, new.kilometres, new.sold_at, new.withdrawn_at))
  execute function note_changed_bike();
