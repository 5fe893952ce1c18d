-- What a buyer has paid for a deal and not got back is at most the agreed price, at every moment.

-- A payment that the deal does not owe any more: the price was lowered while it was being paid.
alter table payments drop constraint payments_refund_reason_check;
alter table payments add constraint payments_refund_reason_check check (refund_reason in (
  'bike_sold', 'bike_withdrawn', 'hold_released', 'mismatch', 'buyer_removed', 'at_provider', 'dispute_lost',
  'promised_to_another', 'deal_closed', 'deal_cancelled', 'not_owed'));
-- Why its money was not taken.
alter table payments drop constraint payments_failure_check;
alter table payments add constraint payments_failure_check check (failure in (
  'no_balance', 'wrong_pin', 'otp_expired', 'cancelled', 'refused', 'hold_ended', 'bike_gone', 'price_changed'));

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

-- A seller gets at most the agreed price.
create function require_payout_within_price() returns trigger language plpgsql as $$
begin
  if new.amount_taka + new.set_off_taka > (select price_taka from deals where id = new.deal_id) then
    raise exception 'the payout % is more than the price of its deal', new.id using constraint = 'payout_within_price';
  end if;
  return null;
end $$;
create constraint trigger payout_within_price after insert or update of amount_taka, set_off_taka on payouts
  deferrable initially deferred for each row when (new.state <> 'failed') execute function require_payout_within_price();
