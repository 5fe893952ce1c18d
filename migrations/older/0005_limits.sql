-- How often somebody may do something, shared by all processes; codes that were used; forms that were sent twice.

-- ---------- limits ----------

-- Unlogged, since it is written at every second request and means nothing after a crash: then all begin anew.
create unlogged table limits (
  -- What is counted and for whom, hashed: neither addresses nor e-mails lie here.
  key text primary key,
  -- When the whole allowance is there again. What has been used up is the time from now until then.
  free_at timestamptz not null
) with (fillfactor = 50);

-- ---------- codes of the second factor ----------

-- A code is good for a minute and a half; who saw it being typed must not come in with it after its owner.
create table used_codes (
  member_id uuid not null references members on delete cascade,
  code text not null,
  used_at timestamptz not null,
  primary key (member_id, code)
);

-- ---------- forms whose answer was lost ----------

-- Made by the form for what it sends, with a mark of all that was sent: sent again after a lost answer, it finds what it
-- made the first time.
alter table bikes add column draft_id uuid, add column draft_mark text;
create unique index offered_once on bikes (seller_id, draft_id) where draft_id is not null;
alter table contact_messages add column draft_id uuid, add column draft_mark text;
create unique index written_once on contact_messages (draft_id, draft_mark) where draft_id is not null;

-- How many orders of a buyer wait to be paid is asked before each new one.
create index bookings_unpaid on bookings (buyer_id) where paid_at is null and cancelled_at is null;
