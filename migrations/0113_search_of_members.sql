-- one by one
-- The admin finds members by a part of a name, an address or a telephone number: indexes of three characters in a row.
create extension if not exists pg_trgm;

create index concurrently if not exists members_by_part_of_name on members
  using gin ((lower(name) || E'\n' || email) gin_trgm_ops) where removed_at is null;

create index concurrently if not exists phone_proofs_by_part_of_number on phone_proofs using gin (number gin_trgm_ops);

create index concurrently if not exists bikes_by_part_of_number on bikes using gin (contact_number gin_trgm_ops);
