-- bKash sends payouts, and what providers charge for a payment is in the ledger. docs/decisions/0092-payouts-by-bkash.md

-- The claim before bKash is asked to send a payout: it is asked once, and afterwards only what became of it.
alter table payouts add column sending_at timestamptz;
-- The last time that bKash was asked what became of it.
alter table payouts add column asked_at timestamptz;
alter table payouts add constraint only_sent_payouts_are_claimed
  check (sending_at is null or (way = 'provider' and state <> 'due'));
alter table payouts add constraint provider_sends_for_two_people
  check (way is distinct from 'provider' or state = 'due' or (requested_by is not null and approved_by is not null));
create index payouts_with_provider on payouts (sent_at) where state = 'sent' and way = 'provider';

create function reject_second_sending() returns trigger language plpgsql as $$
begin
  raise exception 'a payout is sent by its provider once' using constraint = 'payout_is_sent_once';
end $$;
create trigger payout_is_sent_once before update of sending_at on payouts for each row
  when (old.sending_at is not null and new.sending_at is distinct from old.sending_at)
  execute function reject_second_sending();

-- What a wallet kept of one payment: from its answer, or by the percentage of its contract.
alter table ledger_entries drop constraint ledger_entries_cause_check;
alter table ledger_entries add constraint ledger_entries_cause_check check (cause in (
  'settled', 'released', 'cancelled', 'refund_confirmed', 'refund_returned', 'refund_by_hand', 'payout_sent', 'payout_confirmed',
  'payout_failed', 'payout_returned', 'charge', 'payment_charge', 'chargeback_opened', 'chargeback_won', 'chargeback_lost',
  'seller_charged', 'refunded_at_provider', 'moved_to_bank', 'price_lowered'));

-- The provider gave the number of another payment for this one too: a person decides, and no second sale comes of it.
alter table payments add column doubled_at timestamptz;
create index payments_doubled on payments (doubled_at) where doubled_at is not null;
