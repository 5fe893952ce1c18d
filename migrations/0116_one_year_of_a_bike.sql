-- A bike has one year: of its registration, or of its purchase where that is not known. Cards, filters and the order by year
-- have it, as the comparison of prices does.

create or replace function bikes_to_search() returns setof bike_search language sql stable as $$
select bikes.id as bike_id, is_of.make_id, is_of.district, sale_price_taka as price_taka, is_of.engine_cc,
  is_of.year, coalesce(kilometres, 1000000) as kilometres, is_of.condition, is_of.is_verified,
  case when hashed % 512 = 0 then 3 when hashed % 64 = 0 then 2 when hashed % 8 = 0 then 1 else 0 end as sample,
  search_facets(sale_price_taka, coalesce(kilometres, 1000000), is_of.make_id, is_of.engine_cc, is_of.year, is_of.condition,
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
  bike_year(registered_in_year, bought_in_year) as year,
  papers_level = 'complete' as has_complete_papers,
  inspected_at is not null as is_inspected
) as is_of
where sold_at is null and withdrawn_at is null and reserved_at is null
$$;

create or replace trigger search_changed
  after update of name, sale_price_taka, bought_in_year, registered_in_year, condition, location, sold_at, withdrawn_at, reserved_at,
    brand_id, brand_name, model_id, model_name, engine_cc, kilometres, district, description, category, seller_id, owners on bikes
  for each row execute function search_changed();

-- Rows are locked in the order of their ids, as search_verified does.
with changed as (
  select bike_search.bike_id, registered_in_year as new_year from bike_search join bikes on bikes.id = bike_id
  where registered_in_year <> year order by bike_id for update of bike_search
)
update bike_search set year = new_year,
  facets = search_facets(price_taka, kilometres, make_id, engine_cc, new_year, condition, is_verified, district, owners,
    has_complete_papers, is_inspected)
from changed where changed.bike_id = bike_search.bike_id;
