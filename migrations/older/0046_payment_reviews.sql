-- Providers that take money before this shop hears of it. docs/decisions/0048-sslcommerz.md

-- A payment that its provider calls risky waits at `review_at` until the admin accepts it; a refused one goes back.
alter table payments add column review_accepted_at timestamptz;
alter table payments add constraint accepted_was_reviewed check (review_accepted_at is null or review_at is not null);
-- The last time that the provider was asked about money that may still come, after the payment ended here.
alter table payments add column late_asked_at timestamptz;
create index payments_that_may_come_late on payments (created_at) where state = 'canceled';
