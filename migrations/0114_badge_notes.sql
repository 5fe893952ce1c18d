-- What the admin saw when a seller was verified: read by admins, and by the seller in a copy of their own data.

alter table badges add column note text check (length(note) between 1 and 300);

create or replace function audit_badge() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform write_audit('badge_given', new.member_id, null, null,
      jsonb_build_object('badgeId', new.id, 'evidence', new.evidence, 'until', new.ends_at, 'note', new.note));
  end if;
  if new.ended_at is not null and (tg_op = 'INSERT' or old.ended_at is null) then
    perform write_audit('badge_ended', new.member_id, null, null, jsonb_build_object('badgeId', new.id, 'cause', new.end_cause));
  end if;
  return null;
end $$;
