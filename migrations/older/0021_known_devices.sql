-- Browsers in which a member has logged in. Their attempts are counted apart from those of strangers.
create table known_devices (
  -- The SHA-256 of the token in the browser's cookie.
  token_hash text primary key check (length(token_hash) = 43),
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index known_devices_by_member on known_devices (member_id);
create index known_devices_by_creation on known_devices (created_at);

-- Whoever logged in with another password, or before the account was deleted, has proven nothing that counts today. A
-- trigger, because passwords are set in several places.
create function forget_known_devices() returns trigger language plpgsql as $$
begin
  delete from known_devices where member_id = case tg_op when 'DELETE' then old.member_id else new.member_id end;
  return null;
end $$;
create trigger forget_known_devices after insert or delete on accounts
  for each row execute function forget_known_devices();
create trigger forget_known_devices_of_old_password after update of password on accounts
  for each row when (old.password is distinct from new.password) execute function forget_known_devices();
