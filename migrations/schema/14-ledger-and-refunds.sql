-- The double-entry ledger, and the refunds to buyers. Amounts are in poisha: + is what the shop has or is owed, - is what it owes
-- or has earned.

-- ---------- the ledger ----------

create table ledger_entries (
  id uuid primary key,
  cause text not null check (cause in (
    'settled', 'released', 'cancelled', 'refund_confirmed', 'refund_returned', 'refund_by_hand', 'payout_sent', 'payout_confirmed',
    'payout_failed', 'payout_returned', 'charge', 'payment_charge', 'chargeback_opened', 'chargeback_won', 'chargeback_lost',
    'seller_charged', 'refunded_at_provider', 'moved_to_bank', 'price_lowered')),
  -- The id of the payment, refund, payout, deal or balance transaction that caused it: nothing is entered twice.
  cause_ref text not null check (length(cause_ref) between 1 and 255),
  deal_id uuid references deals,
  payment_id uuid references payments,
  payout_id uuid constraint entry_of_payout references payouts,
  provider_ref text check (length(provider_ref) between 1 and 255),
  at timestamptz not null,
  -- The order of entry, for checks that go on where the last one stopped.
  position bigint generated always as identity unique,
  constraint entered_once unique (cause, cause_ref)
);
create index ledger_entries_of_deal on ledger_entries (deal_id) where deal_id is not null;
create index ledger_entries_of_charges on ledger_entries (at) where cause in ('charge', 'moved_to_bank');
create index ledger_entries_of_payment on ledger_entries (payment_id) where payment_id is not null;
create index ledger_entries_by_time on ledger_entries (at);

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

create function audit_seller_charged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('seller_charged', null, null, new.payment_id, jsonb_build_object('entryId', new.id, 'dealId', new.deal_id));
  return null;
end $$;
create trigger audit_seller_charged after insert on ledger_entries
  for each row when (new.cause = 'seller_charged') execute function audit_seller_charged();

-- ---------- what a buyer has paid for a deal and not got back is at most the agreed price ----------

-- Checked when the transaction ends, because a lower price and the refund of what is above it are two statements.
create function assert_paid_within_price(checked_deal_id uuid) returns void language plpgsql as $$
declare
  paid_poisha numeric;
  returned_poisha numeric;
  price_poisha numeric;
begin
  select coalesce(-sum(poisha) filter (where cause = 'settled' and account like 'held:%'), 0),
    coalesce(-sum(poisha) filter (where cause in ('cancelled', 'price_lowered') and account like 'buyer:%'), 0)
    into paid_poisha, returned_poisha
    from ledger_entries join ledger_lines on entry_id = ledger_entries.id where deal_id = checked_deal_id;
  select price_taka * 100::numeric into price_poisha from deals where id = checked_deal_id;
  if paid_poisha - returned_poisha > price_poisha then
    raise exception 'the buyer of the deal % has paid % poisha and got % back, but the price is %',
      checked_deal_id, paid_poisha, returned_poisha, price_poisha using constraint = 'paid_within_price';
  end if;
end $$;

create function require_paid_within_price() returns trigger language plpgsql as $$
begin
  perform assert_paid_within_price(deal_id) from ledger_entries where id = new.entry_id and deal_id is not null;
  return null;
end $$;
create constraint trigger paid_within_price after insert on ledger_lines deferrable initially deferred
  for each row when (new.account like 'held:%') execute function require_paid_within_price();

create function require_price_covers_paid() returns trigger language plpgsql as $$
begin
  perform assert_paid_within_price(new.id);
  return null;
end $$;
create constraint trigger paid_within_price after update of price_taka on deals deferrable initially deferred
  for each row when (new.price_taka < old.price_taka) execute function require_price_covers_paid();

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
create index refunds_of_deal on refunds (deal_id);
create index refunds_to_send on refunds (next_try_at) where state in ('due', 'requested');
create index refunds_needing_attention on refunds (created_at) where state in ('due', 'requested', 'failed');
create index refunds_by_state on refunds (state, id desc);

-- What goes back to a buyer only falls: by what already went back outside the shop, before any of it is sent. The owner is
-- bound too, so that a mistake in a command is refused.
create function check_refund_amount() returns trigger language plpgsql as $$
begin
  if old.state not in ('due', 'failed') or old.sent_by is not null or new.amount_poisha > old.amount_poisha then
    raise exception 'the amount of the refund % only falls, before it is sent', old.id using constraint = 'refund_amount_only_falls';
  end if;
  return new;
end $$;
create trigger refund_amount_only_falls before update of amount_poisha on refunds for each row
  when (old.amount_poisha <> new.amount_poisha) execute function check_refund_amount();

create function check_people_of_refund() returns trigger language plpgsql as $$
begin
  perform reject_own_deal(acting, coalesce(new.deal_id, (select deal_id from payments where id = new.payment_id)))
    from unnest(array[new.sent_by, new.approved_by]) as acting where acting is not null;
  if exists (select from payments where id = new.payment_id and buyer_id in (new.sent_by, new.approved_by)) then
    raise exception 'a member refunds a payment of their own' using constraint = 'money_of_own_deal';
  end if;
  return new;
end $$;
create trigger check_people_of_refund before update of sent_by, approved_by on refunds
  for each row execute function check_people_of_refund();

create function audit_refund() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('refund_by_hand', null, null, new.payment_id, jsonb_build_object('refundId', new.id,
    'amountPoisha', new.amount_poisha, 'reference', new.reference, 'sentBy', new.sent_by, 'approvedBy', new.approved_by));
  return null;
end $$;
create trigger audit_refund_by_hand after update of state on refunds
  for each row when (new.state = 'by_hand' and old.state <> 'by_hand') execute function audit_refund();
