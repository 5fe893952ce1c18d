-- The key with which numbers of removed members are hashed, and bikes that stay hidden after a suspension.

-- Encrypted with a key derived from SECRET. Ten digits could be found from a hash without a key.
create table number_keys (
  id int primary key default 1 constraint one_number_key check (id = 1),
  key_encrypted text not null
);

-- A bike that waited when its case ended with a suspension stays hidden, like one that a decision hides.
create or replace function require_case_of_hidden() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bikes where id = new.id and (hidden_at is null
      or (hidden_by = 'reports' and exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null))
      or (hidden_by = 'rules' and exists (select from cases where bike_id = bikes.id and decided_at is null and mended_at is null
        and rule_points >= 60))
      or (hidden_by = 'moderator' and exists (select from cases where bike_id = bikes.id
        and decision in ('hide', 'suspend_7', 'suspend_30') and shown_at is null))
      or (hidden_by = 'suspension' and exists (select from members where members.id = seller_id and suspended_until is not null)))
  ) then
    raise exception 'no case hides this bike' using constraint = 'hidden_has_case';
  end if;
  return null;
end $$;
