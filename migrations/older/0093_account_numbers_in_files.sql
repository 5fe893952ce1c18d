-- The files of prepared payouts have whole account numbers. Who downloads one is in the audit log, without the numbers.

-- The server calls it in the transaction that reads the numbers: one entry for each payout of the file, about its seller.
create function record_account_numbers_in_file(shown_payout_ids uuid[], file_name text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  recorded integer;
begin
  perform write_audit('account_number_shown', seller_id, null, null, jsonb_build_object('payoutId', payouts.id,
      'dealId', deal_id, 'amountTaka', amount_taka, 'kind', kind, 'last4', last4, 'file', file_name))
    from payouts join payout_destinations on member_id = seller_id
    where payouts.id = any(shown_payout_ids) order by payouts.id;
  get diagnostics recorded = row_count;
  if recorded <> cardinality(shown_payout_ids) then
    raise exception 'a payout of the file has no account number to show';
  end if;
end $$;
revoke execute on function record_account_numbers_in_file from public;
