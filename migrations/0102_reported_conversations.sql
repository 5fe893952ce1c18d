-- A side of a conversation reports it, and with it the other member. Moderators read what was written; the audit log has each
-- reading.

alter table reports add column chat_id uuid references chats;

-- A report of a conversation names the other member too.
alter table reports add constraint conversation_has_member check (chat_id is null or member_id is not null);

alter table reports drop constraint reports_reason_check;
alter table reports add constraint reports_reason_check check (reason in
  ('sold', 'wrong_facts', 'advance_money', 'stolen', 'copied', 'rude', 'off_site', 'other', 'asked_strange'));

-- Each conversation is reported once for each reason, as each bike and each member is.
drop index reported_once;
create unique index reported_once on reports (reporter_id, coalesce(bike_id, chat_id, member_id), reason);

-- Nobody reports, and no moderator reads, a conversation of others: its sides are the reporter and the member of the case.
create function require_sides_of_report() returns trigger language plpgsql as $$
begin
  if not exists (
    select from chats join cases on cases.id = new.case_id
    where chats.id = new.chat_id and cases.bike_id is null and cases.member_id = new.member_id
      and (new.reporter_id, new.member_id) in ((buyer_id, seller_id), (seller_id, buyer_id))
  ) then
    raise exception 'this conversation is not of the reporter and the member' using constraint = 'report_has_sides';
  end if;
  return new;
end $$;
create trigger report_has_sides before insert or update of chat_id, case_id, reporter_id, member_id on reports
  for each row when (new.chat_id is not null) execute function require_sides_of_report();

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
    || replace(acts, 'ARRAY[', 'ARRAY[''conversation_read''::text, ');
end $$;

-- The server calls it in the transaction that reads the messages. The entry is about the member of the case; the actor is who
-- reads.
create function record_read_conversation(read_case_id uuid, read_chat_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('conversation_read', cases.member_id, chats.bike_id, null,
      jsonb_build_object('caseId', cases.id, 'chatId', chats.id))
    from cases, chats
    where cases.id = read_case_id and chats.id = read_chat_id
      and exists (select from reports where case_id = cases.id and chat_id = chats.id);
  if not found then
    raise exception 'nobody reported the conversation % in this case', read_chat_id;
  end if;
end $$;
revoke execute on function record_read_conversation from public;
