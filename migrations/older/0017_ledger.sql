-- Money: a double-entry ledger, refunds, payouts to sellers, disputes, receipts, and who may approve a payout.
-- Amounts of the ledger are in poisha: + is what the shop has or is owed, - is what it owes or has earned.

-- ---------- the ledger ----------

create table ledger_entries (
  id uuid primary key,
  cause text not null check (cause in (
    'settled', 'released', 'cancelled', 'refund_confirmed', 'refund_returned', 'refund_by_hand', 'payout_sent', 'payout_confirmed',
    'payout_failed', 'payout_returned', 'charge', 'chargeback_opened', 'chargeback_won', 'chargeback_lost', 'seller_charged',
    'refunded_at_provider', 'moved_to_bank', 'price_lowered')),
  -- The id of the payment, refund, payout, deal or balance transaction that caused it: nothing is entered twice.
  cause_ref text not null check (length(cause_ref) between 1 and 255),
  deal_id uuid references deals,
  payment_id uuid references payments,
  payout_id uuid,
  provider_ref text check (length(provider_ref) between 1 and 255),
  at timestamptz not null,
  -- The order of entry, for checks that go on where the last one stopped.
  position bigint generated always as identity unique,
  constraint entered_once unique (cause, cause_ref)
);
create index ledger_entries_of_deal on ledger_entries (deal_id) where deal_id is not null;
create index ledger_entries_of_charges on ledger_entries (at) where cause in ('charge', 'moved_to_bank');
create index ledger_entries_of_payment on ledger_entries (payment_id) where payment_id is not null;

create table ledger_lines (
  entry_id uuid not null references ledger_entries,
  -- provider:cards, bank, held:<deal>, buyer:<member>, seller:<member>, payout:<payout>, fee, charges, chargeback:<payment>, loss
  account text not null check (account ~ '^(provider:[a-z]+|bank|fee|charges|loss|(held|buyer|seller|payout|chargeback):[0-9a-f-]{36})$'),
  poisha bigint not null check (poisha <> 0),
  primary key (entry_id, account)
);
create index ledger_lines_of_account on ledger_lines (account) include (poisha);

create function require_balanced_entry() returns trigger language plpgsql as $$
declare
  total numeric;
begin
  select coalesce(sum(poisha), 0) into total from ledger_lines where entry_id = new.entry_id;
  if total <> 0 then
    raise exception 'the lines of a ledger entry sum to zero' using constraint = 'entry_sums_to_zero';
  end if;
  return null;
end $$;
create constraint trigger entry_sums_to_zero after insert on ledger_lines
  deferrable initially deferred for each row execute function require_balanced_entry();

create function reject_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using constraint = 'ledger_is_append_only';
end $$;
create trigger ledger_is_append_only before update or delete or truncate on ledger_entries
  for each statement execute function reject_ledger_change();
create trigger ledger_is_append_only before update or delete or truncate on ledger_lines
  for each statement execute function reject_ledger_change();

-- ---------- refunds ----------

create table refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  deal_id uuid references deals,
  amount_poisha bigint not null check (amount_poisha > 0),
  -- due: to be asked for; requested: the provider works on it; failed: a person looks at it.
  state text not null check (state in ('due', 'requested', 'succeeded', 'failed', 'by_hand')),
  provider_ref text unique check (length(provider_ref) between 1 and 255),
  -- Each try after a failure has a new idempotency key.
  tries int not null default 0 check (tries >= 0),
  next_try_at timestamptz not null,
  -- When the provider was first asked for it. From then on it is looked up there before it is asked for again.
  requested_at timestamptz,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null,
  settled_at timestamptz,
  -- Sent by hand: with the reference of the transfer, by one person and approved by another.
  reference text check (length(reference) between 1 and 120),
  sent_by uuid references members,
  approved_by uuid references members,
  constraint settled_when_ended check ((state in ('succeeded', 'by_hand')) = (settled_at is not null)),
  constraint refunded_by_two_people check (state <> 'by_hand' or (reference is not null and sent_by is not null and approved_by is not null)),
  constraint refund_approved_by_another check (approved_by is null or approved_by is distinct from sent_by)
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_to_send on refunds (next_try_at) where state in ('due', 'requested');
create index refunds_needing_attention on refunds (created_at) where state in ('due', 'requested', 'failed');

-- ---------- who may approve payouts ----------

create table member_permissions (
  member_id uuid not null references members,
  permission text not null check (permission in ('cashier')),
  granted_by uuid references members,
  granted_at timestamptz not null,
  primary key (member_id, permission)
);

-- ---------- payouts ----------

create table payout_destinations (
  member_id uuid primary key references members,
  kind text not null check (kind in ('bkash', 'bank')),
  -- Encrypted with a key derived from SECRET; last4 is all that a screen shows.
  number_encrypted text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  -- The name on the account, and the bank with its branch.
  holder_name text not null check (length(holder_name) between 1 and 80),
  bank_name text check (length(bank_name) between 1 and 80),
  routing_number text check (routing_number ~ '^[0-9]{9}$'),
  changed_at timestamptz not null,
  -- A changed destination is paid only after 72 hours.
  usable_at timestamptz not null,
  constraint bank_has_a_name check ((kind = 'bank') = (bank_name is not null))
);

create table payouts (
  id uuid primary key,
  seller_id uuid not null references members,
  deal_id uuid not null references deals,
  -- What is transferred, and what was kept because the seller owed the shop money.
  amount_taka int not null check (amount_taka >= 0),
  set_off_taka int not null default 0 check (set_off_taka >= 0),
  -- due: may be sent; sent: on its way; failed: it came back, another one follows under a new id.
  state text not null check (state in ('due', 'sent', 'confirmed', 'failed')),
  -- Made before payouts existed: the admin says whether it was paid already.
  needs_review boolean not null default false,
  way text check (way in ('provider', 'bank', 'by_hand', 'set_off')),
  destination_kind text check (destination_kind in ('bkash', 'bank')),
  destination_last4 text check (destination_last4 ~ '^[0-9]{4}$'),
  provider_ref text check (length(provider_ref) between 1 and 120),
  requested_by uuid references members,
  approved_by uuid references members,
  created_at timestamptz not null,
  sent_at timestamptz,
  confirmed_at timestamptz,
  failed_at timestamptz,
  -- The buyer's bank disputes the payment: nothing is paid out until it is decided.
  frozen_at timestamptz,
  failure text check (length(failure) between 1 and 280),
  constraint approved_by_another check (approved_by is null or approved_by is distinct from requested_by),
  constraint sent_with_reference check (state in ('due', 'failed') or (provider_ref is not null and sent_at is not null)),
  constraint sent_by_two_people check (state = 'due' or way in ('provider', 'set_off') or (requested_by is not null and approved_by is not null)),
  constraint amount_is_something check (amount_taka + set_off_taka > 0 and (amount_taka > 0 or way = 'set_off')),
  constraint confirmed_when_confirmed check ((state = 'confirmed') = (confirmed_at is not null)),
  constraint failed_when_failed check ((state = 'failed') = (failed_at is not null))
);
create unique index one_payout_per_deal on payouts (deal_id) where state <> 'failed';
create index payouts_by_seller on payouts (seller_id, id desc);
create index payouts_to_send on payouts (created_at) where state in ('due', 'sent');
alter table ledger_entries add constraint entry_of_payout foreign key (payout_id) references payouts;

-- ---------- disputes ----------

create table disputes (
  deal_id uuid primary key references deals,
  opened_by text not null check (opened_by in ('buyer', 'seller', 'system')),
  reason text not null check (reason in ('not_as_described', 'not_handed_over', 'papers', 'damaged', 'contradiction', 'handed_over_without_code', 'other')),
  note text check (length(note) between 1 and 1000),
  opened_at timestamptz not null,
  evidence_until timestamptz not null,
  decide_until timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references members,
  decision text check (decision in ('released', 'part', 'refunded', 'withdrawn')),
  taka_to_buyer int check (taka_to_buyer >= 0),
  decision_note text check (length(decision_note) between 1 and 1000),
  constraint decided_at_once check ((decided_at is null) = (decision is null))
);
create table dispute_evidence (
  id uuid primary key,
  deal_id uuid not null references disputes,
  member_id uuid not null references members,
  note text check (length(note) between 1 and 1000),
  -- The name of a private file in the picture store; only the app serves it.
  picture text check (length(picture) between 1 and 200),
  added_at timestamptz not null,
  constraint evidence_is_something check (note is not null or picture is not null)
);
create index dispute_evidence_of_deal on dispute_evidence (deal_id, id);

-- ---------- receipts: numbered without gaps in each year ----------

create table receipt_counters (year int primary key, last_number int not null check (last_number >= 0));
create table receipts (
  deal_id uuid primary key references deals,
  year int not null,
  number int not null check (number > 0),
  issued_at timestamptz not null,
  constraint receipt_number_once unique (year, number)
);

-- ---------- the audit log: new kinds ----------

alter table audit drop constraint audit_what_check;
alter table audit add constraint audit_what_check check (what in (
  'payment_opened', 'payment_succeeded', 'payment_canceled', 'refund_due', 'payment_refunded', 'payment_changed',
  'partly_refunded', 'payment_disputed', 'dispute_ended',
  'member_joined', 'member_verified', 'verification_taken', 'member_removed', 'member_restored', 'email_changed',
  'second_factor_on', 'second_factor_off', 'password_set', 'password_changed', 'session_begun', 'session_ended',
  'bike_withdrawn',
  'payout_created', 'payout_sent', 'payout_confirmed', 'payout_failed', 'payout_destination_changed',
  'refund_by_hand', 'dispute_decided', 'seller_charged', 'permission_granted', 'permission_taken'));

create function audit_payout() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    perform write_audit(case new.state when 'due' then 'payout_created' when 'sent' then 'payout_sent'
      when 'confirmed' then 'payout_confirmed' else 'payout_failed' end, new.seller_id, null, null,
      jsonb_build_object('payoutId', new.id, 'dealId', new.deal_id, 'amountTaka', new.amount_taka, 'reference', new.provider_ref,
        'requestedBy', new.requested_by, 'approvedBy', new.approved_by));
  end if;
  return null;
end $$;
create trigger audit_payout after insert or update of state on payouts for each row execute function audit_payout();

create function audit_destination() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('payout_destination_changed', new.member_id, null, null, jsonb_build_object('kind', new.kind, 'last4', new.last4));
  return null;
end $$;
create trigger audit_destination after insert or update of changed_at on payout_destinations
  for each row execute function audit_destination();

create function audit_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('refund_by_hand', null, null, new.payment_id, jsonb_build_object('refundId', new.id,
    'amountPoisha', new.amount_poisha, 'reference', new.reference, 'sentBy', new.sent_by, 'approvedBy', new.approved_by));
  return null;
end $$;
create trigger audit_refund_by_hand after update of state on refunds
  for each row when (new.state = 'by_hand' and old.state <> 'by_hand') execute function audit_refund();

create function audit_decision() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('dispute_decided', new.decided_by, null, null, jsonb_build_object('dealId', new.deal_id,
    'decision', new.decision, 'takaToBuyer', new.taka_to_buyer));
  return null;
end $$;
create trigger audit_dispute_decided after update of decided_at on disputes
  for each row when (old.decided_at is null and new.decided_at is not null) execute function audit_decision();

create function audit_seller_charged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('seller_charged', null, null, new.payment_id, jsonb_build_object('entryId', new.id, 'dealId', new.deal_id));
  return null;
end $$;
create trigger audit_seller_charged after insert on ledger_entries
  for each row when (new.cause = 'seller_charged') execute function audit_seller_charged();

create function audit_permission() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform write_audit('permission_taken', old.member_id, null, null, jsonb_build_object('permission', old.permission));
  else
    perform write_audit('permission_granted', new.member_id, null, null, jsonb_build_object('permission', new.permission));
  end if;
  return null;
end $$;
create trigger audit_permission after insert or delete on member_permissions for each row execute function audit_permission();

-- ---------- existing shops: payments of before, and payouts that the admin reviews ----------

create temporary table old_entries (id uuid, cause text, cause_ref text, deal_id uuid, payment_id uuid, at timestamptz,
  debit text, credit text, poisha bigint) on commit drop;
-- Every payment that the provider took: for a deal, or to be sent back.
insert into old_entries
  select gen_random_uuid(), 'settled', payments.id::text, payments.deal_id, payments.id, coalesce(settled_at, created_at),
    'provider:cards', case when state = 'succeeded' then 'held:' || payments.deal_id else 'buyer:' || buyer_id end, amount_taka * 100::bigint
  from payments where state in ('succeeded', 'refund_due', 'refunded');
insert into old_entries
  select gen_random_uuid(), 'released', id::text, id, null, released_at, 'held:' || id, 'seller:' || seller_id, price_taka * 100::bigint
  from deals where released_at is not null;
-- Sent back by the shop, at the provider, or taken by the buyer's bank.
insert into old_entries
  select gen_random_uuid(), case when refund_reason = 'dispute_lost' then 'chargeback_opened' else 'refund_confirmed' end, id::text, null, id,
    refunded_at, case when refund_reason = 'dispute_lost' then 'chargeback:' || id else 'buyer:' || buyer_id end, 'provider:cards', amount_taka * 100::bigint
  from payments where state = 'refunded';
insert into old_entries
  select gen_random_uuid(), 'chargeback_lost', id::text, null, id, refunded_at, 'buyer:' || buyer_id, 'chargeback:' || id, amount_taka * 100::bigint
  from payments where state = 'refunded' and refund_reason = 'dispute_lost';
insert into old_entries
  select gen_random_uuid(), 'refunded_at_provider', id::text || ':' || refunded_taka, deal_id, id, settled_at, 'loss', 'provider:cards', refunded_taka * 100::bigint
  from payments where state = 'succeeded' and refunded_taka > 0;
insert into old_entries
  select gen_random_uuid(), 'chargeback_opened', id::text, deal_id, id, disputed_at, 'chargeback:' || id, 'provider:cards', (amount_taka - refunded_taka) * 100::bigint
  from payments where state = 'succeeded' and disputed_at is not null and refunded_taka < amount_taka;
insert into old_entries
  select gen_random_uuid(), 'chargeback_won', id::text, deal_id, id, dispute_ended_at, 'provider:cards', 'chargeback:' || id, (amount_taka - refunded_taka) * 100::bigint
  from payments where state = 'succeeded' and dispute_outcome = 'won' and refunded_taka < amount_taka;
insert into ledger_entries (id, cause, cause_ref, deal_id, payment_id, at)
  select id, cause, cause_ref, deal_id, payment_id, coalesce(at, now()) from old_entries order by at, cause desc;
insert into ledger_lines (entry_id, account, poisha)
  select id, debit, poisha from old_entries union all select id, credit, -poisha from old_entries;

insert into refunds (id, payment_id, amount_poisha, state, next_try_at, created_at, settled_at)
  select gen_random_uuid(), id, amount_taka * 100::bigint, case state when 'refund_due' then 'due' else 'succeeded' end,
    now(), created_at, refunded_at
  from payments where state = 'refund_due' or (state = 'refunded' and refund_reason <> 'dispute_lost');

insert into payouts (id, seller_id, deal_id, amount_taka, state, needs_review, created_at)
  select gen_random_uuid(), seller_id, id, price_taka, 'due', true, released_at from deals where released_at is not null;
