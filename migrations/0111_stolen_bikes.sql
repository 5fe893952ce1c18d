-- The register of stolen bikes: reports of members with a general diary entry (GD) of the police. An advertisement with a number
-- of a report waits: for a day at most until a moderator has looked, and for as long as the report is active.

create table stolen_bikes (
  id uuid primary key,
  reporter_id uuid not null references members,
  idempotency_key uuid,
  -- AES-256-GCM with a key derived from SECRET, as in vehicle_numbers; base64url. Null once the report is erased.
  registration_encrypted text check (registration_encrypted ~ '^[A-Za-z0-9_-]{40,250}$'),
  engine_encrypted text check (engine_encrypted ~ '^[A-Za-z0-9_-]{40,250}$'),
  chassis_encrypted text check (chassis_encrypted ~ '^[A-Za-z0-9_-]{40,250}$'),
  gd_number_encrypted text check (gd_number_encrypted ~ '^[A-Za-z0-9_-]{40,250}$'),
  police_station text check (length(police_station) between 1 and 80),
  -- The day of the GD in Dhaka.
  gd_on date not null,
  -- The encrypted photo of the GD.
  file_id uuid unique references paper_files,
  state text not null check (state in ('waiting', 'active', 'refused', 'withdrawn')),
  reported_at timestamptz not null,
  -- Until when an advertisement with a number of it waits without a decision; null where it waits for the decision alone.
  holds_until timestamptz,
  -- When the advertisements that waited for it were looked at again.
  released_at timestamptz,
  decided_by uuid references members,
  decided_at timestamptz,
  -- Why, for the reporter.
  reason text check (reason in ('matches', 'unreadable', 'other_number', 'not_gd', 'changed', 'false')),
  withdrawn_at timestamptz,
  erased_at timestamptz,
  constraint gd_is_not_in_future check (gd_on <= (reported_at at time zone 'Asia/Dhaka')::date),
  constraint holds_a_day_at_most check (holds_until <= reported_at + interval '24 hours'),
  constraint stolen_decision_is_whole check (num_nonnulls(decided_by, decided_at, reason) in (0, 3)),
  constraint not_decided_by_reporter check (decided_by <> reporter_id),
  constraint waiting_is_undecided check (state <> 'waiting' or decided_at is null),
  constraint active_matches check (state <> 'active' or (decided_at is not null and reason = 'matches')),
  constraint refused_has_fault check (state <> 'refused' or (decided_at is not null and reason <> 'matches')),
  constraint withdrawn_has_time check ((state = 'withdrawn') = (withdrawn_at is not null)),
  constraint open_is_whole check (state not in ('waiting', 'active') or (erased_at is null
    and num_nonnulls(engine_encrypted, chassis_encrypted) > 0
    and num_nonnulls(gd_number_encrypted, police_station, file_id) = 3)),
  constraint open_is_not_released check (state <> 'active' or released_at is null)
);
create unique index one_stolen_report_of_key on stolen_bikes (reporter_id, idempotency_key) where idempotency_key is not null;
create index stolen_bikes_of_reporter on stolen_bikes (reporter_id, id desc);
create index stolen_bikes_to_decide on stolen_bikes (reported_at, id) where state = 'waiting';
create index stolen_bikes_to_release on stolen_bikes (reported_at) where state <> 'active' and released_at is null;
create index stolen_bikes_to_erase on stolen_bikes (reported_at) where state in ('refused', 'withdrawn') and erased_at is null;

-- HMAC-SHA256 of kind and number, as in vehicle_fingerprints.
create table stolen_fingerprints (
  report_id uuid not null references stolen_bikes on delete cascade,
  reporter_id uuid not null references members,
  kind text not null check (kind in ('registration', 'engine', 'chassis')),
  hmac bytea not null check (octet_length(hmac) = 32),
  -- Whether the report is waiting or active. A trigger keeps it.
  is_open boolean not null,
  primary key (report_id, kind)
);
create index stolen_fingerprints_by_hmac on stolen_fingerprints (kind, hmac);
-- Nobody has two open reports of one number.
create unique index one_open_stolen_report on stolen_fingerprints (reporter_id, kind, hmac) where is_open;

create function set_open_stolen_fingerprints() returns trigger language plpgsql as $$
begin
  update stolen_fingerprints set is_open = (new.state in ('waiting', 'active')) where report_id = new.id;
  return null;
end $$;
create trigger set_open_stolen_fingerprints after update of state on stolen_bikes
  for each row when (old.state <> new.state) execute function set_open_stolen_fingerprints();

-- ---------- who looked at the photo ----------

create table stolen_openings (
  id uuid primary key,
  report_id uuid not null references stolen_bikes on delete cascade,
  file_id uuid not null references paper_files on delete cascade,
  opened_by uuid not null references members,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  constraint stolen_opening_is_short check (closes_at > opened_at and closes_at <= opened_at + interval '15 minutes')
);
create index stolen_openings_of_file on stolen_openings (file_id, opened_by, closes_at);
create index stolen_openings_of_report on stolen_openings (report_id, closes_at);

-- ---------- what a report is worth ----------

create function guard_stolen_bike() returns trigger language plpgsql as $$
begin
  if new.state in ('waiting', 'active') and not exists (
    select from paper_files where paper_files.id = new.file_id and owner_id = new.reporter_id) then
    raise exception 'a report has a photo of its reporter' using constraint = 'file_is_of_reporter';
  end if;
  if new.decided_at is not null and (tg_op = 'INSERT' or old.decided_at is null)
    and not exists (select from stolen_openings where report_id = new.id and file_id = new.file_id
      and opened_by = new.decided_by and opened_at <= new.decided_at) then
    raise exception 'who decides about a report opens it first' using constraint = 'decided_was_opened';
  end if;
  return new;
end $$;
create trigger guard_stolen_bike before insert or update on stolen_bikes for each row execute function guard_stolen_bike();

-- An advertisement that others see has no number of an active report: not by a new number, nor by being shown again,
create function require_number_not_stolen() returns trigger language plpgsql as $$
begin
  if exists (select from stolen_fingerprints join stolen_bikes on stolen_bikes.id = report_id
    where kind = new.kind and hmac = new.hmac and state = 'active') then
    raise exception 'a bike with this number is in the register of stolen bikes' using constraint = 'stolen_is_hidden';
  end if;
  return new;
end $$;
create trigger stolen_is_hidden before insert or update of is_live on vehicle_fingerprints
  for each row when (new.is_live) execute function require_number_not_stolen();

-- and not when the report becomes active.
create function require_stolen_hidden() returns trigger language plpgsql as $$
begin
  if exists (select from stolen_bikes
    join stolen_fingerprints as mine on mine.report_id = stolen_bikes.id
    join vehicle_fingerprints as theirs on theirs.kind = mine.kind and theirs.hmac = mine.hmac and theirs.is_live
    where stolen_bikes.id = new.id and state = 'active') then
    raise exception 'an advertisement has a number of this report' using constraint = 'stolen_is_hidden';
  end if;
  return null;
end $$;
create constraint trigger stolen_is_hidden after insert or update of state on stolen_bikes
  deferrable initially deferred for each row when (new.state = 'active') execute function require_stolen_hidden();

-- ---------- the audit log ----------

do $$
declare
  acts text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'audit'::regclass and conname = 'audit_what_check');
begin
  if strpos(acts, 'ARRAY[') = 0 then
    raise exception 'the acts of the audit log are not a list: %', acts;
  end if;
  alter table audit drop constraint audit_what_check;
  execute 'alter table audit add constraint audit_what_check ' || replace(acts, 'ARRAY[',
    'ARRAY[''stolen_reported''::text, ''stolen_opened''::text, ''stolen_decided''::text, ''stolen_withdrawn''::text, ');
end $$;

create function audit_stolen_bike() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  details jsonb := jsonb_build_object('reportId', new.id);
begin
  if tg_op = 'INSERT' then
    perform write_audit('stolen_reported', new.reporter_id, null, null, details);
  end if;
  if new.decided_at is not null and (tg_op = 'INSERT' or old.decided_at is null) then
    perform write_audit('stolen_decided', new.reporter_id, null, null,
      details || jsonb_build_object('reason', new.reason, 'decidedBy', new.decided_by));
  end if;
  if new.withdrawn_at is not null and (tg_op = 'INSERT' or old.withdrawn_at is null) then
    perform write_audit('stolen_withdrawn', new.reporter_id, null, null, details);
  end if;
  return null;
end $$;
create trigger audit_stolen_bike after insert or update on stolen_bikes for each row execute function audit_stolen_bike();

-- With the photo, who opens a report reads its numbers.
create function audit_stolen_opening() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('stolen_opened', reporter_id, null, null, jsonb_build_object('reportId', id, 'fileId', new.file_id))
    from stolen_bikes where id = new.report_id;
  return null;
end $$;
create trigger audit_stolen_opening after insert on stolen_openings for each row execute function audit_stolen_opening();

-- The encrypted key of a file, for its owner, or for who has its paper or its report open at this time.
create or replace function read_paper_key(file uuid, reader uuid, at timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_key text;
  owner uuid;
begin
  update paper_files set reads = reads + 1
    where id = file and key_encrypted is not null and (owner_id = reader
      or exists (
        select from paper_openings join bike_papers on bike_papers.id = paper_id
        where paper_openings.file_id = file and bike_papers.file_id = file
          and opened_by = reader and opened_at <= at and at < closes_at)
      or exists (
        select from stolen_openings join stolen_bikes on stolen_bikes.id = report_id
        where stolen_openings.file_id = file and stolen_bikes.file_id = file
          and opened_by = reader and opened_at <= at and at < closes_at))
    returning key_encrypted, owner_id into found_key, owner;
  if found_key is not null then
    perform write_audit('paper_file_read', owner, (select bike_id from bike_papers where file_id = file), null,
      jsonb_build_object('fileId', file, 'reader', reader));
  end if;
  return found_key;
end $$;
