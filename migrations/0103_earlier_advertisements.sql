-- What an advertisement said before its seller changed it. The moderator of a case compares it with what it says now.

create table earlier_advertisements (
  id bigint generated always as identity primary key,
  bike_id uuid not null references bikes,
  -- When the seller changed it.
  until timestamptz not null,
  name text not null,
  description text,
  location text not null,
  price_taka int not null check (price_taka between 1000 and 9999999)
);
create index earlier_advertisements_by_bike on earlier_advertisements (bike_id, id desc);
create index earlier_advertisements_by_age on earlier_advertisements (until);

-- A trigger keeps it with the change itself, whoever makes it. A withdrawn bike has no advertisement any more: when its seller
-- is removed, nothing is kept of what is erased.
create function keep_earlier_advertisement() returns trigger language plpgsql as $$
begin
  insert into earlier_advertisements (bike_id, until, name, description, location, price_taka) values (old.id,
    case when new.version <> old.version then new.edited_at else now() end,
    old.name, old.description, old.location, old.sale_price_taka);
  return null;
end $$;
create trigger keep_earlier_advertisement after update of name, description, location, sale_price_taka on bikes
  for each row when (new.withdrawn_at is null and (old.name, old.description, old.location, old.sale_price_taka)
    is distinct from (new.name, new.description, new.location, new.sale_price_taka))
  execute function keep_earlier_advertisement();
