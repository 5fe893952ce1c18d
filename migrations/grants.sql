-- Rights of the server's role. The owner applies this file after the migrations of every start, so that a new table is
-- covered, and a restored database behaves like the original.
-- Where the owner cannot create the role and nobody else has, the server connects as the owner (docs/security.md).
do $$
begin
  if to_regrole('motohaat_app') is null then
    begin
      create role motohaat_app nologin;
    exception when insufficient_privilege then
      raise notice 'the role motohaat_app cannot be made by %', current_user;
      return;
    end;
  end if;
  -- A server that connects as the owner switches to this role. A superuser can do that anyway; the creator of a role can
  -- grant it, but is not a member of it automatically.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    begin
      execute format('grant motohaat_app to %I', current_user);
    exception when insufficient_privilege then
      raise notice 'the role motohaat_app cannot be taken by %', current_user;
    end;
  end if;

  revoke create on schema public from public;
  grant usage on schema public to motohaat_app;
  grant select, insert, update, delete on all tables in schema public to motohaat_app;
  grant usage on all sequences in schema public to motohaat_app;

  -- Members, bikes, bookings and payments are never deleted, even by a faulty program.
  revoke delete on members, categories, bikes, bookings, payments from motohaat_app;
  if to_regclass('deals') is not null then
    revoke delete on deals from motohaat_app;
    revoke update, delete on deal_steps from motohaat_app;
  end if;
  if to_regclass('ledger_entries') is not null then
    revoke update, delete on ledger_entries, ledger_lines from motohaat_app;
    revoke delete on refunds, payouts, disputes, receipts from motohaat_app;
  end if;
  if to_regclass('chats') is not null then
    revoke delete on chats, chat_messages from motohaat_app;
  end if;
  if to_regclass('offers') is not null then
    revoke delete on offers from motohaat_app;
  end if;
  if to_regclass('floor_answers') is not null then
    revoke delete on floor_answers from motohaat_app;
  end if;
  if to_regclass('badges') is not null then
    revoke delete on badges from motohaat_app;
  end if;
  if to_regclass('ratings') is not null then
    revoke update, delete on ratings from motohaat_app;
    grant update (words, shown_words, revealed_at, reply, shown_reply, replied_at) on ratings to motohaat_app;
  end if;
  if to_regclass('vehicle_number_reads') is not null then
    revoke update, delete on vehicle_number_reads from motohaat_app;
  end if;
  if to_regclass('transfers') is not null then
    -- Sales create transfers, by a trigger with the owner's rights.
    revoke insert, update, delete on transfers, sales_before_transfers from motohaat_app;
    grant update (notice_on, notice_said_at, applied_on, applied_said_at, slip, done_at, seller_reminders, buyer_reminders, due_at)
      on transfers to motohaat_app;
    revoke update, delete on receipt_openings from motohaat_app;
    revoke insert, update, delete on fees from motohaat_app;
    grant update (amount, checked_on, source, changed_at) on fees to motohaat_app;
  end if;
  if to_regclass('inspections') is not null then
    revoke insert, update, delete on inspection_points from motohaat_app;
    revoke delete on inspection_invitations from motohaat_app;
  end if;
  if to_regclass('paper_files') is not null then
    -- The key of a file is read by read_paper_key alone, which writes the audit log.
    revoke select, update on paper_files from motohaat_app;
    grant select (id, owner_id, sha256, uploaded_at, erased_at, reads, xmin) on paper_files to motohaat_app;
    grant update (key_encrypted, erased_at) on paper_files to motohaat_app;
    grant execute on function read_paper_key to motohaat_app;
    revoke update on paper_openings from motohaat_app;
  end if;
  revoke insert, update, delete on migrations from motohaat_app;
  -- Only triggers write the audit log, with the owner's rights. A database before migration 0006 has none.
  if to_regclass('audit') is not null then
    revoke insert, update, delete on audit from motohaat_app;
    revoke usage on sequence audit_id_seq from motohaat_app;
  end if;
end $$;
