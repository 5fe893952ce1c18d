-- The search finds bikes by the number of their owners, and sorts them by price as a share of the estimate. A version of the
-- app that knows nothing of this goes on working: triggers keep the columns. Until it is restarted, its counts by condition
-- are too low, because the number of owners is in the upper bits of the same two bytes.

alter table bike_search
  -- 0 if the seller does not say.
  add column owners int not null default 0,
  -- The price in percent of its estimate; 999 without an estimate, so that those come last.
  add column value_percent int not null default 999;

drop function bikes_to_search();

-- Up to seven owners; the sign of the last two bytes stays free.
create or replace function search_facets(price int, kilometres int, make_id int, cc int, year int, condition int,
  verified boolean, district int, owners int) returns bytea language sql immutable parallel safe
  return int4send(price) || int4send(kilometres) || int2send(make_id::int2) || int2send(cc::int2) || int2send(year::int2)
    || int2send((least(owners, 7) * 2048 + condition * 512 + verified::int * 256 + district)::int2);

create function value_percent(bike uuid, price int) returns int language sql stable parallel safe
  return coalesce((select least(998, round(100.0 * price / mid_taka))::int from bike_price_estimates
    where bike_price_estimates.bike_id = bike and price_taka = price), 999);

create function bikes_to_search() returns setof bike_search language sql stable as $$
select bikes.id as bike_id, is_of.make_id, is_of.district, sale_price_taka as price_taka, is_of.engine_cc,
  bought_in_year as year, coalesce(kilometres, 1000000) as kilometres, is_of.condition, is_of.is_verified,
  case when hashed % 512 = 0 then 3 when hashed % 64 = 0 then 2 when hashed % 8 = 0 then 1 else 0 end as sample,
  search_facets(sale_price_taka, coalesce(kilometres, 1000000), is_of.make_id, is_of.engine_cc, bought_in_year, is_of.condition,
    is_of.is_verified, is_of.district, is_of.owners) as facets,
  array_to_tsvector(search_words(concat_ws(' ', bikes.name, location, brand_name, model_name, description))) as words,
  is_of.owners, case when mid_taka is null then 999 else least(998, round(100.0 * sale_price_taka / mid_taka))::int end as value_percent
from bikes
-- Only an estimate of the price of now counts.
left join bike_price_estimates on bike_price_estimates.bike_id = bikes.id and bike_price_estimates.price_taka = sale_price_taka
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
  verified_at is not null as is_verified,
  coalesce(bikes.owners, 0) as owners
) as is_of
where sold_at is null and withdrawn_at is null and reserved_at is null
$$;

create or replace function search_changed() returns trigger language plpgsql as $$
begin
  if new.sold_at is not null or new.withdrawn_at is not null or new.reserved_at is not null then
    delete from bike_search where bike_id = new.id;
    return null;
  end if;
  insert into bike_search select * from bikes_to_search() where bike_id = new.id
  on conflict (bike_id) do update set make_id = excluded.make_id, district = excluded.district,
    price_taka = excluded.price_taka, engine_cc = excluded.engine_cc, year = excluded.year, kilometres = excluded.kilometres,
    condition = excluded.condition, words = excluded.words, owners = excluded.owners, value_percent = excluded.value_percent,
    -- Whether the seller is verified is told by search_verified alone, so that a change at the same moment is not undone.
    facets = search_facets(excluded.price_taka, excluded.kilometres, excluded.make_id, excluded.engine_cc, excluded.year,
      excluded.condition, bike_search.is_verified, excluded.district, excluded.owners);
  return null;
end $$;
drop trigger search_changed on bikes;
create trigger search_changed
  after update of name, sale_price_taka, bought_in_year, condition, location, sold_at, withdrawn_at, reserved_at, brand_id,
    brand_name, model_id, model_name, engine_cc, kilometres, district, description, category, seller_id, owners on bikes
  for each row execute function search_changed();

create or replace function search_verified() returns trigger language plpgsql as $$
begin
  perform from bike_search join bikes on bikes.id = bike_id where seller_id = new.id order by bike_id for update of bike_search;
  update bike_search set is_verified = new.verified_at is not null,
    facets = search_facets(price_taka, bike_search.kilometres, make_id, bike_search.engine_cc, year, bike_search.condition,
      new.verified_at is not null, bike_search.district, bike_search.owners)
  from bikes where bikes.id = bike_id and seller_id = new.id;
  return null;
end $$;

create or replace function search_engine_changed() returns trigger language plpgsql as $$
begin
  update bike_search set engine_cc = new.engine_cc,
    facets = search_facets(price_taka, bike_search.kilometres, make_id, new.engine_cc, year, bike_search.condition,
      is_verified, bike_search.district, bike_search.owners)
  from bikes where bikes.id = bike_id and bikes.engine_cc is null and make_id = (select id from makes where makes.model_id = new.id);
  return null;
end $$;

-- Rows are locked in the order of their ids, here and in search_verified, so that neither waits for the other in a circle.
create function search_value_changed() returns trigger language plpgsql as $$
begin
  perform from bike_search join changed using (bike_id) order by bike_id for update of bike_search;
  update bike_search set value_percent = value_percent(bike_search.bike_id, bike_search.price_taka)
  from changed where changed.bike_id = bike_search.bike_id
    and value_percent <> value_percent(bike_search.bike_id, bike_search.price_taka);
  return null;
end $$;
create trigger search_value_added after insert on bike_price_estimates
  referencing new table as changed for each statement execute function search_value_changed();
create trigger search_value_changed after update on bike_price_estimates
  referencing new table as changed for each statement execute function search_value_changed();
create trigger search_value_removed after delete on bike_price_estimates
  referencing old table as changed for each statement execute function search_value_changed();

drop function search_facets(int, int, int, int, int, int, boolean, int);

update bike_search set owners = coalesce(bikes.owners, 0), value_percent = value_percent(bike_id, price_taka),
  facets = search_facets(price_taka, bike_search.kilometres, make_id, bike_search.engine_cc, year, bike_search.condition,
    is_verified, bike_search.district, coalesce(bikes.owners, 0))
from bikes where bikes.id = bike_id and (bikes.owners is not null or exists (select from bike_price_estimates as one where one.bike_id = bikes.id));

create index search_by_value on bike_search (value_percent, bike_id desc)
  include (make_id, district, price_taka, kilometres, year, engine_cc, condition, is_verified);
