-- The audit log of money, roles, verification, removals and logins. The server cannot change it: triggers write it with the
-- rights of the tables' owner. The triggers of a table are in the file of its subject.

create table audit (
  id bigint generated always as identity primary key,
  -- The clock of the database, which the server cannot set.
  at timestamptz not null default now(),
  -- The id of a member; or visitor, provider, system; or database: and the login of a person at the database itself.
  actor text not null check (actor ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|visitor|provider|system|database:.+)$'),
  request_id uuid,
  address inet,
  what text not null check (what in (
    'account_number_shown', 'sale_receipt_opened', 'fee_changed',
    'vehicle_numbers_changed', 'vehicle_numbers_deleted', 'vehicle_numbers_read',
    'paper_opened', 'paper_file_read', 'paper_checked', 'paper_refused', 'paper_dropped',
    'payment_opened', 'payment_succeeded', 'payment_canceled', 'refund_due', 'payment_refunded', 'payment_changed',
    'partly_refunded', 'payment_disputed', 'dispute_ended',
    'member_joined', 'member_verified', 'verification_taken', 'member_removed', 'member_restored', 'email_changed',
    'second_factor_on', 'second_factor_off', 'password_set', 'password_changed', 'session_begun', 'session_ended',
    'bike_withdrawn',
    'payout_created', 'payout_sent', 'payout_confirmed', 'payout_failed', 'payout_destination_changed',
    'refund_by_hand', 'dispute_decided', 'seller_charged', 'permission_granted', 'permission_taken',
    'case_decided', 'appeal_decided', 'bike_hidden', 'bike_shown', 'member_suspended', 'suspension_ended',
    'badge_given', 'badge_ended', 'phone_proven', 'phone_removed', 'role_added'
  )),
  -- What the entry is about. Without references: it outlives the rows that it names.
  member_id uuid,
  bike_id uuid,
  payment_id uuid,
  details jsonb not null
);
create index audit_of_payment on audit (payment_id, what) where payment_id is not null;
create index audit_of_member on audit (member_id, what, id) where member_id is not null;
create index audit_of_bike on audit (bike_id, what) where bike_id is not null;
-- The log is read by person and by act, newest first.
create index audit_of_actor on audit (actor, id desc) where actor not in ('system', 'visitor', 'provider');
create index audit_of_act on audit (what, id desc);

-- Nobody changes an entry. The owner may truncate the log after setting motohaat.cut_audit.
create function protect_audit() returns trigger language plpgsql as $$
begin
  if current_setting('motohaat.cut_audit', true) = 'yes'
    and (select relowner = current_user::regrole from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception 'the audit log is append-only' using constraint = 'audit_is_append_only';
end $$;
create trigger audit_is_append_only before update or delete or truncate on audit
  for each statement execute function protect_audit();

-- `motohaat.by` holds the actor, the request id and the address as JSON; without it the database login is the actor.
create function write_audit(what text, member uuid, bike uuid, payment uuid, details jsonb) returns void
  language plpgsql set search_path = public, pg_temp as $$
declare
  actor_context jsonb := nullif(current_setting('motohaat.by', true), '')::jsonb;
  default_actor text := case when 'motohaat_app' in (session_user, current_setting('role'))
    then 'system' else 'database:' || session_user end;
begin
  insert into audit (actor, request_id, address, what, member_id, bike_id, payment_id, details)
    values (coalesce(actor_context ->> 'actor', default_actor), (actor_context ->> 'request')::uuid, (actor_context ->> 'address')::inet,
      what, member, bike, payment, jsonb_strip_nulls(details));
end $$;
revoke execute on function write_audit from public;
