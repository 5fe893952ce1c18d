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
  if to_regclass('repeated_texts') is not null then
    revoke update, delete on repeated_texts from motohaat_app;
  end if;
  if to_regclass('reading_reports') is not null then
    revoke update, delete on reading_reports from motohaat_app;
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
  if to_regclass('badge_questions') is not null then
    revoke update, delete on badge_questions from motohaat_app;
    grant update (ended_at, end_cause) on badge_questions to motohaat_app;
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
  if to_regclass('stolen_bikes') is not null then
    revoke update, delete on stolen_bikes from motohaat_app;
    grant update (state, released_at, decided_by, decided_at, reason, withdrawn_at, erased_at, registration_encrypted, engine_encrypted,
      chassis_encrypted, gd_number_encrypted, police_station, file_id) on stolen_bikes to motohaat_app;
    revoke update, delete on stolen_openings from motohaat_app;
  end if;
  if exists (select from information_schema.columns where table_name = 'payouts' and column_name = 'repeats_id') then
    -- What a payment is for and its amount stay as they were when it began.
    revoke update on payments from motohaat_app;
    grant update (booking_id, wish_id, deal_id, intent_id, transaction_id, redirect_url, executing_at, execute_tried_at, failure,
      state, ended_at, settled_at, refunded_at, refund_reason, review_at, review_accepted_at, doubled_at, late_asked_at,
      refunded_taka, disputed_at, dispute_ended_at, dispute_outcome) on payments to motohaat_app;
    -- The amounts are guarded by a trigger, because a debt is set off against them.
    revoke update on payouts from motohaat_app;
    grant update (amount_taka, set_off_taka, state, needs_review, way, destination_kind, destination_last4, destination_version,
      provider_ref, requested_by, approved_by, sent_at, sending_at, asked_at, confirmed_at, failed_at, frozen_at, failure,
      returned_by, return_reference) on payouts to motohaat_app;
    -- The amounts are guarded by a trigger, because a part may go back outside the shop.
    revoke update on refunds from motohaat_app;
    grant update (amount_poisha, state, provider_ref, tries, next_try_at, requested_at, last_error, settled_at, reference,
      sent_by, approved_by) on refunds to motohaat_app;
    revoke update on receipts from motohaat_app;
    revoke delete on receipt_counters from motohaat_app;
    revoke update on disputes from motohaat_app;
    grant update (opened_by, reason, note, opened_at, evidence_until, decide_until, decided_at, decided_by, decision,
      taka_to_buyer, decision_note) on disputes to motohaat_app;
    revoke update, delete on dispute_evidence from motohaat_app;
    -- A command of the owner gives permissions, beside a trigger, and takes them.
    revoke update, delete on member_permissions from motohaat_app;
  end if;
  if to_regprocedure('record_shown_account_number(uuid)') is not null then
    grant execute on function record_shown_account_number to motohaat_app;
  end if;
  if to_regprocedure('record_read_conversation(uuid, uuid)') is not null then
    grant execute on function record_read_conversation to motohaat_app;
  end if;
  if to_regprocedure('record_account_numbers_in_file(uuid[], text)') is not null then
    grant execute on function record_account_numbers_in_file to motohaat_app;
  end if;
  revoke insert, update, delete on migrations from motohaat_app;
  -- Only triggers write the audit log, with the owner's rights. A database before migration 0006 has none.
  if to_regclass('audit') is not null then
    revoke insert, update, delete on audit from motohaat_app;
    revoke usage on sequence audit_id_seq from motohaat_app;
  end if;
end $$;
