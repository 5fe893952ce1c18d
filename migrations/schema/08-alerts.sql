-- E-mails that members ask for: saved searches, and price drops of the bikes on their wishlists.

-- ---------- saved searches ----------

create table saved_searches (
  id uuid primary key,
  member_id uuid not null references members,
  name text not null check (length(name) between 1 and 80),
  -- The query string of /bikes, always in the same order, so that one search is saved once.
  query text not null check (length(query) between 1 and 12000),
  -- That of the page on which it was saved: the e-mails are written in it.
  language text not null check (language in ('en', 'bn')),
  -- Who has an e-mail can stop the e-mails, and do nothing else.
  unsubscribe_token text not null unique,
  created_at timestamptz not null,
  paused_at timestamptz,
  -- The bikes that were listed or edited from then on are still to be searched.
  search_from timestamptz not null,
  -- Not before then: an e-mail is sent once an hour at most.
  due_at timestamptz not null,
  -- The same request sent again after a lost answer finds its row.
  idempotency_key uuid
);
-- By a hash, because an index takes no long text.
create unique index saved_once on saved_searches (member_id, md5(query));
create index searches_due on saved_searches (due_at) where paused_at is null;

-- Which bike was notified for which search: written together with the e-mail, once.
create table search_matches (
  search_id uuid not null references saved_searches on delete cascade,
  bike_id uuid not null references bikes,
  notified_at timestamptz not null,
  primary key (search_id, bike_id)
);
create index search_matches_by_bike on search_matches (bike_id);

-- Somebody else may have saved the searches too: the owner turns on the e-mails that they want.
create function pause_searches_of_ended_logins() returns trigger language plpgsql as $$
begin
  update saved_searches set paused_at = new.logins_ended_at where member_id = new.id and paused_at is null;
  return null;
end $$;
create trigger pause_searches_of_ended_logins after update of logins_ended_at on members
  for each row when (new.logins_ended_at is distinct from old.logins_ended_at)
  execute function pause_searches_of_ended_logins();

-- ---------- price drops ----------

-- A bike of a wishlist became cheaper. One row waits for each wish; further drops are notified with it.
create table price_drops (
  id bigint generated always as identity primary key,
  wish_id uuid not null references wishes on delete cascade,
  dropped_at timestamptz not null,
  -- When it was handled, and the price that the e-mail named; null where there was nothing to notify any more.
  settled_at timestamptz,
  notified_taka int check (notified_taka between 1000 and 9999999)
);
create unique index one_pending_price_drop on price_drops (wish_id) where settled_at is null;
create index price_drops_by_wish on price_drops (wish_id, settled_at);
create index price_drops_pending on price_drops (dropped_at) where settled_at is null;

-- A trigger writes it with the change itself, whoever makes it, so that no drop is missed.
create function record_price_drop() returns trigger language plpgsql as $$
begin
  insert into price_drops (wish_id, dropped_at)
    select id, case when new.edited_at is distinct from old.edited_at then new.edited_at else now() end
    from wishes where bike_id = new.id and paid_at is null
    on conflict (wish_id) where settled_at is null do nothing;
  return null;
end $$;
create trigger record_price_drop after update of sale_price_taka on bikes
  for each row when (new.sale_price_taka < old.sale_price_taka) execute function record_price_drop();

-- Whether a member wants e-mails about prices; who never got one has no row.
create table price_alert_settings (
  member_id uuid primary key references members,
  unsubscribe_token text not null unique,
  stopped_at timestamptz
);
