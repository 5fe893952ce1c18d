-- Tokens of the links by which a member proves that an e-mail address is theirs.
create table email_proofs (
  -- The SHA-256 of the token in the link.
  token_hash text primary key,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_proofs_by_member on email_proofs (member_id, created_at);
create index email_proofs_by_expiry on email_proofs (expires_at);

-- When the first proof of the address ended all logins, because somebody else may have registered it. Null otherwise.
alter table members add column logins_ended_at timestamptz;

-- Somebody else may have saved the searches too: the owner turns on the e-mails that they want.
create function pause_searches_of_ended_logins() returns trigger language plpgsql as $$
begin
  update saved_searches set paused_at = new.logins_ended_at where member_id = new.id and paused_at is null;
  return null;
end $$;
create trigger pause_searches_of_ended_logins after update of logins_ended_at on members
  for each row when (new.logins_ended_at is distinct from old.logins_ended_at)
  execute function pause_searches_of_ended_logins();
