-- The catalogue: brands, their models, and the categories of the home page. Their rows are in 29-brands.sql
-- and 30-models.sql.

create table brands (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 40),
  -- In Bangla, and what else people type: misspellings, Bangla in Latin characters.
  name_bn text check (length(name_bn) between 1 and 40),
  aliases text[] not null default '{}' check (cardinality(aliases) <= 20),
  created_at timestamptz not null default now(),
  -- From then on no form offers it; the bikes that have it keep it.
  retired_at timestamptz
);
create unique index brand_known on brands (normalize_name(name));

create table models (
  id uuid primary key default gen_random_uuid(),
  brand_id uuid not null references brands,
  name text not null check (length(name) between 1 and 60),
  name_bn text check (length(name_bn) between 1 and 60),
  aliases text[] not null default '{}' check (cardinality(aliases) <= 20),
  -- The law allows engines up to 375 cc on the road.
  engine_cc int not null check (engine_cc between 50 and 375),
  kind text not null check (kind in ('commuter', 'street', 'sport', 'cruiser', 'scooter', 'adventure')),
  -- The years in which it was built, as far as they are certain; made_until is null while it still is.
  made_from int check (made_from between 1950 and 2200),
  made_until int check (made_until between 1950 and 2200),
  -- The name of a line of models: they are compared with each other where one alone has too few bikes.
  family text check (length(family) between 1 and 60),
  created_at timestamptz not null default now(),
  retired_at timestamptz,
  -- Facts that buyers search by. Null is unknown: no fact is guessed from a similar model.
  seat_height_mm int check (seat_height_mm between 500 and 1000),
  seat_height_source text check (length(seat_height_source) between 1 and 200),
  mileage_km_per_litre int check (mileage_km_per_litre between 10 and 120),
  mileage_source text check (length(mileage_source) between 1 and 200),
  -- When somebody compared them with their source.
  facts_checked_at timestamptz,
  constraint model_of_brand unique (id, brand_id),
  constraint made_in_order check (made_until >= made_from),
  constraint seat_height_has_source check ((seat_height_mm is null) = (seat_height_source is null)),
  constraint mileage_has_source check ((mileage_km_per_litre is null) = (mileage_source is null))
);
create unique index model_known on models (brand_id, normalize_name(name));

-- ---------- categories: three cards on the home page, one for each other brand, and one for unknown brands ----------

create table categories (
  id uuid primary key,
  name text not null unique,
  picture text,
  description text,
  position int unique,
  kind text not null default 'card' check (kind in ('card', 'brand', 'other')),
  brand_id uuid unique references brands,
  constraint kind_of_category check (case kind
    when 'card' then name in ('Yamaha', 'Suzuki', 'TVS') and picture is not null and description is not null and position is not null
    when 'brand' then brand_id is not null
    else name = 'Other' and brand_id is null
  end)
);
create unique index category_known on categories (normalize_name(name));

-- A new brand gets its category, and a renamed one renames it; a card keeps its name.
create function sync_category() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    update categories set name = new.name where brand_id = new.id and kind = 'brand' and name <> new.name;
    return null;
  end if;
  update categories set brand_id = new.id
  where kind = 'card' and brand_id is null and normalize_name(name) = normalize_name(new.name);
  if not found then
    insert into categories (id, name, kind, brand_id) values (gen_random_uuid(), new.name, 'brand', new.id);
  end if;
  return null;
end $$;
create trigger sync_category after insert or update of name on brands for each row execute function sync_category();

create function protect_cards() returns trigger language plpgsql as $$
begin
  raise exception 'the three cards of the home page never change' using constraint = 'cards_never_change';
end $$;
create trigger cards_never_change before delete on categories
  for each row when (old.kind = 'card') execute function protect_cards();
create trigger cards_keep_name before update of name, kind on categories
  for each row when (old.kind = 'card' and (old.name, old.kind) is distinct from (new.name, new.kind))
  execute function protect_cards();
