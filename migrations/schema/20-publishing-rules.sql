-- The rules of publishing: which ones an advertisement broke, and what they look up.

create table fired_rules (
  bike_id uuid not null references bikes,
  rule text not null,
  points int not null check (points between 1 and 100),
  -- The words or the number in question.
  quote text check (length(quote) between 1 and 100),
  fired_at timestamptz not null,
  -- When a moderator looked at it and published the bike: it does not count any more.
  cleared_at timestamptz,
  primary key (bike_id, rule)
);

-- A description without spaces and signs, in lower case. Short ones are the same by chance: null.
create function text_fingerprint(written text) returns text language sql immutable parallel safe
  return case when length(written) >= 40 then md5(array_to_string(search_words(written), '')) end;
create index bikes_by_text on bikes (text_fingerprint(description)) where text_fingerprint(description) is not null;

-- Telephone numbers of members whom the shop removed: hashed with the key below.
create table removed_numbers (
  number_hash text primary key check (number_hash ~ '^[0-9a-f]{64}$'),
  removed_at timestamptz not null
);

-- Encrypted with a key derived from SECRET. Ten digits could be found from a hash without a key.
create table number_keys (
  id int primary key default 1 constraint one_number_key check (id = 1),
  key_encrypted text not null
);
