-- Logins and what proves who somebody is: passwords, sessions, second factors, e-mail addresses and mobile numbers.

-- ---------- sessions, accounts and passwords ----------

create table sessions (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_by_member on sessions (member_id);
create index sessions_by_expiry on sessions (expires_at);

create table accounts (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  provider_id text not null,
  account_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint one_account_per_provider unique (provider_id, account_id)
);
create index accounts_by_member on accounts (member_id);

create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_by_identifier on verifications (identifier);

-- Every request leaves a row, whether there is such a member or not, so that its answer takes the same time.
create table forgotten_passwords (
  email text primary key check (length(email) <= 254),
  requested_at timestamptz not null,
  -- The language of the page: a job writes the e-mail later.
  language text not null default 'en' check (language in ('en', 'bn'))
);

create table password_resets (
  -- The SHA-256 of the token in the e-mail.
  token_hash text primary key,
  member_id uuid not null references members on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_by_member on password_resets (member_id, created_at);
create index password_resets_by_expiry on password_resets (expires_at);

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

-- ---------- the second factor ----------

create table second_factors (
  id uuid primary key,
  member_id uuid not null constraint one_second_factor unique references members on delete cascade,
  -- Both are encrypted with a key derived from SECRET.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count int not null default 0,
  locked_until timestamptz
);

-- A code is valid for a minute and a half; who saw it being typed cannot use it after its owner.
create table used_codes (
  member_id uuid not null references members on delete cascade,
  code text not null,
  used_at timestamptz not null,
  primary key (member_id, code)
);

-- ---------- e-mail addresses ----------

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

-- How many e-mails an address got that nobody has proven: somebody else may have registered it.
create table unproven_addresses (
  -- The SHA-256 of the address, so that an account that is deleted and made again begins no new count.
  address_hash text primary key check (length(address_hash) = 64),
  -- E-mails about the member's own deals.
  notice_count int not null default 0 check (notice_count between 0 and 10),
  -- E-mails with the link that proves the address.
  link_count int not null default 0 check (link_count between 0 and 10),
  last_sent_at timestamptz not null
);
create index unproven_addresses_by_time on unproven_addresses (last_sent_at);

-- ---------- mobile numbers ----------

-- One proven number for each account, and one account for each number.
create table phone_proofs (
  member_id uuid primary key references members on delete cascade,
  number text not null constraint phone_is_normal check (number ~ '^\+8801[3-9][0-9]{8}$'),
  proven_at timestamptz not null
);
create unique index one_account_of_number on phone_proofs (number);

-- The newest code of a member; a new one replaces it.
create table phone_codes (
  member_id uuid primary key references members on delete cascade,
  number text not null constraint phone_of_code_is_normal check (number ~ '^\+8801[3-9][0-9]{8}$'),
  -- HMAC with a key derived from SECRET: six digits alone could be found from a plain hash.
  code_hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- From then on another code may be sent.
  resend_at timestamptz not null,
  wrong_tries int not null default 0 constraint five_tries check (wrong_tries between 0 and 5),
  constraint code_has_time check (expires_at > sent_at)
);
create index phone_codes_by_expiry on phone_codes (expires_at);

-- ---------- rate limits ----------

-- Unlogged: every second request writes it, and after a crash all limits may begin anew.
create unlogged table limits (
  -- What is counted and for whom, hashed: it has neither addresses nor e-mail addresses.
  key text primary key,
  -- When the whole allowance is available again. What is used up is the time from now until then.
  free_at timestamptz not null
) with (fillfactor = 50);

-- ---------- the audit log ----------

create function audit_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit(case when tg_op = 'UPDATE' and old.password is not null
    then 'password_changed' else 'password_set' end, new.member_id, null, null, '{}');
  return null;
end $$;
create trigger audit_password_set after insert on accounts
  for each row when (new.password is not null) execute function audit_password();
create trigger audit_password after update of password on accounts
  for each row when (old.password is distinct from new.password) execute function audit_password();

create function audit_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform write_audit('session_begun', new.member_id, null, null, jsonb_build_object('sessionId', new.id));
  else
    perform write_audit('session_ended', old.member_id, null, null, jsonb_build_object('sessionId', old.id));
  end if;
  return null;
end $$;
create trigger audit_session after insert or delete on sessions for each row execute function audit_session();

-- Without the number: the audit log outlives the account.
create function audit_phone_proof() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform write_audit('phone_removed', old.member_id, null, null, '{}');
  else
    perform write_audit('phone_proven', new.member_id, null, null, '{}');
  end if;
  return null;
end $$;
create trigger audit_phone_proof after insert or update or delete on phone_proofs
  for each row execute function audit_phone_proof();
