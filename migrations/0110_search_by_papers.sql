-- The search finds bikes whose papers are complete, and bikes with an inspection that everybody reads.

-- ---------- the row of the search ----------

alter table bike_search
  add column has_complete_papers boolean not null default false,
  add column is_inspected boolean not null default false;

-- Few bikes have them at first, so each has an index of its own: it answers that there are none, and is read whole and sorted
-- while there are few. It has the bikes of a place in order, as search_by_place has.
create index search_by_papers on bike_search (district, bike_id desc)
  include (make_id, price_taka, kilometres, year, engine_cc, condition, is_verified) where has_complete_papers;
create index search_by_inspection on bike_search (district, bike_id desc)
  include (make_id, price_taka, kilometres, year, engine_cc, condition, is_verified) where is_inspected;

-- Districts take seven bits of the last two bytes and owners three, so two were free.
drop function search_facets(int, int, int, int, int, int, boolean, int, int);
create function search_facets(price int, kilometres int, make_id int, cc int, year int, condition int,
  verified boolean, district int, owners int, complete_papers boolean, inspected boolean) returns bytea
  language sql immutable parallel safe
  return int4send(price) || int4send(kilometres) || int2send(make_id::int2) || int2send(cc::int2) || int2send(year::int2)
    || int2send((complete_papers::int * 16384 + least(owners, 7) * 2048 + condition * 512 + verified::int * 256
      + inspected::int * 128 + district)::int2);

create or replace function bikes_to_search() returns setof bike_search language sql stable as $$
select bikes.id as bike_id, is_of.make_id, is_of.district, sale_price_taka as price_taka, is_of.engine_cc,
  bought_in_year as year, coalesce(kilometres, 1000000) as kilometres, is_of.condition, is_of.is_verified,
  case when hashed % 512 = 0 then 3 when hashed % 64 = 0 then 2 when hashed % 8 = 0 then 1 else 0 end as sample,
  search_facets(sale_price_taka, coalesce(kilometres, 1000000), is_of.make_id, is_of.engine_cc, bought_in_year, is_of.condition,
    is_of.is_verified, is_of.district, is_of.owners, is_of.has_complete_papers, is_of.is_inspected) as facets,
  array_to_tsvector(search_lexemes(concat_ws('. ', bikes.name, location, brand_name, model_name, description))) as words,
  is_of.owners, case when mid_taka is null then 999 else least(998, round(100.0 * sale_price_taka / mid_taka))::int end as value_percent,
  is_of.has_complete_papers, is_of.is_inspected
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
  coalesce(bikes.owners, 0) as owners,
  papers_level = 'complete' as has_complete_papers,
  inspected_at is not null as is_inspected
) as is_of
where sold_at is null and withdrawn_at is null and reserved_at is null
$$;

create or replace function search_changed() returns trigger language plpgsql as $$
begin
  if new.sold_at is not null or new.withdrawn_at is not null or new.reserved_at is not null or new.hidden_at is not null then
    delete from bike_search where bike_id = new.id;
    return null;
  end if;
  insert into bike_search select * from bikes_to_search() where bike_id = new.id
  on conflict (bike_id) do update set make_id = excluded.make_id, district = excluded.district,
    price_taka = excluded.price_taka, engine_cc = excluded.engine_cc, year = excluded.year, kilometres = excluded.kilometres,
    condition = excluded.condition, words = excluded.words, owners = excluded.owners, value_percent = excluded.value_percent,
    has_complete_papers = excluded.has_complete_papers, is_inspected = excluded.is_inspected,
    -- Whether the seller is verified is told by search_verified alone, so that a change at the same moment is not undone.
    facets = search_facets(excluded.price_taka, excluded.kilometres, excluded.make_id, excluded.engine_cc, excluded.year,
      excluded.condition, bike_search.is_verified, excluded.district, excluded.owners, excluded.has_complete_papers,
      excluded.is_inspected);
  return null;
end $$;

create or replace function search_verified() returns trigger language plpgsql as $$
begin
  perform from bike_search join bikes on bikes.id = bike_id where seller_id = new.id order by bike_id for update of bike_search;
  update bike_search set is_verified = new.verified_at is not null,
    facets = search_facets(price_taka, bike_search.kilometres, make_id, bike_search.engine_cc, year, bike_search.condition,
      new.verified_at is not null, bike_search.district, bike_search.owners, has_complete_papers, is_inspected)
  from bikes where bikes.id = bike_id and seller_id = new.id;
  return null;
end $$;

create or replace function search_engine_changed() returns trigger language plpgsql as $$
begin
  update bike_search set engine_cc = new.engine_cc,
    facets = search_facets(price_taka, bike_search.kilometres, make_id, new.engine_cc, year, bike_search.condition,
      is_verified, bike_search.district, bike_search.owners, has_complete_papers, is_inspected)
  from bikes where bikes.id = bike_id and bikes.engine_cc is null and make_id = (select id from makes where makes.model_id = new.id);
  return null;
end $$;

-- The papers and the inspection change this row alone, without the words of the bike.
create function search_proof_changed() returns trigger language plpgsql as $$
begin
  update bike_search set has_complete_papers = new.papers_level = 'complete', is_inspected = new.inspected_at is not null,
    facets = search_facets(price_taka, kilometres, make_id, engine_cc, year, condition, is_verified, district, owners,
      new.papers_level = 'complete', new.inspected_at is not null)
  where bike_id = new.id;
  return null;
end $$;
create trigger search_proof_changed after update of papers_level, inspected_at on bikes
  for each row when ((old.papers_level = 'complete', old.inspected_at is null)
    is distinct from (new.papers_level = 'complete', new.inspected_at is null))
  execute function search_proof_changed();

update bike_search set has_complete_papers = papers_level = 'complete', is_inspected = inspected_at is not null,
  facets = search_facets(price_taka, bike_search.kilometres, make_id, bike_search.engine_cc, year, bike_search.condition,
    is_verified, bike_search.district, bike_search.owners, papers_level = 'complete', inspected_at is not null)
from bikes where bikes.id = bike_id and (papers_level = 'complete' or inspected_at is not null);

-- ---------- saved searches ----------

-- They look at bikes that were listed or changed since, and papers are checked and a bike is inspected after it was listed.
create or replace function set_papers_level() returns trigger language plpgsql as $$
declare
  bike uuid := case when tg_op = 'DELETE' then old.bike_id else new.bike_id end;
  level text := get_papers_level(bike);
  checked timestamptz := case when tg_op <> 'DELETE' then new.checked_at end;
begin
  update bikes set papers_level = level,
    edited_at = case when level = 'complete' then greatest(edited_at, coalesce(checked, now())) else edited_at end
  where id = bike and papers_level <> level;
  -- The page of the bike shows more than the level.
  perform pg_notify('public_data_changed', 'bike_papers');
  return null;
end $$;

create or replace function mark_inspected() returns trigger language plpgsql as $$
begin
  update bikes set inspected_at = new.signed_at, edited_at = greatest(edited_at, new.signed_at)
  where id = new.bike_id and inspected_at is null;
  return null;
end $$;
