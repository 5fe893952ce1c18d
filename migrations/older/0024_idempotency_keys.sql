-- Keys of requests that made a row. The same request sent again after a lost answer finds the row instead of a conflict.
-- Bikes and contact messages have their draft_id for it; a member has one search of each query, so its key needs no index.
alter table saved_searches add column idempotency_key uuid;
alter table members add column sign_up_key uuid;
