-- How many e-mails an address got that nobody has proven: somebody else may have registered it.
create table unproven_addresses (
  -- The SHA-256 of the address, so that an account that is deleted and made again begins no new count.
  address_hash text primary key check (length(address_hash) = 64),
  -- E-mails about the member's own deals.
  notice_count int not null default 0 check (notice_count between 0 and 10),
  -- E-mails with the link that proves the address.
  link_count int not null default 0 check (link_count between 0 and 10),
  last_sent_at timestamptz not null
);
create index unproven_addresses_by_time on unproven_addresses (last_sent_at);
