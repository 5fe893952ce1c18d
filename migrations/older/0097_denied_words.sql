-- A bike whose seller denies something ("no accident", "কোনো মামলা নেই") is found by a search without it. The search rows say which
-- words a text only denies, so that no search reads the texts. A version of the shop that knows nothing of this goes on
-- working: nobody types a word with "~".

-- The words of which every mention is denied: within a clause, at most three words lie between them and what denies them.
create function denied_words(written text) returns text[] language sql immutable parallel safe as $$
  with said as (
    select word,
      coalesce(bool_or(word = any(array['no', 'not', 'never', 'without', 'zero', 'non', 'nil', 'kono', 'কোনো', 'কোন']))
        over (partition by clause_at order by word_at rows between 4 preceding and 1 preceding), false)
      or coalesce(bool_or(word = any(array['free', 'mukto', 'nai', 'nei', 'na', 'hoyni', 'hoini', 'chara', 'none', 'never',
          'নেই', 'নাই', 'না', 'হয়নি', 'হয়নাই', 'ছাড়া', 'মুক্ত', 'করেনি']))
        over (partition by clause_at order by word_at rows between 1 following and 4 following), false) as is_denied
    from regexp_split_to_table(written, '[.,;।!?\n]+') with ordinality as clauses (clause, clause_at),
      unnest(search_words(clause)) with ordinality as words (word, word_at)
  )
  select coalesce(array_agg(word), '{}') from (select word from said group by word having bool_and(is_denied)) as denied
$$;

-- What stands in `bike_search.words`: each word, and "~" before each that is only denied.
create function search_lexemes(written text) returns text[] language sql immutable parallel safe
  return search_words(written) || array(select '~' || word from unnest(denied_words(written)) as word);

create or replace function bikes_to_search() returns setof bike_search language sql stable as $$
select bikes.id as bike_id, is_of.make_id, is_of.district, sale_price_taka as price_taka, is_of.engine_cc,
  bought_in_year as year, coalesce(kilometres, 1000000) as kilometres, is_of.condition, is_of.is_verified,
  case when hashed % 512 = 0 then 3 when hashed % 64 = 0 then 2 when hashed % 8 = 0 then 1 else 0 end as sample,
  search_facets(sale_price_taka, coalesce(kilometres, 1000000), is_of.make_id, is_of.engine_cc, bought_in_year, is_of.condition,
    is_of.is_verified, is_of.district, is_of.owners) as facets,
  array_to_tsvector(search_lexemes(concat_ws('. ', bikes.name, location, brand_name, model_name, description))) as words,
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

update bike_search set words = array_to_tsvector(search_lexemes(written))
from bikes, lateral (select concat_ws('. ', name, location, brand_name, model_name, description) as written) as texts
where bikes.id = bike_id and cardinality(denied_words(written)) > 0;
