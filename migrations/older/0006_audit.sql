-- The trail of money, roles, verification, deletion and sign-in, which the shop itself cannot edit; what the card
-- provider told; and money that went back by another way than the shop's own.

-- ---------- the trail ----------

create table audit (
  id bigint generated always as identity primary key,
  -- The database's clock, not the shop's: nobody who can move the one can move the other.
  at timestamptz not null default now(),
  -- A member's id; or visitor, provider, system; or database: and the login of a person at the database itself.
  actor text not null check (actor ~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|visitor|provider|system|database:.+)$'),
  request_id uuid,
  address inet,
  what text not null check (what in (
    'payment_opened', 'payment_succeeded', 'payment_canceled', 'refund_due', 'payment_refunded', 'payment_changed',
    'partly_refunded', 'payment_disputed', 'dispute_ended',
    'member_joined', 'member_verified', 'verification_taken', 'member_removed', 'member_restored', 'email_changed',
    'second_factor_on', 'second_factor_off', 'password_set', 'password_changed', 'session_begun', 'session_ended',
    'bike_withdrawn'
  )),
  -- Whom and what it is about. Ids alone, and no references: the trail outlives what it tells of.
  member_id uuid,
  bike_id uuid,
  payment_id uuid,
  details jsonb not null
);
create index audit_of_payment on audit (payment_id, what) where payment_id is not null;
create index audit_of_member on audit (member_id, what, id) where member_id is not null;
create index audit_of_bike on audit (bike_id, what) where bike_id is not null;

-- Nothing in the trail is changed, whoever asks; its owner may cut it off after saying so out loud.
create function keep_audit() returns trigger language plpgsql as $$
begin
  if current_setting('motohaat.cut_audit', true) = 'yes'
    and (select relowner = current_user::regrole from pg_class where oid = tg_relid) then
    return null;
  end if;
  raise exception 'the trail is only ever added to' using constraint = 'audit_is_kept';
end $$;
create trigger audit_is_kept before update or delete or truncate on audit
  for each statement execute function keep_audit();
create trigger payments_are_kept_whole before truncate on payments
  for each statement execute function keep_payments();

-- What happened, when, and to what; by whom says the shop in motohaat.by, connection by connection.
create function write_audit(what text, member uuid, bike uuid, payment uuid, details jsonb)
  returns void language plpgsql set search_path = public, pg_temp as $$
declare
  said jsonb := nullif(current_setting('motohaat.by', true), '')::jsonb;
  at_home text := case when 'motohaat_app' in (session_user, current_setting('role'))
    then 'system' else 'database:' || session_user end;
begin
  insert into audit (actor, request_id, address, what, member_id, bike_id, payment_id, details)
    values (coalesce(said ->> 'actor', at_home), (said ->> 'request')::uuid, (said ->> 'address')::inet,
      what, member, bike, payment, jsonb_strip_nulls(details));
end $$;
revoke execute on function write_audit from public;

-- The triggers write with the rights of the tables' owner: whoever makes the change cannot write the trail otherwise.

create function audit_payment() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  story jsonb := jsonb_build_object(
    'amountTaka', new.amount_taka, 'intentId', new.intent_id, 'reason', new.refund_reason);
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    perform write_audit(case new.state
      when 'open' then 'payment_opened' when 'succeeded' then 'payment_succeeded' when 'canceled' then 'payment_canceled'
      when 'refund_due' then 'refund_due' else 'payment_refunded' end, new.buyer_id, new.bike_id, new.id, story);
  end if;
  if tg_op = 'INSERT' then return null; end if;
  if (new.amount_taka, new.currency, new.buyer_id, new.bike_id)
    <> (old.amount_taka, old.currency, old.buyer_id, old.bike_id) then
    perform write_audit('payment_changed', new.buyer_id, new.bike_id, new.id,
      story || jsonb_build_object('amountTakaBefore', old.amount_taka));
  end if;
  if new.sent_back_taka <> old.sent_back_taka and new.state = old.state then
    perform write_audit('partly_refunded', new.buyer_id, new.bike_id, new.id,
      story || jsonb_build_object('sentBackTaka', new.sent_back_taka));
  end if;
  if new.disputed_at is not null and old.disputed_at is null then
    perform write_audit('payment_disputed', new.buyer_id, new.bike_id, new.id, story);
  end if;
  if new.dispute_outcome is distinct from old.dispute_outcome then
    perform write_audit('dispute_ended', new.buyer_id, new.bike_id, new.id,
      story || jsonb_build_object('outcome', new.dispute_outcome));
  end if;
  return null;
end $$;

create function audit_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  story jsonb := jsonb_build_object('role', new.role);
begin
  if tg_op = 'INSERT' then
    perform write_audit('member_joined', new.id, null, null, story);
  elsif (new.removed_at is null) <> (old.removed_at is null) then
    perform write_audit(case when new.removed_at is null then 'member_restored' else 'member_removed' end,
      new.id, null, null, story);
  elsif new.email <> old.email then
    perform write_audit('email_changed', new.id, null, null, story);
  end if;
  if (new.verified_at is not null) <> (tg_op = 'UPDATE' and old.verified_at is not null) then
    perform write_audit(case when new.verified_at is null then 'verification_taken' else 'member_verified' end,
      new.id, null, null, story);
  end if;
  if new.has_second_factor <> (tg_op = 'UPDATE' and old.has_second_factor) then
    perform write_audit(case when new.has_second_factor then 'second_factor_on' else 'second_factor_off' end,
      new.id, null, null, story);
  end if;
  return null;
end $$;

create function audit_bike() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('bike_withdrawn', new.seller_id, new.id, null,
    jsonb_build_object('saleUndone', case when new.sale_undone_at is not null then true end));
  return null;
end $$;

create function audit_password() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit(case when tg_op = 'UPDATE' and old.password is not null
    then 'password_changed' else 'password_set' end, new.member_id, null, null, '{}');
  return null;
end $$;

create function audit_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform write_audit('session_begun', new.member_id, null, null, jsonb_build_object('sessionId', new.id));
  else
    perform write_audit('session_ended', old.member_id, null, null, jsonb_build_object('sessionId', old.id));
  end if;
  return null;
end $$;

-- ---------- money that went back by another way than the shop's own ----------

-- A sale whose money went back outside: the bike stays with its seller, and the shop does not offer it by itself.
alter table bikes add column sale_undone_at timestamptz;
alter table bikes add constraint undone_is_withdrawn check (sale_undone_at is null or withdrawn_at is not null);

-- What the provider sent back of a sale that stands, in whole Taka; a part of one counts as nothing.
alter table payments add column sent_back_taka int not null default 0
  constraint sent_back_of_amount check (sent_back_taka between 0 and amount_taka);
alter table payments add column disputed_at timestamptz;
alter table payments add column dispute_ended_at timestamptz;
alter table payments add column dispute_outcome text check (dispute_outcome in ('won', 'lost'));
alter table payments add constraint dispute_begins_and_ends check (
  (dispute_ended_at is null) = (dispute_outcome is null) and (dispute_outcome is null or disputed_at is not null));
alter table payments drop constraint payments_refund_reason_check;
alter table payments add constraint payments_refund_reason_check check (refund_reason in (
  'bike_sold', 'bike_withdrawn', 'hold_released', 'mismatch', 'buyer_removed', 'at_provider', 'dispute_lost'));
create index payments_to_look_at on payments (id) where disputed_at is not null or sent_back_taka > 0 or refund_reason is not null;

-- ---------- what the card provider told ----------

create table webhook_events (
  -- The provider's own id of the event: the same one told twice is one.
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) <= 255),
  -- The intent that it is about, if it is about one.
  intent_id text check (length(intent_id) <= 255),
  -- When it happened, by the provider's clock.
  made_at timestamptz not null,
  received_at timestamptz not null,
  -- When it was found in the provider's own list: up to the newest of these nothing was missed.
  listed_at timestamptz,
  processed_at timestamptz
);
create index webhook_events_to_process on webhook_events (received_at) where processed_at is null;
create index webhook_events_by_time on webhook_events (made_at);

-- ---------- from here on everything is written down; what was there before is told as it stands ----------

create trigger audit_payment after insert or update on payments for each row execute function audit_payment();
create trigger audit_member after insert or update of role, email, verified_at, removed_at, has_second_factor on members
  for each row execute function audit_member();
create trigger audit_bike_withdrawn after insert on bikes
  for each row when (new.withdrawn_at is not null) execute function audit_bike();
create trigger audit_bike after update of withdrawn_at on bikes
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function audit_bike();
create trigger audit_password_set after insert on accounts
  for each row when (new.password is not null) execute function audit_password();
create trigger audit_password after update of password on accounts
  for each row when (old.password is distinct from new.password) execute function audit_password();
create trigger audit_session after insert or delete on sessions for each row execute function audit_session();

insert into audit (actor, what, member_id, details)
  select 'system', 'member_joined', id, jsonb_build_object('role', role, 'beforeTheTrail', true) from members
  union all select 'system', 'member_verified', id, '{"beforeTheTrail": true}' from members where verified_at is not null
  union all select 'system', 'member_removed', id, '{"beforeTheTrail": true}' from members where removed_at is not null
  union all select 'system', 'second_factor_on', id, '{"beforeTheTrail": true}' from members where has_second_factor;
insert into audit (actor, what, member_id, bike_id, details)
  select 'system', 'bike_withdrawn', seller_id, id, '{"beforeTheTrail": true}' from bikes where withdrawn_at is not null;
insert into audit (actor, what, member_id, bike_id, payment_id, details)
  select 'system', case state
      when 'open' then 'payment_opened' when 'succeeded' then 'payment_succeeded' when 'canceled' then 'payment_canceled'
      when 'refund_due' then 'refund_due' else 'payment_refunded' end,
    buyer_id, bike_id, id, jsonb_build_object('amountTaka', amount_taka, 'beforeTheTrail', true)
  from payments;
