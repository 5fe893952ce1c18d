-- Declined cards are counted for each payment and each buyer: whoever tries many cards has to wait.
create index webhook_events_of_declined_cards on webhook_events (intent_id, occurred_at)
  where type = 'payment_intent.payment_failed';

-- An event that failed waits behind those that were not tried since, so that a hundred that fail for ever hold nothing back.
alter table webhook_events add column tried_at timestamptz;
