-- Registration, engine and chassis numbers of bikes: encrypted, with fingerprints that find two advertisements of one bike.

create table vehicle_numbers (
  bike_id uuid primary key references bikes,
  -- AES-256-GCM with a key derived from SECRET, which the database does not contain; base64url.
  registration_encrypted text check (registration_encrypted ~ '^[A-Za-z0-9_-]{40,250}$'),
  engine_encrypted text check (engine_encrypted ~ '^[A-Za-z0-9_-]{40,250}$'),
  chassis_encrypted text check (chassis_encrypted ~ '^[A-Za-z0-9_-]{40,250}$'),
  entered_at timestamptz not null,
  changed_at timestamptz not null,
  constraint some_number check (num_nonnulls(registration_encrypted, engine_encrypted, chassis_encrypted) > 0),
  constraint changed_after_entered check (changed_at >= entered_at)
);

-- HMAC-SHA256 of kind and number with a key derived from SECRET: a plain hash of a number could be found by trying all.
create table vehicle_fingerprints (
  bike_id uuid not null references vehicle_numbers on delete cascade,
  kind text not null check (kind in ('registration', 'engine', 'chassis')),
  hmac bytea not null check (octet_length(hmac) = 32),
  -- Whether others see the bike: not sold, withdrawn or hidden. A trigger keeps it.
  is_live boolean not null,
  primary key (bike_id, kind)
);
create index vehicle_fingerprints_by_hmac on vehicle_fingerprints (kind, hmac);
-- P1: two bikes that others see never have one number.
create unique index one_live_number on vehicle_fingerprints (kind, hmac) where is_live;

create function set_live_fingerprints() returns trigger language plpgsql as $$
begin
  update vehicle_fingerprints
    set is_live = (new.sold_at is null and new.withdrawn_at is null and new.hidden_at is null)
    where bike_id = new.id;
  return null;
end $$;
create trigger set_live_fingerprints after update of sold_at, withdrawn_at, hidden_at on bikes
  for each row when ((old.sold_at is null and old.withdrawn_at is null and old.hidden_at is null)
    <> (new.sold_at is null and new.withdrawn_at is null and new.hidden_at is null))
  execute function set_live_fingerprints();

create function require_live_fingerprint() returns trigger language plpgsql as $$
begin
  if exists (select from vehicle_fingerprints join bikes on bikes.id = bike_id
    where bike_id = new.bike_id and kind = new.kind
      and is_live <> (sold_at is null and withdrawn_at is null and hidden_at is null)) then
    raise exception 'a fingerprint is live while others see its bike' using constraint = 'fingerprint_follows_bike';
  end if;
  return null;
end $$;
create constraint trigger fingerprint_follows_bike after insert or update on vehicle_fingerprints
  deferrable initially deferred for each row execute function require_live_fingerprint();

-- Other numbers of a bike end the checks of its papers: what was compared with the card is not what is there now.
create function drop_papers_of_new_numbers() returns trigger language plpgsql as $$
begin
  perform drop_papers_to_shown(case when tg_op = 'DELETE' then old.bike_id else new.bike_id end);
  return null;
end $$;
create trigger drop_papers_of_new_numbers after insert or delete on vehicle_numbers
  for each row execute function drop_papers_of_new_numbers();
-- Encrypting them anew for another SECRET is no change.
create trigger drop_papers_of_changed_numbers after update of changed_at on vehicle_numbers
  for each row when (old.changed_at is distinct from new.changed_at) execute function drop_papers_of_new_numbers();

-- ---------- who read the numbers ----------

create table vehicle_number_reads (
  id uuid primary key,
  bike_id uuid not null references bikes,
  member_id uuid not null references members,
  purpose text not null check (purpose in ('deal', 'transfer', 'case')),
  read_at timestamptz not null
);
create index vehicle_number_reads_by_bike on vehicle_number_reads (bike_id, id desc);

-- ---------- the audit log ----------

-- Without the numbers: nobody finds them in the log.
create function audit_vehicle_numbers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seller uuid;
begin
  if tg_op = 'DELETE' then
    select seller_id into seller from bikes where id = old.bike_id;
    perform write_audit('vehicle_numbers_deleted', seller, old.bike_id, null, '{}');
    return null;
  end if;
  select seller_id into seller from bikes where id = new.bike_id;
  perform write_audit('vehicle_numbers_changed', seller, new.bike_id, null, '{}');
  return null;
end $$;
create trigger audit_vehicle_numbers after insert or delete on vehicle_numbers
  for each row execute function audit_vehicle_numbers();
-- Encrypting them anew for another SECRET is no change.
create trigger audit_changed_vehicle_numbers after update of changed_at on vehicle_numbers
  for each row when (old.changed_at is distinct from new.changed_at) execute function audit_vehicle_numbers();

create function audit_vehicle_number_read() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('vehicle_numbers_read', new.member_id, new.bike_id, null, jsonb_build_object('purpose', new.purpose));
  return null;
end $$;
create trigger audit_vehicle_number_read after insert on vehicle_number_reads
  for each row execute function audit_vehicle_number_read();
