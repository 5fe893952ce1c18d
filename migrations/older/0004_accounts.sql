-- What a person does with their own account: letters to them, forgotten passwords, a second factor.

-- ---------- letters that wait for the mail server ----------

create table mails (
  id uuid primary key,
  recipient text not null check (length(recipient) <= 254),
  subject text not null check (length(subject) <= 200),
  -- Emptied when it was sent: a letter may hold a key to an account.
  text text,
  made_at timestamptz not null,
  -- After this moment nobody needs the letter any more, so it is thrown away unsent.
  useless_at timestamptz not null,
  sent_at timestamptz,
  tries int not null default 0,
  next_try_at timestamptz not null,
  constraint sent_mails_are_emptied check ((sent_at is null) = (text is not null))
);
create index mails_to_send on mails (next_try_at) where sent_at is null;
create index mails_by_end on mails (useless_at);

-- ---------- forgotten passwords ----------

-- Everybody who asks leaves the same row, whether there is such a member or not: so the answer takes the same time.
create table forgotten_passwords (
  email text primary key check (length(email) <= 254),
  asked_at timestamptz not null
);

create table password_resets (
  -- SHA-256 of what the letter says; the letter alone has the key itself.
  token_hash text primary key,
  member_id uuid not null references members on delete cascade,
  made_at timestamptz not null,
  ends_at timestamptz not null
);
create index password_resets_by_member on password_resets (member_id, made_at);
create index password_resets_by_end on password_resets (ends_at);

-- ---------- the second factor ----------

alter table members add column has_second_factor boolean not null default false;

create table second_factors (
  id uuid primary key,
  member_id uuid not null constraint one_second_factor unique references members on delete cascade,
  -- Both are encrypted with the shop's secret.
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count int not null default 0,
  locked_until timestamptz
);
