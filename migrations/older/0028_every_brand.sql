-- Every brand of the catalogue is a category. The three cards of the home page stay as they are: they have the kind 'card'.

-- ---------- categories: the cards, one per other brand, and one for brands that the catalogue does not know ----------

alter table bikes drop constraint bikes_category_fkey;
alter table categories
  add column kind text not null default 'card' check (kind in ('card', 'brand', 'other')),
  add column brand_id uuid unique references brands,
  alter column picture drop not null,
  alter column description drop not null,
  alter column position drop not null;
insert into categories (id, name, kind) values (gen_random_uuid(), 'Other', 'other') on conflict (name) do update set kind = 'other';

-- Categories that somebody has added by hand become typed brand names.
update bikes set brand_name = left(category, 40), category = 'Other'
where brand_id is null and brand_name is null and category not in ('Yamaha', 'Suzuki', 'TVS', 'Other');
update bikes set category = 'Other' where category not in ('Yamaha', 'Suzuki', 'TVS', 'Other');
delete from categories where name not in ('Yamaha', 'Suzuki', 'TVS', 'Other');

update categories set brand_id = brands.id from brands
where kind = 'card' and normalize_name(brands.name) = normalize_name(categories.name);
insert into categories (id, name, kind, brand_id)
select gen_random_uuid(), name, 'brand', id from brands where not exists (select from categories where brand_id = brands.id);

alter table categories
  add constraint kind_of_category check (case kind
    when 'card' then name in ('Yamaha', 'Suzuki', 'TVS') and picture is not null and description is not null and position is not null
    when 'brand' then brand_id is not null
    else name = 'Other' and brand_id is null
  end);
create unique index category_known on categories (normalize_name(name));
-- A renamed brand renames the category of its bikes.
alter table bikes add constraint bikes_category_fkey foreign key (category) references categories (name) on update cascade;

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

-- ---------- bikes: the category follows the brand ----------

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

update bikes set category = case when brand_id is null then 'Other'
  else (select name from categories where categories.brand_id = bikes.brand_id) end
where category is distinct from (select name from categories where categories.brand_id = bikes.brand_id)
    and brand_id is not null
  or brand_id is null and brand_name is not null and category <> 'Other';

-- The typed names that the admin merges into the catalogue.
create index bikes_of_typed_brand on bikes (normalize_name(brand_name)) where brand_name is not null;
