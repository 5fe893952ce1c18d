-- Other numbers of a bike end the checks of its papers: what was compared with the card is not what is there now.

create function drop_papers_of_new_numbers() returns trigger language plpgsql as $$
begin
  perform drop_papers_to_shown(case when tg_op = 'DELETE' then old.bike_id else new.bike_id end);
  return null;
end $$;
create trigger drop_papers_of_new_numbers after insert or delete on vehicle_numbers
  for each row execute function drop_papers_of_new_numbers();
-- Encrypting them anew for another SECRET is no change.
create trigger drop_papers_of_changed_numbers after update of changed_at on vehicle_numbers
  for each row when (old.changed_at is distinct from new.changed_at) execute function drop_papers_of_new_numbers();
