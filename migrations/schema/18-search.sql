-- The public search: a small row for each bike on sale, which indexes can answer from alone, and the words by which it is found.
-- Triggers keep the rows.

-- ---------- words ----------

-- The words of a text: in lower case, with Latin digits, without signs. Telephone numbers are left out: what the page of a bike masks for
-- visitors must not be found out by searching for it, digit by digit.
create function search_words(written text) returns text[] language sql immutable parallel safe
  return array_remove(regexp_split_to_array(
    regexp_replace(
      translate(lower(normalize(coalesce(written, ''), NFKC)), '০১২৩৪৫৬৭৮৯', '0123456789'),
      '(\+?88[\s.‐‑–—-]*)?0[\s.‐‑–—-]*1([\s.()‐‑–—-]*[0-9]){9}', ' ', 'g'),
    '[][\s.,_''’"“”()/|:;!?#*+&%@<>=~^{}\\।৳-]+'), '');

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

-- ---------- a small number for each brand and model ----------

-- A brand with one of its models, or without any; the search reads its number.
create table makes (
  id int generated always as identity primary key,
  brand_id uuid not null references brands,
  model_id uuid references models,
  constraint make_once unique nulls not distinct (brand_id, model_id)
);

-- How a model is written in the names of bikes: without case, spaces and signs.
create table make_spellings (
  normalized_name text not null,
  make_id int not null references makes,
  primary key (normalized_name, make_id)
);
create index make_spellings_of_make on make_spellings (make_id);

create function sync_makes() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'brands' then
    insert into makes (brand_id) values (new.id) on conflict do nothing;
    return null;
  end if;
  insert into makes (brand_id, model_id) values (new.brand_id, new.id) on conflict do nothing;
  delete from make_spellings where make_id = (select id from makes where model_id = new.id);
  insert into make_spellings (normalized_name, make_id)
  select distinct array_to_string(search_words(one), ''), makes.id
  from makes, unnest(array[new.name, new.name_bn] || new.aliases) as one
  where makes.model_id = new.id and cardinality(search_words(one)) between 1 and 4
  on conflict do nothing;
  return null;
end $$;
create trigger sync_makes after insert on brands for each row execute function sync_makes();
create trigger sync_makes after insert or update on models for each row execute function sync_makes();

-- ---------- one row for each bike on sale ----------

create table bike_search (
  bike_id uuid not null references bikes on delete cascade,
  -- 0 for a bike of a brand that the catalogue does not have.
  make_id int not null,
  -- See district_number.
  district int not null,
  price_taka int not null,
  engine_cc int not null,
  year int not null,
  -- 1,000,000 where the seller does not say, so that those come last.
  kilometres int not null,
  -- 1 Excellent, 2 Good, 3 Fair.
  condition int not null,
  is_verified boolean not null,
  -- At least 1 for one bike in eight, 2 for one in 64, 3 for one in 512: what is too much to count is counted among these.
  sample int not null,
  -- What is counted, in 16 bytes: see search_facets.
  facets bytea not null,
  -- Each word, and "~" before each that the text only denies.
  words tsvector not null,
  -- 0 where the seller does not say.
  owners int not null default 0,
  -- The price in percent of its estimate; 999 without an estimate, so that those come last.
  value_percent int not null default 999,
  -- The indexes contain what is filtered by, so that each order of the list is read without the rows.
  constraint bike_search_pkey primary key (bike_id)
    include (make_id, district, price_taka, kilometres, year, engine_cc, condition, is_verified)
) with (fillfactor = 90);
create index search_by_price on bike_search (price_taka, bike_id)
  include (make_id, district, kilometres, year, engine_cc, condition, is_verified);
create index search_by_year on bike_search (year, bike_id)
  include (make_id, district, price_taka, kilometres, engine_cc, condition, is_verified);
create index search_by_kilometres on bike_search (kilometres, bike_id)
  include (make_id, district, price_taka, year, engine_cc, condition, is_verified);
create index search_by_value on bike_search (value_percent, bike_id desc)
  include (make_id, district, price_taka, kilometres, year, engine_cc, condition, is_verified);
-- To sort by distance the newest bikes of each district are read, and not all bikes on sale.
create index search_by_place on bike_search (district, bike_id desc)
  include (make_id, price_taka, kilometres, year, engine_cc, condition, is_verified);
-- What is rare is read whole.
create index search_by_make on bike_search (make_id, district, bike_id)
  include (facets, price_taka, kilometres, year, engine_cc, condition, is_verified);
create index search_by_district on bike_search (district) include (facets);
create index search_by_words on bike_search using gin (words);
-- What is too much to count is counted in a sample.
create index search_samples on bike_search (sample, make_id, district) include (facets) where sample >= 1;
create index search_samples_by_words on bike_search using gin (words) where sample >= 2;

-- A district by its place in this list, from 1; 0 for none.
create function district_number(slug text) returns int language sql immutable parallel safe
  return coalesce(array_position(array[
    'barguna', 'barishal', 'bhola', 'jhalokati', 'patuakhali', 'pirojpur', 'bandarban', 'brahmanbaria',
    'chandpur', 'chattogram', 'cumilla', 'coxs-bazar', 'feni', 'khagrachhari', 'lakshmipur', 'noakhali',
    'rangamati', 'dhaka', 'faridpur', 'gazipur', 'gopalganj', 'kishoreganj', 'madaripur', 'manikganj',
    'munshiganj', 'narayanganj', 'narsingdi', 'rajbari', 'shariatpur', 'tangail', 'bagerhat', 'chuadanga',
    'jashore', 'jhenaidah', 'khulna', 'kushtia', 'magura', 'meherpur', 'narail', 'satkhira', 'jamalpur',
    'mymensingh', 'netrokona', 'sherpur', 'bogura', 'chapainawabganj', 'joypurhat', 'naogaon', 'natore',
    'pabna', 'rajshahi', 'sirajganj', 'dinajpur', 'gaibandha', 'kurigram', 'lalmonirhat', 'nilphamari',
    'panchagarh', 'rangpur', 'thakurgaon', 'habiganj', 'moulvibazar', 'sunamganj', 'sylhet'], slug), 0);

-- Up to seven owners; the sign of the last two bytes stays free.
create function search_facets(price int, kilometres int, make_id int, cc int, year int, condition int,
  verified boolean, district int, owners int) returns bytea language sql immutable parallel safe
  return int4send(price) || int4send(kilometres) || int2send(make_id::int2) || int2send(cc::int2) || int2send(year::int2)
    || int2send((least(owners, 7) * 2048 + condition * 512 + verified::int * 256 + district)::int2);

create function value_percent(bike uuid, price int) returns int language sql stable parallel safe
  return coalesce((select least(998, round(100.0 * price / mid_taka))::int from bike_price_estimates
    where bike_price_estimates.bike_id = bike and price_taka = price), 999);

-- Each bike on sale as its row should be. Where the seller chose no model, the longest one in the name of the bike is taken.
create function bikes_to_search() returns setof bike_search language sql stable as $$
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

-- ---------- triggers ----------

create function search_added() returns trigger language plpgsql as $$
begin
  insert into bike_search select rows.* from bikes_to_search() as rows join added on added.id = rows.bike_id
  on conflict do nothing;
  return null;
end $$;
create trigger search_added after insert on bikes
  referencing new table as added for each statement execute function search_added();

-- Only what is read of a bike is looked at: to advertise it changes nothing here.
create function search_changed() returns trigger language plpgsql as $$
begin
  if new.sold_at is not null or new.withdrawn_at is not null or new.reserved_at is not null or new.hidden_at is not null then
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
create trigger search_changed
  after update of name, sale_price_taka, bought_in_year, condition, location, sold_at, withdrawn_at, reserved_at, brand_id,
    brand_name, model_id, model_name, engine_cc, kilometres, district, description, category, seller_id, owners on bikes
  for each row execute function search_changed();
create trigger search_hidden after update of hidden_at on bikes
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function search_changed();

-- Rows are locked in the order of their ids, here and in search_value_changed, so that neither waits for the other in a circle.
create function search_verified() returns trigger language plpgsql as $$
begin
  perform from bike_search join bikes on bikes.id = bike_id where seller_id = new.id order by bike_id for update of bike_search;
  update bike_search set is_verified = new.verified_at is not null,
    facets = search_facets(price_taka, bike_search.kilometres, make_id, bike_search.engine_cc, year, bike_search.condition,
      new.verified_at is not null, bike_search.district, bike_search.owners)
  from bikes where bikes.id = bike_id and seller_id = new.id;
  return null;
end $$;
create trigger search_verified after update of verified_at on members
  for each row when ((old.verified_at is null) <> (new.verified_at is null)) execute function search_verified();

-- A bike whose seller does not say its engine has that of its model.
create function search_engine_changed() returns trigger language plpgsql as $$
begin
  update bike_search set engine_cc = new.engine_cc,
    facets = search_facets(price_taka, bike_search.kilometres, make_id, new.engine_cc, year, bike_search.condition,
      is_verified, bike_search.district, bike_search.owners)
  from bikes where bikes.id = bike_id and bikes.engine_cc is null and make_id = (select id from makes where makes.model_id = new.id);
  return null;
end $$;
create trigger search_engine_changed after update of engine_cc on models
  for each row when (old.engine_cc <> new.engine_cc) execute function search_engine_changed();

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
