-- What an admin asks a seller for before giving a badge: at most one question is open, and one that has ended stays as it was.

create table badge_questions (
  id uuid primary key,
  member_id uuid not null references members,
  asked_by uuid not null references members,
  -- Photos of the bike's registration paper, a number confirmed by a code, a time for a call, or a bike for sale.
  wanted text not null check (wanted in ('papers', 'phone', 'call', 'bike')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- 'answered': the seller says that it is done.
  end_cause text check (end_cause in ('answered', 'verified', 'asked_again', 'removed')),
  constraint question_end_is_whole check ((ended_at is null) = (end_cause is null)),
  constraint question_ends_later check (ended_at >= asked_at),
  constraint nobody_asks_oneself check (asked_by <> member_id)
);
create unique index one_question_of_member on badge_questions (member_id) where ended_at is null;
create index badge_questions_of_member on badge_questions (member_id, asked_at desc, id desc);

create function keep_badge_question() returns trigger language plpgsql as $$
begin
  if old.ended_at is not null and new is distinct from old then
    raise exception 'this question has ended' using constraint = 'ended_question_stays';
  end if;
  return new;
end $$;
create trigger ended_question_stays before update on badge_questions for each row execute function keep_badge_question();

-- ---------- badges, removed members and questions ----------

-- A badge answers the question, whoever gives it and from where.
create function end_question_of_badge() returns trigger language plpgsql as $$
begin
  update badge_questions set ended_at = greatest(asked_at, new.given_at), end_cause = 'verified'
    where member_id = new.member_id and ended_at is null;
  return null;
end $$;
create trigger end_question_of_badge after insert on badges
  for each row when (new.ended_at is null) execute function end_question_of_badge();

create function end_question_of_removed() returns trigger language plpgsql as $$
begin
  update badge_questions set ended_at = greatest(asked_at, new.removed_at), end_cause = 'removed'
    where member_id = new.id and ended_at is null;
  return null;
end $$;
create trigger end_question_of_removed after update of removed_at on members
  for each row when (old.removed_at is null and new.removed_at is not null) execute function end_question_of_removed();

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
  execute 'alter table audit add constraint audit_what_check '
    || replace(acts, 'ARRAY[', 'ARRAY[''badge_question_asked''::text, ''badge_question_ended''::text, ');
end $$;

create function audit_badge_question() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  details jsonb := jsonb_build_object('questionId', new.id, 'wanted', new.wanted);
begin
  if tg_op = 'INSERT' then
    perform write_audit('badge_question_asked', new.member_id, null, null, details);
  end if;
  if new.ended_at is not null and (tg_op = 'INSERT' or old.ended_at is null) then
    perform write_audit('badge_question_ended', new.member_id, null, null, details || jsonb_build_object('cause', new.end_cause));
  end if;
  return null;
end $$;
create trigger audit_badge_question after insert or update of ended_at on badge_questions
  for each row execute function audit_badge_question();
