-- The rules of publishing: which ones an advertisement broke, bikes that wait for a moderator, and what the rules look up.

-- A bike that waits is a hidden bike: it is in no list and has no page.
alter table bikes drop constraint bikes_hidden_by_check;
alter table bikes add constraint bikes_hidden_by_check check (hidden_by in ('reports', 'rules', 'moderator', 'suspension'));

-- ---------- the rules that fired ----------

create table fired_rules (
  bike_id uuid not null references bikes,
  rule text not null,
  points int not null check (points between 1 and 100),
  -- The words or the number in question.
  quote text check (length(quote) between 1 and 100),
  fired_at timestamptz not null,
  -- When a moderator looked at it and published the bike: it does not count any more.
  cleared_at timestamptz,
  primary key (bike_id, rule)
);

-- ---------- cases of rules ----------

alter table cases add column rule_points int not null default 0 check (rule_points >= 0);
-- When the seller changed the advertisement so that nothing was left to decide.
alter table cases add column mended_at timestamptz;
alter table cases add constraint mended_is_undecided check (mended_at is null or decided_at is null);

drop index one_open_case_of_bike;
create unique index one_open_case_of_bike on cases (bike_id)
  where bike_id is not null and mended_at is null
    and (decided_at is null or (appealed_at is not null and appeal_decided_at is null));
drop index cases_to_decide;
create index cases_to_decide on cases (score desc, id desc)
  where mended_at is null and (decided_at is null or (appealed_at is not null and appeal_decided_at is null));

create or replace function require_case_of_hidden() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bikes where id = new.id and (hidden_at is null
      or (hidden_by = 'reports' and exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null))
      or (hidden_by = 'rules' and exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null
        and rule_points >= 60))
      or (hidden_by = 'moderator' and exists (select from cases where bike_id = bikes.id and decision = 'hide' and shown_at is null))
      or (hidden_by = 'suspension' and exists (select from members where members.id = seller_id and suspended_until is not null)))
  ) then
    raise exception 'no case hides this bike' using constraint = 'hidden_has_case';
  end if;
  return null;
end $$;

-- A bike whose case has 60 points of rules or more is in no list.
create function require_waiting_hidden() returns trigger language plpgsql as $$
begin
  if exists (
    select from cases join bikes on bikes.id = cases.bike_id
    where cases.id = new.id and cases.rule_points >= 60 and cases.decided_at is null and mended_at is null
      and hidden_at is null and sold_at is null and withdrawn_at is null and reserved_at is null
  ) then
    raise exception 'the bike of this case has to wait' using constraint = 'waiting_is_hidden';
  end if;
  return null;
end $$;
create constraint trigger waiting_is_hidden after insert or update of rule_points on cases
  deferrable initially deferred for each row when (new.rule_points >= 60) execute function require_waiting_hidden();

-- ---------- what the rules look up ----------

-- The difference hash of 64 bits; null for a picture of one colour, and for those stored before this column.
alter table pictures add column dhash bigint;
-- Two hashes with at most three different bits share one of their four parts.
create index pictures_by_dhash_1 on pictures ((dhash & 65535)) where dhash is not null;
create index pictures_by_dhash_2 on pictures (((dhash >> 16) & 65535)) where dhash is not null;
create index pictures_by_dhash_3 on pictures (((dhash >> 32) & 65535)) where dhash is not null;
create index pictures_by_dhash_4 on pictures (((dhash >> 48) & 65535)) where dhash is not null;

-- A description without spaces and signs, in lower case. Short ones are the same by chance: null.
create function text_fingerprint(written text) returns text language sql immutable parallel safe
  return case when length(written) >= 40 then md5(array_to_string(search_words(written), '')) end;
create index bikes_by_text on bikes (text_fingerprint(description)) where text_fingerprint(description) is not null;

-- Numbers of members whom Motohaat removed, as SHA-256 of the last ten digits.
create table removed_numbers (
  number_hash text primary key check (number_hash ~ '^[0-9a-f]{64}$'),
  removed_at timestamptz not null
);

-- What waits is no evidence of prices.
create function record_hidden_bike() returns trigger language plpgsql as $$
begin
  insert into price_estimate_changes (model_id, year)
    values (new.model_id, bike_year(new.registered_in_year, new.bought_in_year));
  return null;
end $$;
create trigger record_hidden_bike after update of hidden_at on bikes
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null) and new.model_id is not null)
  execute function record_hidden_bike();
