-- Badges of verified sellers: what Motohaat checked, from when to when, and why one was taken back.

create table badges (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references members,
  -- What was checked. 'before_record': given before this table; 'not_named': the request named nothing.
  evidence text not null check (evidence in ('shop_visited', 'papers_seen', 'phone_called', 'before_record', 'not_named')),
  given_at timestamptz not null,
  -- Null where nobody is known.
  given_by uuid references members,
  ends_at timestamptz not null,
  -- When the seller was told that it ends soon.
  reminded_at timestamptz,
  -- From here on it is not shown.
  ended_at timestamptz,
  end_cause text check (end_cause in ('expired', 'taken_back', 'renewed', 'removed')),
  taken_by uuid references members,
  -- For the seller.
  reason text check (length(reason) between 1 and 1000),
  constraint badge_has_time check (ends_at > given_at),
  constraint badge_end_is_whole check ((ended_at is null) = (end_cause is null)),
  constraint taken_back_has_reason check (
    num_nonnulls(taken_by, reason) = case when end_cause is not distinct from 'taken_back' then 2 else 0 end)
);
create unique index one_badge_of_member on badges (member_id) where ended_at is null;
create index badges_of_member on badges (member_id, given_at desc);
create index badges_to_end on badges (ends_at) where ended_at is null;

-- What a badge says of the past stays as it was.
create function keep_badge_history() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and new is distinct from old then
    raise exception 'this badge has ended' using constraint = 'ended_badge_stays';
  end if;
  return new;
end $$;
create trigger ended_badge_stays before update on badges for each row execute function keep_badge_history();

-- ---------- badges and members.verified_at ----------

-- Lists read members.verified_at. It is set exactly while the member has a badge that has not ended.
create function match_badge() returns trigger language plpgsql as $$
begin
  if new.verified_at is null then
    update badges set ended_at = greatest(given_at, coalesce(new.removed_at, now())), end_cause = 'removed'
      where member_id = new.id and ended_at is null;
  elsif not exists (select from badges where member_id = new.id and ended_at is null) then
    insert into badges (member_id, evidence, given_at, ends_at)
      values (new.id, 'not_named', new.verified_at, new.verified_at + interval '12 months');
  end if;
  return null;
end $$;
create trigger match_badge_of_new after insert on members
  for each row when (new.verified_at is not null) execute function match_badge();
create trigger match_badge after update of verified_at on members
  for each row when ((old.verified_at is null) <> (new.verified_at is null)) execute function match_badge();

create function require_verified_member() returns trigger language plpgsql as $$
begin
  if exists (select from badges join members on members.id = member_id
      where badges.id = new.id and (ended_at is null) and verified_at is null)
    or exists (select from badges join members on members.id = member_id
      where badges.id = new.id and ended_at is not null and verified_at is not null
        and not exists (select from badges as open where open.member_id = members.id and open.ended_at is null)) then
    raise exception 'a badge and its member disagree' using constraint = 'badge_is_shown';
  end if;
  return null;
end $$;
create constraint trigger badge_is_shown after insert or update of ended_at on badges
  deferrable initially deferred for each row execute function require_verified_member();

-- ---------- the audit log ----------

create function audit_badge() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform write_audit('badge_given', new.member_id, null, null,
      jsonb_build_object('badgeId', new.id, 'evidence', new.evidence, 'until', new.ends_at));
  end if;
  if new.ended_at is not null and (tg_op = 'INSERT' or old.ended_at is null) then
    perform write_audit('badge_ended', new.member_id, null, null, jsonb_build_object('badgeId', new.id, 'cause', new.end_cause));
  end if;
  return null;
end $$;
create trigger audit_badge after insert or update of ended_at on badges for each row execute function audit_badge();
