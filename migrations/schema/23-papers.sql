-- The papers of a bike: what its seller says of them, the photo that shows it, and whether Motohaat checked it.

-- ---------- files ----------

-- A photo of a paper. Its bytes are in the picture store, encrypted with a key of their own; without the row nobody can read them.
create table paper_files (
  id uuid primary key,
  owner_id uuid not null references members,
  -- The key of this file, encrypted with a key derived from SECRET; null once the file is erased. The server reads it by
  -- read_paper_key alone, so that no file is read without an entry of the audit log.
  key_encrypted text,
  -- Of the upload, to find the same photo in the advertisement of another seller.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  uploaded_at timestamptz not null,
  erased_at timestamptz,
  reads int not null default 0 check (reads >= 0),
  constraint erased_has_no_key check ((key_encrypted is null) = (erased_at is not null))
);
create index paper_files_of_owner on paper_files (owner_id);
create index paper_files_by_hash on paper_files (sha256);
create index paper_files_by_age on paper_files (uploaded_at);

-- ---------- papers ----------

create table bike_papers (
  id uuid primary key,
  bike_id uuid not null references bikes,
  kind text not null,
  -- What the seller answered.
  said text not null,
  -- The last day of a tax token.
  valid_until date,
  -- 'said': the seller's word; 'shown': with a photo that nobody has looked at; 'expired': the tax token has run out.
  state text not null check (state in ('said', 'shown', 'checked', 'expired')),
  file_id uuid unique references paper_files,
  said_at timestamptz not null,
  shown_at timestamptz,
  checked_at timestamptz,
  checked_by uuid references members,
  -- Why a moderator did not accept the photo.
  refused_for text check (refused_for in ('unreadable', 'other_name', 'other_number', 'covered', 'changed')),
  refused_at timestamptz,
  -- How many days before the last day of the tax token its seller was told.
  reminded_days int check (reminded_days in (30, 7)),
  constraint one_paper_of_kind unique (bike_id, kind),
  constraint said_is_of_kind check ((kind, said) in (
    ('registration', 'mine'), ('registration', 'family'), ('registration', 'earlier_owner'), ('registration', 'none'),
    ('tax_token', 'valid'), ('tax_token', 'none'),
    ('plate', 'fitted'), ('plate', 'ordered'), ('plate', 'none'),
    ('loan', 'none'), ('loan', 'released'), ('loan', 'running'),
    ('purchase', 'has'), ('purchase', 'none'))),
  constraint valid_token_has_day check ((valid_until is not null) = ((kind, said) = ('tax_token', 'valid'))),
  constraint token_expires check (state <> 'expired' or valid_until is not null),
  constraint shown_has_file check (state not in ('shown', 'checked') or (file_id is not null and shown_at is not null)),
  constraint checked_is_whole check (num_nonnulls(checked_at, checked_by) = case when state = 'checked' then 2 else 0 end),
  constraint refusal_is_whole check ((refused_for is null) = (refused_at is null)),
  constraint refused_is_said check (refused_for is null or state in ('said', 'expired'))
);
create index papers_to_check on bike_papers (shown_at, id) where state = 'shown';
create index papers_to_expire on bike_papers (valid_until) where valid_until is not null and state <> 'expired';

-- A moderator reads the photo of a paper for 15 minutes after opening it.
create table paper_openings (
  id uuid primary key,
  paper_id uuid not null references bike_papers on delete cascade,
  file_id uuid not null references paper_files on delete cascade,
  opened_by uuid not null references members,
  opened_at timestamptz not null,
  closes_at timestamptz not null,
  constraint opening_is_short check (closes_at > opened_at and closes_at <= opened_at + interval '15 minutes')
);
create index paper_openings_of_file on paper_openings (file_id, opened_by, closes_at);
create index paper_openings_of_paper on paper_openings (paper_id, closes_at);

-- ---------- what a check is worth ----------

-- Another answer, date or photo is not what was checked. A check needs the photo, opened by somebody who does not sell the bike.
create function guard_paper_check() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state = 'checked' and new.state = 'checked'
    and (new.said, new.valid_until, new.file_id, new.bike_id, new.kind)
      is distinct from (old.said, old.valid_until, old.file_id, old.bike_id, old.kind) then
    raise exception 'a changed paper is not checked' using constraint = 'changed_paper_is_not_checked';
  end if;
  if new.file_id is not null and not exists (
    select from paper_files join bikes on seller_id = owner_id where paper_files.id = new.file_id and bikes.id = new.bike_id) then
    raise exception 'a paper has a file of its seller' using constraint = 'file_is_of_seller';
  end if;
  if new.state = 'checked' and (tg_op = 'INSERT' or old.state <> 'checked') then
    if not exists (select from paper_openings where paper_id = new.id and file_id = new.file_id
      and opened_by = new.checked_by and opened_at <= new.checked_at) then
      raise exception 'who checks a paper opens it first' using constraint = 'checked_was_opened';
    end if;
    if exists (select from bikes where id = new.bike_id and seller_id = new.checked_by) then
      raise exception 'nobody checks their own paper' using constraint = 'not_checked_by_oneself';
    end if;
  end if;
  return new;
end $$;
create trigger guard_paper_check before insert or update on bike_papers for each row execute function guard_paper_check();

-- Drops the checked papers of a bike to 'shown': somebody has to look again.
create function drop_papers_to_shown(bike uuid) returns int language plpgsql as $$
declare
  dropped int;
begin
  update bike_papers set state = 'shown', checked_at = null, checked_by = null where bike_id = bike and state = 'checked';
  get diagnostics dropped = row_count;
  return dropped;
end $$;

-- An edit that makes it another bike.
create function drop_papers_of_changed_bike() returns trigger language plpgsql as $$
begin
  perform drop_papers_to_shown(new.id);
  return null;
end $$;
create trigger drop_papers_of_changed_bike after update of version on bikes for each row when (new.version <> old.version
    and (new.name, new.brand_id, new.brand_name, new.model_id, new.model_name, new.engine_cc, new.registered_in_year,
      new.registration_district)
    is distinct from (old.name, old.brand_id, old.brand_name, old.model_id, old.model_name, old.engine_cc, old.registered_in_year,
      old.registration_district))
  execute function drop_papers_of_changed_bike();

-- The name on the card was compared with the name of the account.
create function drop_papers_of_renamed_member() returns trigger language plpgsql as $$
begin
  update bike_papers set state = 'shown', checked_at = null, checked_by = null
    from bikes where bikes.id = bike_id and seller_id = new.id and kind = 'registration' and state = 'checked';
  return null;
end $$;
create trigger drop_papers_of_renamed_member after update of name on members
  for each row when (new.name <> old.name and new.removed_at is null) execute function drop_papers_of_renamed_member();

-- ---------- the level that cards, search and the bike's page show ----------

-- 'complete': what a transfer at BRTA needs is checked. A bike without registration is its own level.
create function get_papers_level(bike uuid) returns text language sql stable as $$
  select case
    when count(*) = 0 then 'not_said'
    when bool_or(kind = 'registration' and said = 'none') then 'unregistered'
    when count(*) filter (where state = 'checked' and (kind, said) in (
      ('registration', 'mine'), ('tax_token', 'valid'), ('plate', 'fitted'), ('loan', 'none'), ('loan', 'released'))) = 4 then 'complete'
    else 'mostly' end
  from bike_papers where bike_id = bike
$$;

create function set_papers_level() returns trigger language plpgsql as $$
declare
  bike uuid := case when tg_op = 'DELETE' then old.bike_id else new.bike_id end;
  level text := get_papers_level(bike);
begin
  update bikes set papers_level = level where id = bike and papers_level <> level;
  -- The page of the bike shows more than the level.
  perform pg_notify('public_data_changed', 'bike_papers');
  return null;
end $$;
create trigger set_papers_level after insert or update or delete on bike_papers for each row execute function set_papers_level();

-- ---------- the audit log ----------

create function audit_paper_opening() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('paper_opened', seller_id, bikes.id, null, jsonb_build_object('paper', kind, 'fileId', new.file_id))
    from bike_papers join bikes on bikes.id = bike_id where bike_papers.id = new.paper_id;
  return null;
end $$;
create trigger audit_paper_opening after insert on paper_openings for each row execute function audit_paper_opening();

create function audit_paper() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seller uuid := (select seller_id from bikes where id = new.bike_id);
  details jsonb := jsonb_build_object('paper', new.kind, 'paperId', new.id, 'fileId', new.file_id);
begin
  if new.state = 'checked' and (tg_op = 'INSERT' or old.state <> 'checked') then
    perform write_audit('paper_checked', seller, new.bike_id, null, details);
  elsif tg_op = 'UPDATE' and old.state = 'checked' and new.state <> 'checked' then
    perform write_audit('paper_dropped', seller, new.bike_id, null, details || jsonb_build_object('to', new.state));
  end if;
  if new.refused_for is not null and (tg_op = 'INSERT' or old.refused_at is distinct from new.refused_at) then
    perform write_audit('paper_refused', seller, new.bike_id, null, details || jsonb_build_object('reason', new.refused_for));
  end if;
  return null;
end $$;
create trigger audit_paper after insert or update on bike_papers for each row execute function audit_paper();

-- The encrypted key of a file, for its owner, or for who has it open at this time. Null for others, and for an erased file.
create function read_paper_key(file uuid, reader uuid, at timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_key text;
  owner uuid;
begin
  update paper_files set reads = reads + 1
    where id = file and key_encrypted is not null and (owner_id = reader or exists (
      select from paper_openings join bike_papers on bike_papers.id = paper_id
      where paper_openings.file_id = file and bike_papers.file_id = file
        and opened_by = reader and opened_at <= at and at < closes_at))
    returning key_encrypted, owner_id into found_key, owner;
  if found_key is not null then
    perform write_audit('paper_file_read', owner, (select bike_id from bike_papers where file_id = file), null,
      jsonb_build_object('fileId', file, 'reader', reader));
  end if;
  return found_key;
end $$;
revoke execute on function read_paper_key from public;
