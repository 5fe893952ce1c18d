-- Cashiers see the whole number of a seller's account on request. Each time is in the audit log, without the number.

-- Adds to the list of acts, whatever other migrations have added before.
do $$
declare
  acts text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'audit'::regclass and conname = 'audit_what_check');
begin
  if strpos(acts, 'ARRAY[') = 0 then
    raise exception 'the acts of the audit log are not a list: %', acts;
  end if;
  alter table audit drop constraint audit_what_check;
  execute 'alter table audit add constraint audit_what_check '
    || replace(acts, 'ARRAY[', 'ARRAY[''account_number_shown''::text, ');
end $$;

-- The server calls it in the transaction that reads the number. The entry is about the seller; the actor is who reads.
create function record_shown_account_number(shown_payout_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('account_number_shown', seller_id, null, null, jsonb_build_object('payoutId', payouts.id,
      'dealId', deal_id, 'amountTaka', amount_taka, 'kind', kind, 'last4', last4))
    from payouts join payout_destinations on member_id = seller_id where payouts.id = shown_payout_id;
  if not found then
    raise exception 'the payout % has no account number to show', shown_payout_id;
  end if;
end $$;
revoke execute on function record_shown_account_number from public;
