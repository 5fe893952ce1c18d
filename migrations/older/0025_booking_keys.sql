-- Keys of requests that made a booking or a wish. The same request sent again after a lost answer finds its row. A buyer has
-- one live booking and one wish of each bike, so the keys need no index.
alter table bookings add column idempotency_key uuid;
alter table wishes add column idempotency_key uuid;
