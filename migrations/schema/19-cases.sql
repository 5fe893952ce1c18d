-- Reports of members, the cases that moderators decide, hidden bikes and suspended members.

-- ---------- cases and reports ----------

create table cases (
  id uuid primary key,
  -- Null where the case is about the member.
  bike_id uuid references bikes,
  -- The seller of the bike, or the member.
  member_id uuid not null references members,
  opened_at timestamptz not null,
  -- Tenths: for each reporter the greatest weight of their reports, summed.
  score int not null default 0 check (score >= 0),
  -- One moderator works on a case for 30 minutes.
  taken_by uuid references members,
  taken_until timestamptz,
  decision text check (decision in ('nothing', 'words', 'hide', 'warn', 'suspend_7', 'suspend_30', 'remove')),
  -- For the person whom the case is about.
  reason text check (length(reason) between 1 and 1000),
  decided_by uuid references members,
  decided_at timestamptz,
  suspended_until timestamptz,
  appeal text check (length(appeal) between 1 and 1000),
  appealed_at timestamptz,
  appeal_answer text check (appeal_answer in ('stays', 'taken_back')),
  appeal_reason text check (length(appeal_reason) between 1 and 1000),
  appeal_decided_by uuid references members,
  appeal_decided_at timestamptz,
  -- When a bike that this case hid was shown again.
  shown_at timestamptz,
  rule_points int not null default 0 check (rule_points >= 0),
  -- When the seller changed the advertisement so that nothing was left to decide.
  mended_at timestamptz,
  constraint taken_is_whole check ((taken_by is null) = (taken_until is null)),
  constraint decision_is_whole check (num_nonnulls(decision, reason, decided_by, decided_at) in (0, 4)),
  constraint appeal_is_whole check (num_nonnulls(appeal, appealed_at) in (0, 2)),
  constraint answer_is_whole check (num_nonnulls(appeal_answer, appeal_reason, appeal_decided_by, appeal_decided_at) in (0, 4)),
  constraint appeal_follows_decision check (appealed_at is null
    or (decided_at is not null and decision <> 'nothing' and appealed_at <= decided_at + interval '14 days')),
  constraint answer_follows_appeal check (appeal_decided_at is null or appealed_at is not null),
  constraint not_decided_by_oneself check (decided_by <> member_id and appeal_decided_by <> member_id),
  constraint appeal_decided_by_another check (appeal_decided_by <> decided_by),
  constraint suspension_has_end check ((decision in ('suspend_7', 'suspend_30')) = (suspended_until is not null)),
  constraint hides_a_bike check (decision is distinct from 'hide' or bike_id is not null),
  constraint mended_is_undecided check (mended_at is null or decided_at is null)
);
-- One open case for each thing: undecided, or with an appeal that nobody has answered.
create unique index one_open_case_of_bike on cases (bike_id)
  where bike_id is not null and mended_at is null
    and (decided_at is null or (appealed_at is not null and appeal_decided_at is null));
create unique index one_open_case_of_member on cases (member_id)
  where bike_id is null and (decided_at is null or (appealed_at is not null and appeal_decided_at is null));
create index cases_to_decide on cases (score desc, id desc)
  where mended_at is null and (decided_at is null or (appealed_at is not null and appeal_decided_at is null));
create index cases_decided on cases (id desc) where decided_at is not null;
create index cases_of_member on cases (member_id, id desc);
create index cases_of_bike on cases (bike_id) where bike_id is not null;

create table reports (
  id uuid primary key,
  case_id uuid not null references cases,
  reporter_id uuid not null references members,
  bike_id uuid references bikes,
  member_id uuid references members,
  reason text not null check (reason in ('sold', 'wrong_facts', 'advance_money', 'stolen', 'copied', 'rude', 'asked_strange')),
  words text check (length(words) between 1 and 1000),
  -- Tenths, by the reporter's record at that time: 0.2 to 2.
  weight int not null check (weight between 2 and 20),
  created_at timestamptz not null,
  constraint about_one_thing check (num_nonnulls(bike_id, member_id) = 1)
);
create unique index reported_once on reports (reporter_id, coalesce(bike_id, member_id), reason);
create index reports_of_case on reports (case_id);
create index reports_of_member on reports (reporter_id, id desc);

-- ---------- hidden bikes ----------

-- A bike is hidden for a case that is open, for one that said so, or while its seller is suspended. A bike that waited when its
-- case ended with a suspension stays hidden, like one that a decision hides.
create function require_case_of_hidden() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bikes where id = new.id and (hidden_at is null
      or (hidden_by = 'reports' and exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null))
      or (hidden_by = 'rules' and exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null
        and rule_points >= 60))
      or (hidden_by = 'moderator' and exists (select from cases where bike_id = bikes.id
        and decision in ('hide', 'suspend_7', 'suspend_30') and shown_at is null))
      or (hidden_by = 'suspension' and exists (select from members where members.id = seller_id and suspended_until is not null)))
  ) then
    raise exception 'no case hides this bike' using constraint = 'hidden_has_case';
  end if;
  return null;
end $$;
create constraint trigger hidden_has_case after insert or update of hidden_at, hidden_by on bikes
  deferrable initially deferred for each row when (new.hidden_at is not null) execute function require_case_of_hidden();

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

-- ---------- suspended members ----------

-- A suspended member has no bike in a list.
create function require_hidden_while_suspended() returns trigger language plpgsql as $$
begin
  if exists (
    select from bikes join members on members.id = seller_id
    where bikes.id = new.id and suspended_until is not null and hidden_at is null and sold_at is null and withdrawn_at is null
  ) then
    raise exception 'this bike is of a suspended member' using constraint = 'suspended_is_hidden';
  end if;
  return null;
end $$;
create constraint trigger suspended_is_hidden after insert or update of hidden_at, sold_at, withdrawn_at on bikes
  deferrable initially deferred for each row execute function require_hidden_while_suspended();

create function require_hidden_bikes() returns trigger language plpgsql as $$
begin
  if exists (select from bikes where seller_id = new.id and hidden_at is null and sold_at is null and withdrawn_at is null) then
    raise exception 'a bike of this member is not hidden' using constraint = 'suspended_is_hidden';
  end if;
  return null;
end $$;
create constraint trigger suspended_is_hidden after update of suspended_until on members
  deferrable initially deferred for each row when (new.suspended_until is not null) execute function require_hidden_bikes();

-- ---------- the audit log ----------

create function audit_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.decided_at is not null and (tg_op = 'INSERT' or old.decided_at is null) then
    perform write_audit('case_decided', new.member_id, new.bike_id, null,
      jsonb_build_object('caseId', new.id, 'decision', new.decision, 'decidedBy', new.decided_by));
  end if;
  if tg_op = 'UPDATE' and old.appeal_decided_at is null and new.appeal_decided_at is not null then
    perform write_audit('appeal_decided', new.member_id, new.bike_id, null,
      jsonb_build_object('caseId', new.id, 'answer', new.appeal_answer, 'decidedBy', new.appeal_decided_by));
  end if;
  return null;
end $$;
create trigger audit_case after insert or update on cases for each row execute function audit_case();

create function audit_hidden() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit(case when new.hidden_at is null then 'bike_shown' else 'bike_hidden' end, new.seller_id, new.id, null,
    jsonb_build_object('by', coalesce(new.hidden_by, old.hidden_by)));
  return null;
end $$;
create trigger audit_hidden after update of hidden_at on bikes
  for each row when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function audit_hidden();

create function audit_suspension() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit(case when new.suspended_until is null then 'suspension_ended' else 'member_suspended' end, new.id, null, null,
    jsonb_build_object('until', new.suspended_until));
  return null;
end $$;
create trigger audit_suspension after update of suspended_until on members
  for each row when (old.suspended_until is distinct from new.suspended_until) execute function audit_suspension();
