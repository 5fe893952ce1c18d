-- The admin's lists of deals are read newest first, also where few of the deals are in the state that is asked for.
create index live_deals on deals (id desc) where closed_at is null;
create index handed_over_deals on deals (id desc) where handed_over_at is not null;
create index refunded_deals on deals (id desc) where refunded_at is not null;
