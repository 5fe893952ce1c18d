-- Nobody removes a member alone in the queue: one person proposes it with a reason, another one looks. One of them is an admin.

alter table cases
  add column removal_proposed_by uuid references members,
  add column removal_proposed_at timestamptz,
  -- For the person who looks; the member reads the reason of the decision.
  add column removal_reason text check (length(removal_reason) between 1 and 1000),
  add constraint proposal_is_whole check (num_nonnulls(removal_proposed_by, removal_proposed_at, removal_reason) in (0, 3)),
  add constraint not_proposed_by_oneself check (removal_proposed_by <> member_id),
  add constraint removal_decided_by_another check (decision <> 'remove' or removal_proposed_by <> decided_by);

-- Removals from before this migration have no proposal, so a trigger requires it of new ones.
create function require_proposal_of_removal() returns trigger language plpgsql as $$
begin
  if new.removal_proposed_by is null
    or not exists (select from members where id in (new.removal_proposed_by, new.decided_by) and role = 'Admin')
  then
    raise exception 'nobody proposed this removal, or no admin looked' using constraint = 'removal_has_proposal';
  end if;
  return new;
end $$;
create trigger removal_has_proposal before insert or update of decision on cases
  for each row when (new.decision = 'remove') execute function require_proposal_of_removal();

-- The audit log knows the act.
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
    || replace(acts, 'ARRAY[', 'ARRAY[''removal_proposed''::text, ');
end $$;

create function audit_proposal() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('removal_proposed', new.member_id, new.bike_id, null,
    jsonb_build_object('caseId', new.id, 'proposedBy', new.removal_proposed_by));
  return null;
end $$;
create trigger audit_proposal after update of removal_proposed_by on cases
  for each row when (old.removal_proposed_by is null and new.removal_proposed_by is not null) execute function audit_proposal();
