-- How long a request was in line behind another buyer, where the seller could not say yes. The answer rate of a seller leaves
-- it out. Of requests that ended before this migration it is not known.
alter table deals
  add column in_line_since timestamptz,
  add column in_line_ms bigint not null default 0 check (in_line_ms >= 0);

update deals set in_line_since = waiting_since
where closed_at is null and accepted_at is null and waiting_since is not null and turn_until is null;
