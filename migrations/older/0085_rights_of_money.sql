-- What the server's login may change of money, beside the columns that grants.sql names: nothing that was agreed, sent or
-- decided. The owner is bound too, so that a mistake in a command is refused.

-- What is paid out of a payout only falls, by what is kept for a debt; and only before it is sent.
create function check_payout_amount() returns trigger language plpgsql as $$
begin
  if old.state <> 'due' or new.amount_taka + new.set_off_taka <> old.amount_taka + old.set_off_taka
    or new.amount_taka > old.amount_taka then
    raise exception 'the amount of the payout % is only set off against a debt, before it is sent', old.id
      using constraint = 'payout_amount_is_only_set_off';
  end if;
  return new;
end $$;
create trigger payout_amount_is_only_set_off before update of amount_taka, set_off_taka on payouts for each row
  when (old.amount_taka <> new.amount_taka or old.set_off_taka <> new.set_off_taka) execute function check_payout_amount();

-- Receipts are numbered one after another.
create function check_receipt_counter() returns trigger language plpgsql as $$
begin
  if new.year <> old.year or new.last_number <> old.last_number + 1 then
    raise exception 'receipts are numbered without gaps' using constraint = 'receipts_without_gaps';
  end if;
  return new;
end $$;
create trigger receipts_without_gaps before update on receipt_counters for each row execute function check_receipt_counter();

-- What the admin decided stays; a report that was withdrawn may be made again.
create function reject_change_of_decision() returns trigger language plpgsql as $$
begin
  raise exception 'a decision about a problem stays' using constraint = 'decision_stays';
end $$;
create trigger decision_stays before update on disputes for each row
  when (old.decision in ('released', 'part', 'refunded') and old is distinct from new)
  execute function reject_change_of_decision();

-- A command of the owner gives permissions. The server does so only while it fills an empty shop with the demonstration:
-- before anybody has ever logged in, which the audit log knows for good.
create function reject_permission() returns trigger language plpgsql as $$
begin
  if current_user = 'motohaat_app' and exists (select from audit where what = 'session_begun') then
    raise exception 'the server gives no permission' using constraint = 'permission_is_given_by_owner';
  end if;
  return new;
end $$;
create trigger permission_is_given_by_owner before insert on member_permissions for each row execute function reject_permission();
