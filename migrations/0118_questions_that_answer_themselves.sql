-- Whoever was asked to confirm a number, or to add a bike, and does it has answered: the shop sees it.

create function end_question_of_phone() returns trigger language plpgsql as $$
begin
  update badge_questions set ended_at = greatest(asked_at, new.proven_at), end_cause = 'answered'
    where member_id = new.member_id and wanted = 'phone' and ended_at is null;
  return null;
end $$;
create trigger end_question_of_phone after insert or update of proven_at on phone_proofs
  for each row execute function end_question_of_phone();

create function end_question_of_bike() returns trigger language plpgsql as $$
begin
  update badge_questions set ended_at = greatest(asked_at, new.created_at), end_cause = 'answered'
    where member_id = new.seller_id and wanted = 'bike' and ended_at is null;
  return null;
end $$;
create trigger end_question_of_bike after insert on bikes
  for each row execute function end_question_of_bike();
