-- A suspended member begins no payment without a deal: it would begin a deal, as a booking does. Payments of deals go on, and
-- one that was begun before the suspension is settled as any other.
create trigger member_is_not_suspended before insert on payments
  for each row when (new.deal_id is null) execute function require_not_suspended();
