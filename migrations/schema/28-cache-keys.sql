-- Changes of public data name what they touch, so that a process removes only those responses from its cache.
-- A notification is a key and, for some keys, a position. market/schema/cache-keys.ts says what each response depends on.

-- The position of a bike in the list of all bikes on sale: advertised first, then the newest. Null for a bike off sale.
create function listed_position(id uuid, advertised_at timestamptz, sold_at timestamptz, withdrawn_at timestamptz,
  reserved_at timestamptz, hidden_at timestamptz) returns text language sql immutable parallel safe
  return case when sold_at is null and withdrawn_at is null and reserved_at is null and hidden_at is null
    then case when advertised_at is null then '0' else '1' end || id::text end;

-- So many positions are cheaper to send as "everything".
create function notify_positions(positions text[]) returns void language plpgsql as $$
begin
  if cardinality(positions) > 1000 then
    perform pg_notify('public_data_changed', 'everything');
  else
    perform pg_notify('public_data_changed', 'bikes ' || position) from unnest(positions) as position;
  end if;
end $$;

create function notify_changed_bikes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform notify_positions(array(
      select position from (select listed_position(id, advertised_at, sold_at, withdrawn_at, reserved_at, hidden_at) as position
        from after_change) as listed where position is not null limit 1001));
  else
    -- Where it was and where it is: it may have moved within the list, entered or left it.
    perform notify_positions(array(
      select distinct position from (
        select listed_position(id, advertised_at, sold_at, withdrawn_at, reserved_at, hidden_at) as position from before_change
        union all
        select listed_position(id, advertised_at, sold_at, withdrawn_at, reserved_at, hidden_at) from after_change
      ) as listed where position is not null limit 1001));
  end if;
  return null;
end $$;
create trigger public_data_added after insert on bikes
  referencing new table as after_change for each statement execute function notify_changed_bikes();
create trigger public_data_changed after update on bikes
  referencing old table as before_change new table as after_change for each statement execute function notify_changed_bikes();

-- Lists show whether the seller is verified.
create function notify_bikes_of_member() returns trigger language plpgsql as $$
begin
  perform notify_positions(array(
    select position from (select listed_position(id, advertised_at, sold_at, withdrawn_at, reserved_at, hidden_at) as position
      from bikes where seller_id = new.id) as listed where position is not null limit 1001));
  return null;
end $$;
create trigger public_data_changed after update of name, verified_at, removed_at on members
  for each row when ((old.name, old.verified_at, old.removed_at) is distinct from (new.name, new.verified_at, new.removed_at))
  execute function notify_bikes_of_member();

-- Lists show the verdict on the price.
create function notify_estimated_bikes() returns trigger language plpgsql as $$
declare
  bike_ids uuid[];
begin
  if tg_op = 'INSERT' then
    bike_ids := array(select bike_id from after_change limit 1001);
  elsif tg_op = 'DELETE' then
    bike_ids := array(select bike_id from before_change limit 1001);
  else
    bike_ids := array(select bike_id from before_change join after_change using (bike_id)
      where (before_change.price_taka, before_change.verdict, before_change.far_below)
        is distinct from (after_change.price_taka, after_change.verdict, after_change.far_below) limit 1001);
  end if;
  if cardinality(bike_ids) > 1000 then
    perform pg_notify('public_data_changed', 'everything');
    return null;
  end if;
  perform notify_positions(array(
    select position from (select listed_position(id, advertised_at, sold_at, withdrawn_at, reserved_at, hidden_at) as position
      from bikes where id = any(bike_ids)) as listed where position is not null));
  return null;
end $$;
create trigger public_data_added after insert on bike_price_estimates
  referencing new table as after_change for each statement execute function notify_estimated_bikes();
create trigger public_data_changed after update on bike_price_estimates
  referencing old table as before_change new table as after_change for each statement execute function notify_estimated_bikes();
create trigger public_data_removed after delete on bike_price_estimates
  referencing old table as before_change for each statement execute function notify_estimated_bikes();

-- Counts come from samples of this table: a bike changes those of its own sample and of the larger ones.
create function notify_counts_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_data_changed', 'counts ' || case tg_op when 'DELETE' then old.sample else new.sample end);
  return null;
end $$;
create trigger public_data_added after insert or delete on bike_search
  for each row execute function notify_counts_changed();
create trigger public_data_changed after update on bike_search
  for each row when ((old.facets, old.sample) is distinct from (new.facets, new.sample))
  execute function notify_counts_changed();

-- For whole tables, and for what is never deleted but could be by hand: everything.
create function notify_public_data_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_data_changed', tg_argv[0]);
  return null;
end $$;
create trigger public_data_removed after delete or truncate on bikes
  for each statement execute function notify_public_data_changed('everything');
create trigger public_data_changed after insert or update or delete on brands
  for each statement execute function notify_public_data_changed('catalogue');
create trigger public_data_changed after insert or update or delete on models
  for each statement execute function notify_public_data_changed('catalogue');
create trigger public_data_changed after insert or update or delete on categories
  for each statement execute function notify_public_data_changed('categories');
