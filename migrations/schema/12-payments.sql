-- Payments: one row is one payment at a provider and one hold on one bike. What the providers report, and their tokens.
-- docs/decisions/0076-one-port-for-payment-providers.md, docs/decisions/0048-sslcommerz.md

-- ---------- payments ----------

create table payments (
  id uuid primary key,
  bike_id uuid not null references bikes,
  buyer_id uuid not null references members,
  booking_id uuid,
  wish_id uuid,
  amount_taka int not null check (amount_taka between 1 and 999999),
  currency text not null default 'bdt' check (currency = 'bdt'),
  -- Null until the provider answers; the id of the row is the idempotency key, so that asking again is safe.
  intent_id text unique,
  state text not null check (state in ('open', 'succeeded', 'canceled', 'refund_due', 'refunded')),
  created_at timestamptz not null,
  settled_at timestamptz,
  refunded_at timestamptz,
  refund_reason text check (refund_reason in (
    'bike_sold', 'bike_withdrawn', 'hold_released', 'mismatch', 'buyer_removed', 'at_provider', 'dispute_lost',
    'promised_to_another', 'deal_closed', 'deal_cancelled', 'not_owed')),
  -- What the provider sent back of a payment that stands, in whole Taka, rounded down.
  refunded_taka int not null default 0
    constraint refunded_within_amount check (refunded_taka between 0 and amount_taka),
  disputed_at timestamptz,
  dispute_ended_at timestamptz,
  dispute_outcome text check (dispute_outcome in ('won', 'lost')),
  deal_id uuid,
  purpose text not null default 'full' check (purpose in ('full', 'deposit', 'rest')),
  -- The price of the bike, whatever part of it is paid.
  price_taka int check (price_taka between 1000 and 9999999),
  -- A payment that its provider calls risky waits until the admin accepts it; a refused one goes back.
  review_at timestamptz,
  review_accepted_at timestamptz,
  -- The last time that the provider was asked about money that may still come, after the payment ended here.
  late_asked_at timestamptz,
  provider text not null default 'cards' check (provider in ('cards', 'bkash', 'sslcommerz')),
  -- The number of the transaction that the buyer finds with the provider, where it is another than the provider's reference.
  transaction_id text unique check (length(transaction_id) between 1 and 255),
  -- The provider's page where the buyer pays.
  redirect_url text check (redirect_url ~ '^https?://' and length(redirect_url) <= 2048),
  -- The claim of bKash, which takes money only when the server executes a payment: from here until its answer is known, nothing
  -- may happen to the bike that its buyer could not undo.
  executing_at timestamptz,
  -- The last time that bKash was asked to execute it.
  execute_tried_at timestamptz,
  -- Why the money was not taken.
  failure text check (failure in (
    'no_balance', 'wrong_pin', 'otp_expired', 'cancelled', 'refused', 'hold_ended', 'bike_gone', 'price_changed')),
  -- The provider gave the number of another payment for this one too: a person decides, and no second sale comes of it.
  doubled_at timestamptz,
  -- The moment from which the 15 minutes count, where holds before this one count too; null: the hold began at created_at.
  held_since timestamptz,
  -- When a payment ended without money; null where that was not recorded.
  ended_at timestamptz,
  constraint booking_fits foreign key (booking_id, bike_id, buyer_id) references bookings (id, bike_id, buyer_id),
  -- A wish can be removed; what was paid for it stays without it.
  constraint wish_fits foreign key (wish_id, bike_id, buyer_id) references wishes (id, bike_id, buyer_id)
    on delete set null (wish_id),
  constraint payment_of_deal foreign key (deal_id, bike_id, buyer_id) references deals (id, bike_id, buyer_id),
  constraint settled_when_succeeded check ((state = 'succeeded') = (settled_at is not null and refund_reason is null)),
  constraint refund_has_a_reason check ((state in ('refund_due', 'refunded')) = (refund_reason is not null)),
  constraint refunded_when_refunded check ((state = 'refunded') = (refunded_at is not null)),
  constraint dispute_begins_and_ends check (
    (dispute_ended_at is null) = (dispute_outcome is null) and (dispute_outcome is null or disputed_at is not null)),
  constraint accepted_was_reviewed check (review_accepted_at is null or review_at is not null),
  constraint executing_is_not_canceled check (state <> 'canceled' or executing_at is null),
  constraint executing_is_tried check (executing_at is null or execute_tried_at >= executing_at),
  constraint only_ended_payments_have_an_end check (ended_at is null or state <> 'open')
);
-- One payment at a time for a bike; that only one deal holds a bike is the rule of one_accepted_per_bike.
create unique index one_hold_per_bike on payments (bike_id) where state = 'open';
create index payments_of_bike on payments (bike_id, state);
create index payments_of_deal on payments (deal_id) where deal_id is not null;
create index payments_by_buyer on payments (buyer_id, bike_id);
create index payments_of_buyer_and_bike on payments (bike_id, buyer_id, created_at desc);
create index payments_to_reconcile on payments (created_at) where state in ('open', 'refund_due');
create index payments_that_may_come_late on payments (created_at) where state = 'canceled';
create index payments_needing_attention on payments (id)
  where disputed_at is not null or refunded_taka > 0 or refund_reason is not null;
create index payments_disputed on payments (disputed_at) where disputed_at is not null and dispute_outcome is null;
create index payments_doubled on payments (doubled_at) where doubled_at is not null;
-- Lists are read newest first, by day and by state.
create index payments_by_time on payments (created_at);
create index payments_by_state on payments (state, id desc);

create trigger not_own_bike before insert or update of bike_id, buyer_id on payments
  for each row execute function nobody_wants_own_bike();
create trigger member_is_active before insert on payments for each row execute function require_active_member();

-- A payment that succeeds holds the bike for its deal; a bike that another deal holds is not paid for.
create function require_deal_of_payment() returns trigger language plpgsql as $$
begin
  if new.state = 'succeeded' and new.deal_id is null then
    raise exception 'a payment succeeds for a deal' using constraint = 'payment_has_deal';
  end if;
  if new.state in ('open', 'succeeded') and exists (
    select from deals where bike_id = new.bike_id and closed_at is null and accepted_at is not null
      and id is distinct from new.deal_id and buyer_id <> new.buyer_id
  ) then
    raise exception 'another deal holds this bike' using constraint = 'bike_promised_to_another';
  end if;
  return new;
end $$;
create trigger require_deal_of_payment before insert or update of state, deal_id on payments
  for each row execute function require_deal_of_payment();

create function reject_payment_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'a payment is never deleted' using constraint = 'payments_are_never_deleted';
end $$;
create trigger payments_are_never_deleted before delete on payments for each row execute function reject_payment_deletion();
create trigger payments_are_never_truncated before truncate on payments
  for each statement execute function reject_payment_deletion();

-- ---------- while bKash takes the money: docs/decisions/0077-bkash-executes-after-a-claim.md ----------

-- Raised as the constraint payment_is_executing: whoever reads it waits a moment and tries again.
create function reject_bike_change_while_executing() returns trigger language plpgsql as $$
begin
  if exists (select from payments where bike_id = new.id and state = 'open' and executing_at is not null) then
    raise exception 'the money for this bike is being taken' using constraint = 'payment_is_executing';
  end if;
  return new;
end $$;
create trigger payment_is_executing before update of withdrawn_at, sold_at on bikes for each row
  when (old.withdrawn_at is distinct from new.withdrawn_at or old.sold_at is distinct from new.sold_at)
  execute function reject_bike_change_while_executing();

create function reject_deal_change_while_executing() returns trigger language plpgsql as $$
begin
  if exists (select from payments where bike_id = new.bike_id and state = 'open' and executing_at is not null
    and (buyer_id = new.buyer_id or new.accepted_at is not null)) then
    raise exception 'the money for this bike is being taken' using constraint = 'payment_is_executing';
  end if;
  return new;
end $$;
-- The buyer's own deal neither ends nor changes its price, and no other deal of the bike is accepted.
create trigger payment_is_executing before update of closed_at, handed_over_at, disputed_at, frozen_at, price_taka on deals
  for each row
  when ((old.closed_at, old.handed_over_at, old.disputed_at, old.frozen_at, old.price_taka)
    is distinct from (new.closed_at, new.handed_over_at, new.disputed_at, new.frozen_at, new.price_taka))
  execute function reject_deal_change_while_executing();

create function reject_acceptance_while_executing() returns trigger language plpgsql as $$
begin
  if exists (select from payments where bike_id = new.bike_id and buyer_id <> new.buyer_id
    and state = 'open' and executing_at is not null) then
    raise exception 'the money for this bike is being taken' using constraint = 'payment_is_executing';
  end if;
  return new;
end $$;
create trigger payment_is_executing_for_another before update of accepted_at on deals for each row
  when (old.accepted_at is null and new.accepted_at is not null)
  execute function reject_acceptance_while_executing();

create function reject_removal_while_executing() returns trigger language plpgsql as $$
begin
  if exists (select from payments where buyer_id = new.id and state = 'open' and executing_at is not null) then
    raise exception 'the money of this buyer is being taken' using constraint = 'payment_is_executing';
  end if;
  return new;
end $$;
create trigger payment_is_executing before update of removed_at on members for each row
  when (old.removed_at is null and new.removed_at is not null)
  execute function reject_removal_while_executing();

-- ---------- what the providers report ----------

create table webhook_events (
  -- The provider's id of the event: one that arrives twice is one.
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) <= 255),
  -- The payment at the provider that it is about, if it is about one.
  intent_id text check (length(intent_id) <= 255),
  -- By the clock of the provider.
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- When it was found in the provider's list: up to the newest of these nothing was missed.
  listed_at timestamptz,
  processed_at timestamptz,
  -- An event that failed waits behind those that were not tried since, so that failing ones hold up no other.
  tried_at timestamptz
);
create index webhook_events_to_process on webhook_events (received_at) where processed_at is null;
create index webhook_events_by_time on webhook_events (occurred_at);
-- Declined cards are counted for each payment and each buyer: who tries many cards has to wait.
create index webhook_events_of_declined_cards on webhook_events (intent_id, occurred_at)
  where type = 'payment_intent.payment_failed';

-- Each restore of a backup, and when the card provider was asked for what happened after the backup.
create table restores (
  restored_at timestamptz primary key,
  backup_made_at timestamptz not null,
  recovered_at timestamptz
);
create index restores_to_recover on restores (restored_at) where recovered_at is null;

-- ---------- tokens of providers ----------

-- The token of a provider, for all processes, encrypted with a key derived from SECRET. The lease says which process asks
-- for the next one.
create table provider_tokens (
  provider text primary key check (provider in ('bkash')),
  token_encrypted text,
  refresh_token_encrypted text,
  expires_at timestamptz,
  leased_until timestamptz
);

-- Each time a token was asked for: bKash blocks who asks more than twice in an hour.
create table provider_token_requests (
  id uuid primary key,
  provider text not null check (provider in ('bkash')),
  kind text not null check (kind in ('grant', 'refresh')),
  requested_at timestamptz not null
);
create index provider_token_requests_by_time on provider_token_requests (provider, requested_at);

create function reject_third_token_request() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('provider_token_requests'), hashtext(new.provider));
  if (select count(*) from provider_token_requests
      where provider = new.provider and requested_at > new.requested_at - interval '1 hour') >= 2 then
    raise exception 'a token is asked for at most twice in an hour' using constraint = 'two_token_requests_an_hour';
  end if;
  return new;
end $$;
create trigger two_token_requests_an_hour before insert on provider_token_requests
  for each row execute function reject_third_token_request();

-- ---------- the audit log ----------

create function audit_payment() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  details jsonb := jsonb_build_object(
    'amountTaka', new.amount_taka, 'intentId', new.intent_id, 'reason', new.refund_reason);
begin
  if tg_op = 'INSERT' or new.state <> old.state then
    perform write_audit(case new.state
      when 'open' then 'payment_opened' when 'succeeded' then 'payment_succeeded' when 'canceled' then 'payment_canceled'
      when 'refund_due' then 'refund_due' else 'payment_refunded' end, new.buyer_id, new.bike_id, new.id, details);
  end if;
  if tg_op = 'INSERT' then return null; end if;
  if (new.amount_taka, new.currency, new.buyer_id, new.bike_id)
    <> (old.amount_taka, old.currency, old.buyer_id, old.bike_id) then
    perform write_audit('payment_changed', new.buyer_id, new.bike_id, new.id,
      details || jsonb_build_object('amountTakaBefore', old.amount_taka));
  end if;
  if new.refunded_taka <> old.refunded_taka and new.state = old.state then
    perform write_audit('partly_refunded', new.buyer_id, new.bike_id, new.id,
      details || jsonb_build_object('sentBackTaka', new.refunded_taka));
  end if;
  if new.disputed_at is not null and old.disputed_at is null then
    perform write_audit('payment_disputed', new.buyer_id, new.bike_id, new.id, details);
  end if;
  if new.dispute_outcome is distinct from old.dispute_outcome then
    perform write_audit('dispute_ended', new.buyer_id, new.bike_id, new.id,
      details || jsonb_build_object('outcome', new.dispute_outcome));
  end if;
  return null;
end $$;
create trigger audit_payment after insert or update on payments for each row execute function audit_payment();
