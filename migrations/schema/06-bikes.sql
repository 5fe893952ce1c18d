-- Bikes: what a seller says of one, its further pictures, its price history and the path of its page. Money is whole Taka.

-- ---------- bikes ----------

-- A name as a path has it: small Latin characters, digits and dashes, and a part of the hash of the id.
create function bike_slug(name text, id uuid) returns text language sql immutable parallel safe
  return concat_ws('-', nullif(trim(both '-' from left(trim(both '-' from
    regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), 60)), ''), left(md5(id::text), 10));

create function is_district(slug text) returns boolean language sql immutable parallel safe
  return slug in (
    'barguna', 'barishal', 'bhola', 'jhalokati', 'patuakhali', 'pirojpur', 'bandarban', 'brahmanbaria',
    'chandpur', 'chattogram', 'cumilla', 'coxs-bazar', 'feni', 'khagrachhari', 'lakshmipur', 'noakhali',
    'rangamati', 'dhaka', 'faridpur', 'gazipur', 'gopalganj', 'kishoreganj', 'madaripur', 'manikganj',
    'munshiganj', 'narayanganj', 'narsingdi', 'rajbari', 'shariatpur', 'tangail', 'bagerhat', 'chuadanga',
    'jashore', 'jhenaidah', 'khulna', 'kushtia', 'magura', 'meherpur', 'narail', 'satkhira', 'jamalpur',
    'mymensingh', 'netrokona', 'sherpur', 'bogura', 'chapainawabganj', 'joypurhat', 'naogaon', 'natore',
    'pabna', 'rajshahi', 'sirajganj', 'dinajpur', 'gaibandha', 'kurigram', 'lalmonirhat', 'nilphamari',
    'panchagarh', 'rangpur', 'thakurgaon', 'habiganj', 'moulvibazar', 'sunamganj', 'sylhet');

create table bikes (
  id uuid primary key,
  seller_id uuid not null references members,
  -- That of its brand, by its name. A renamed brand renames it.
  category text not null references categories (name) on update cascade,
  name text not null check (length(name) between 1 and 120),
  -- A card takes at most Tk 999,999 at once; a bike that costs more is paid by deposit.
  sale_price_taka int not null check (sale_price_taka between 1000 and 9999999),
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
  -- Handed over, or sold for cash as both confirmed.
  sold_at timestamptz,
  withdrawn_at timestamptz,
  -- The id and checksum of the form: sent again after a lost answer, it finds the bike that it created.
  draft_id uuid,
  draft_checksum text,
  -- The money of its sale went back outside the shop: the seller keeps the bike, and the shop does not list it by itself.
  sale_undone_at timestamptz,
  -- A brand or model of the catalogue by its id, any other by the name that the seller typed; never both.
  brand_id uuid references brands,
  brand_name text check (length(brand_name) between 1 and 40),
  model_id uuid,
  model_name text check (length(model_name) between 1 and 60),
  engine_cc int check (engine_cc between 50 and 375),
  kilometres int check (kilometres between 0 and 999999),
  -- Where it is, if its location names a district.
  district text,
  registration_district text,
  registered_in_year int check (registered_in_year between 1950 and 2200),
  -- How many people have owned it, the seller included.
  owners int check (owners between 1 and 9),
  description text check (length(description) between 1 and 4000),
  -- The path of its public page; it stays when the name changes.
  slug text not null,
  -- Grows with every edit, so that two windows do not overwrite each other.
  version int not null default 1,
  edited_at timestamptz,
  -- While money is held for a deal.
  reserved_at timestamptz,
  -- A hidden bike is in no list and has no page; its seller sees it. Deals in which money is held go on.
  hidden_at timestamptz,
  hidden_by text check (hidden_by in ('reports', 'rules', 'moderator', 'suspension')),
  -- What cards, the search and its page show of its papers; triggers set it.
  papers_level text not null default 'not_said'
    constraint papers_level_is_known check (papers_level in ('complete', 'mostly', 'not_said', 'unregistered')),
  -- When the first inspection that everybody reads was signed.
  inspected_at timestamptz,
  constraint bike_of_seller unique (id, seller_id),
  constraint slug_is_unique unique (slug),
  -- While a bike shows a picture, nobody can delete the picture.
  constraint picture_of_seller foreign key (seller_id, picture) references picture_uploads (member_id, picture),
  constraint brand_by_id_or_name check (brand_id is null or brand_name is null),
  constraint model_by_id_or_name check (model_id is null or model_name is null),
  constraint model_with_brand check (model_id is null or brand_id is not null),
  constraint model_name_with_brand check (model_name is null or brand_id is not null or brand_name is not null),
  constraint model_fits_brand foreign key (model_id, brand_id) references models (id, brand_id),
  constraint known_district check (is_district(district)),
  constraint known_registration_district check (is_district(registration_district)),
  constraint withdrawn_is_not_advertised check (withdrawn_at is null or advertised_at is null),
  constraint sold_is_not_withdrawn check (sold_at is null or withdrawn_at is null),
  constraint undone_is_withdrawn check (sale_undone_at is null or withdrawn_at is not null),
  constraint reserved_is_not_sold check (reserved_at is null or (sold_at is null and withdrawn_at is null)),
  constraint hidden_has_cause check ((hidden_at is null) = (hidden_by is null))
);
create index bikes_on_sale on bikes ((advertised_at is not null) desc, id desc)
  where sold_at is null and withdrawn_at is null and reserved_at is null;
create index bikes_on_sale_by_category on bikes (category, (advertised_at is not null) desc, id desc)
  where sold_at is null and withdrawn_at is null and reserved_at is null;
create index bikes_by_seller on bikes (seller_id, id desc);
create index bikes_hidden on bikes (seller_id) where hidden_at is not null;
create unique index offered_once on bikes (seller_id, draft_id) where draft_id is not null;
create index bikes_by_picture on bikes (picture);
create index bikes_by_model on bikes (brand_id, model_id);
create index bikes_named_freely on bikes (id) where brand_name is not null or model_name is not null;
-- The typed names that the admin merges into the catalogue.
create index bikes_of_typed_brand on bikes (normalize_name(brand_name)) where brand_name is not null;
-- The job of saved searches asks for the bikes of the last minutes.
create index bikes_by_creation on bikes (created_at);
create index bikes_by_edit on bikes (edited_at) where edited_at is not null;

create function only_sellers_sell() returns trigger language plpgsql as $$
begin
  if not exists (select from members where id = new.seller_id and role = 'Seller') then
    raise exception 'only a seller has bikes' using constraint = 'only_sellers_sell';
  end if;
  return new;
end $$;
create trigger only_sellers_sell before insert or update of seller_id on bikes
  for each row execute function only_sellers_sell();
create trigger member_is_active before insert on bikes for each row execute function require_active_member();
create trigger member_is_not_suspended before insert on bikes for each row execute function require_not_suspended();

-- The category follows the brand.
create function category_is_the_brand() returns trigger language plpgsql as $$
begin
  if new.brand_id is not null then
    -- An unknown brand keeps the category, so that the reference to the brand refuses it.
    new.category := coalesce((select name from categories where brand_id = new.brand_id), new.category);
  elsif new.brand_name is not null then
    new.category := 'Other';
  elsif not exists (select from categories where name = new.category and kind = 'card') then
    raise exception 'a bike without a brand belongs to one of the three cards' using constraint = 'category_is_the_brand';
  end if;
  return new;
end $$;
create trigger category_is_the_brand before insert or update of brand_id, brand_name, category on bikes
  for each row execute function category_is_the_brand();

-- ---------- the path of the page ----------

-- Set by the row itself, so that every way to write a bike gives it one.
create function set_bike_slug() returns trigger language plpgsql as $$
begin
  new.slug := bike_slug(new.name, new.id);
  return new;
end $$;
create trigger set_bike_slug before insert on bikes for each row execute function set_bike_slug();

create function reject_slug_change() returns trigger language plpgsql as $$
begin
  raise exception 'the slug of a bike never changes' using constraint = 'slug_never_changes';
end $$;
create trigger slug_never_changes before update of slug on bikes
  for each row when (old.slug is distinct from new.slug) execute function reject_slug_change();

-- ---------- further pictures; the first one is a column of the bike ----------

create table bike_pictures (
  bike_id uuid not null references bikes,
  position int not null check (position between 2 and 10),
  seller_id uuid not null,
  picture text not null,
  primary key (bike_id, position),
  constraint shown_once unique (bike_id, picture),
  constraint pictures_of_bike_of_seller foreign key (bike_id, seller_id) references bikes (id, seller_id),
  constraint pictures_of_seller foreign key (seller_id, picture) references picture_uploads (member_id, picture)
);
create index bike_pictures_by_picture on bike_pictures (seller_id, picture);

-- ---------- the price history ----------

create table bike_prices (
  id bigint generated always as identity primary key,
  bike_id uuid not null references bikes,
  price_taka int not null check (price_taka between 1000 and 9999999),
  since timestamptz not null
);
create index bike_prices_by_bike on bike_prices (bike_id, id desc);

-- Triggers write it with the change itself, whoever makes it, so that no price is missing.
create function first_prices() returns trigger language plpgsql as $$
begin
  insert into bike_prices (bike_id, price_taka, since) select id, sale_price_taka, created_at from added;
  return null;
end $$;
create trigger first_prices after insert on bikes
  referencing new table as added for each statement execute function first_prices();

create function next_price() returns trigger language plpgsql as $$
begin
  insert into bike_prices (bike_id, price_taka, since) values (new.id, new.sale_price_taka,
    case when new.edited_at is distinct from old.edited_at then new.edited_at else now() end);
  return null;
end $$;
create trigger next_price after update of sale_price_taka on bikes
  for each row when (old.sale_price_taka is distinct from new.sale_price_taka) execute function next_price();

create function reject_price_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'the price history of a bike is append-only' using constraint = 'price_history_is_append_only';
end $$;
create trigger price_history_is_append_only before update or delete on bike_prices
  for each statement execute function reject_price_history_change();

-- ---------- the audit log ----------

create function audit_bike() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('bike_withdrawn', new.seller_id, new.id, null,
    jsonb_build_object('saleUndone', case when new.sale_undone_at is not null then true end));
  return null;
end $$;
create trigger audit_bike_withdrawn after insert on bikes
  for each row when (new.withdrawn_at is not null) execute function audit_bike();
create trigger audit_bike after update of withdrawn_at on bikes
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function audit_bike();
