-- Mobile numbers that members proved by a code in a text message, and the codes that wait to be typed.

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

-- ---------- the audit log ----------

alter table audit drop constraint audit_what_check;
alter table audit add constraint audit_what_check check (what in (
  'payment_opened', 'payment_succeeded', 'payment_canceled', 'refund_due', 'payment_refunded', 'payment_changed',
  'partly_refunded', 'payment_disputed', 'dispute_ended',
  'member_joined', 'member_verified', 'verification_taken', 'member_removed', 'member_restored', 'email_changed',
  'second_factor_on', 'second_factor_off', 'password_set', 'password_changed', 'session_begun', 'session_ended',
  'bike_withdrawn',
  'payout_created', 'payout_sent', 'payout_confirmed', 'payout_failed', 'payout_destination_changed',
  'refund_by_hand', 'dispute_decided', 'seller_charged', 'permission_granted', 'permission_taken',
  'case_decided', 'appeal_decided', 'bike_hidden', 'bike_shown', 'member_suspended', 'suspension_ended',
  'badge_given', 'badge_ended', 'phone_proven', 'phone_removed'));

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
