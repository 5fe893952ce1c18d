-- Problems of deals that the admin decides, and receipts.

-- ---------- disputes ----------

create table disputes (
  deal_id uuid primary key references deals,
  opened_by text not null check (opened_by in ('buyer', 'seller', 'system')),
  -- 'numbers_different': a buyer compares the numbers of the bike at the meeting.
  reason text not null check (reason in ('not_as_described', 'not_handed_over', 'papers', 'numbers_different', 'damaged',
    'contradiction', 'handed_over_without_code', 'other')),
  note text check (length(note) between 1 and 1000),
  opened_at timestamptz not null,
  evidence_until timestamptz not null,
  decide_until timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references members,
  decision text check (decision in ('released', 'part', 'refunded', 'withdrawn')),
  taka_to_buyer int check (taka_to_buyer >= 0),
  decision_note text check (length(decision_note) between 1 and 1000),
  constraint decided_at_once check ((decided_at is null) = (decision is null))
);
create index disputes_undecided on disputes (opened_at) where decided_at is null;

create table dispute_evidence (
  id uuid primary key,
  deal_id uuid not null references disputes,
  member_id uuid not null references members,
  note text check (length(note) between 1 and 1000),
  -- The name of a private file in the picture store; only the app serves it.
  picture text check (length(picture) between 1 and 200),
  added_at timestamptz not null,
  constraint evidence_is_something check (note is not null or picture is not null)
);
create index dispute_evidence_of_deal on dispute_evidence (deal_id, id);

create function check_decider() returns trigger language plpgsql as $$
begin
  perform reject_own_deal(new.decided_by, new.deal_id);
  return new;
end $$;
create trigger check_decider before update of decided_by on disputes
  for each row when (new.decided_by is not null) execute function check_decider();

-- What the admin decided stays; a report that was withdrawn may be made again.
create function reject_change_of_decision() returns trigger language plpgsql as $$
begin
  raise exception 'a decision about a problem stays' using constraint = 'decision_stays';
end $$;
create trigger decision_stays before update on disputes for each row
  when (old.decision in ('released', 'part', 'refunded') and old is distinct from new)
  execute function reject_change_of_decision();

create function audit_decision() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('dispute_decided', new.decided_by, null, null, jsonb_build_object('dealId', new.deal_id,
    'decision', new.decision, 'takaToBuyer', new.taka_to_buyer));
  return null;
end $$;
create trigger audit_dispute_decided after update of decided_at on disputes
  for each row when (old.decided_at is null and new.decided_at is not null) execute function audit_decision();

-- ---------- receipts: numbered without gaps in each year ----------

create table receipt_counters (year int primary key, last_number int not null check (last_number >= 0));
create table receipts (
  deal_id uuid primary key references deals,
  year int not null,
  number int not null check (number > 0),
  issued_at timestamptz not null,
  constraint receipt_number_once unique (year, number)
);

create function check_receipt_counter() returns trigger language plpgsql as $$
begin
  if new.year <> old.year or new.last_number <> old.last_number + 1 then
    raise exception 'receipts are numbered without gaps' using constraint = 'receipts_without_gaps';
  end if;
  return new;
end $$;
create trigger receipts_without_gaps before update on receipt_counters for each row execute function check_receipt_counter();
