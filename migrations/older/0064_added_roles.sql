-- A buyer adds the role of seller after proving a mobile number, and a seller that of buyer. A role is only added.

alter table members add column both_roles_since timestamptz;
-- Who has both is a seller in the column `role`, which holds one.
alter table members add constraint both_roles_are_of_seller check (both_roles_since is null or role = 'Seller');

create function allow_added_role_only() returns trigger language plpgsql as $$
begin
  if old.both_roles_since is not null and new.both_roles_since is distinct from old.both_roles_since
    or new.role <> old.role
      and not (old.role = 'Buyer' and new.role = 'Seller' and new.both_roles_since is not null) then
    raise exception 'a role is only added' using constraint = 'role_is_only_added';
  end if;
  if new.role <> old.role then
    -- The proof stays until this transaction ends, also where another account proves the number at this moment.
    perform from phone_proofs where member_id = new.id for share;
    if not found then
      raise exception 'a buyer proves a mobile number before selling' using constraint = 'seller_has_phone';
    end if;
  end if;
  return new;
end $$;
drop trigger role_never_changes on members;
drop function reject_role_change();
create trigger role_is_only_added before update of role, both_roles_since on members
  for each row when ((old.role, old.both_roles_since) is distinct from (new.role, new.both_roles_since))
  execute function allow_added_role_only();

-- ---------- the audit log ----------

alter table audit drop constraint audit_what_check;
alter table audit add constraint audit_what_check check (what in (
  'payment_opened', 'payment_succeeded', 'payment_canceled', 'refund_due', 'payment_refunded', 'payment_changed',
  'partly_refunded', 'payment_disputed', 'dispute_ended',
  'member_joined', 'member_verified', 'verification_taken', 'member_removed', 'member_restored', 'email_changed',
  'second_factor_on', 'second_factor_off', 'password_set', 'password_changed', 'session_begun', 'session_ended',
  'bike_withdrawn',
  'payout_created', 'payout_sent', 'payout_confirmed', 'payout_failed', 'payout_destination_changed',
  'refund_by_hand', 'dispute_decided', 'seller_charged', 'permission_granted', 'permission_taken',
  'case_decided', 'appeal_decided', 'bike_hidden', 'bike_shown', 'member_suspended', 'suspension_ended',
  'badge_given', 'badge_ended', 'phone_proven', 'phone_removed', 'role_added'));

-- `role` is the one that was added.
create function audit_added_role() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('role_added', new.id, null, null,
    jsonb_build_object('role', case when old.role = 'Buyer' then 'Seller' else 'Buyer' end));
  return null;
end $$;
create trigger audit_added_role after update of both_roles_since on members
  for each row when (old.both_roles_since is null and new.both_roles_since is not null)
  execute function audit_added_role();
