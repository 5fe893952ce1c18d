-- Searches that somebody keeps, so that the shop writes when a bike comes that fits; and letters about bikes of a wishlist
-- that became cheaper. A version of the shop that knows nothing of this goes on working: it writes no such letters.

create table saved_searches (
  id uuid primary key,
  member_id uuid not null references members,
  name text not null check (length(name) between 1 and 80),
  -- What stands behind the ? of /bikes, always in the same order, so that one search is kept once.
  query text not null check (length(query) between 1 and 12000),
  -- That of the page it was kept on: the letters are written in it.
  language text not null check (language in ('en', 'bn')),
  -- Whoever has a letter can stop the letters, and nothing else.
  stop_token text not null unique,
  created_at timestamptz not null,
  paused_at timestamptz,
  -- The bikes that came or changed from then on are still to be looked through.
  look_from timestamptz not null,
  -- Not before then: a letter comes once an hour at most.
  due_at timestamptz not null
);
-- By its mark, since an index takes no long text.
create unique index saved_once on saved_searches (member_id, md5(query));
create index searches_due on saved_searches (due_at) where paused_at is null;

-- Which bike was told for which search: written together with the letter, once.
create table search_matches (
  search_id uuid not null references saved_searches on delete cascade,
  bike_id uuid not null references bikes,
  told_at timestamptz not null,
  primary key (search_id, bike_id)
);
create index search_matches_by_bike on search_matches (bike_id);

-- The job asks for the bikes of the last minutes.
create index bikes_by_coming on bikes (created_at);
create index bikes_by_edit on bikes (edited_at) where edited_at is not null;

-- ---------- wishes that became cheaper ----------

alter table wishes add column language text not null default 'en' check (language in ('en', 'bn'));

-- A bike of a wishlist became cheaper. One note waits for each wish; further drops meanwhile are told with it.
create table price_notes (
  id bigint generated always as identity primary key,
  wish_id uuid not null references wishes,
  fell_at timestamptz not null,
  -- When it was dealt with, and the price that the letter named; no price where there was nothing to tell any more.
  settled_at timestamptz,
  told_taka int check (told_taka between 1000 and 999999)
);
create unique index price_note_waits_once on price_notes (wish_id) where settled_at is null;
create index price_notes_by_wish on price_notes (wish_id, settled_at);
create index price_notes_waiting on price_notes (fell_at) where settled_at is null;

-- Written with the change itself, whoever makes it, so that no drop is ever missed.
create function note_price_drop() returns trigger language plpgsql as $$
begin
  insert into price_notes (wish_id, fell_at)
    select id, case when new.edited_at is distinct from old.edited_at then new.edited_at else now() end
    from wishes where bike_id = new.id and paid_at is null
    on conflict (wish_id) where settled_at is null do nothing;
  return null;
end $$;
create trigger note_price_drop after update of sale_price_taka on bikes
  for each row when (new.sale_price_taka < old.sale_price_taka) execute function note_price_drop();

-- Whether somebody wants letters about prices; who never had one has no row yet.
create table price_letters (
  member_id uuid primary key references members,
  stop_token text not null unique,
  stopped_at timestamptz
);

-- Where a letter can be stopped, for the letters that come by themselves.
alter table mails add column stop_url text;
