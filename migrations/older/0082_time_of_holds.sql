-- How long a buyer has kept a bike from others without paying: counted by buyer and bike, whatever the purpose or the way.

-- The moment from which the 15 minutes count, where holds before this one count too; null: the hold began at created_at.
alter table payments add column held_since timestamptz;
-- When a payment ended without money; null where that was not recorded.
alter table payments add column ended_at timestamptz;
alter table payments add constraint only_ended_payments_have_an_end check (ended_at is null or state <> 'open');
create index payments_of_buyer_and_bike on payments (bike_id, buyer_id, created_at desc);
