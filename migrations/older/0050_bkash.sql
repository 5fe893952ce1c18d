-- bKash takes money only when this shop executes a payment. docs/decisions/0077-bkash-executes-after-a-claim.md

-- The claim: from here until the answer of bKash is known, nothing may happen to the bike that its buyer could not undo.
alter table payments add column executing_at timestamptz;
-- The last time that bKash was asked to execute it.
alter table payments add column execute_tried_at timestamptz;
-- Why the money was not taken.
alter table payments add column failure text check (failure in (
  'no_balance', 'wrong_pin', 'otp_expired', 'cancelled', 'refused', 'hold_ended', 'bike_gone'));
alter table payments add constraint executing_is_not_canceled check (state <> 'canceled' or executing_at is null);
alter table payments add constraint executing_is_tried check (executing_at is null or execute_tried_at >= executing_at);

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
