-- A buyer who sends the same text to many sellers on one day: a job opens a case about them. Moderators read the text and its
-- conversations; the audit log has each reading.

-- What buyers send on a day: a hash of each longer text, and to which sellers it went. A job deletes the rows of past days.
create table sent_texts (
  member_id uuid not null references members,
  -- The day in Dhaka.
  day date not null,
  text_hash text not null check (text_hash ~ '^[0-9a-f]{64}$'),
  -- The first, second, ... seller of this text. Of two messages at once one has to count again.
  place int not null check (place >= 1),
  seller_id uuid not null references members,
  message_id uuid not null references chat_messages,
  -- It went to as many sellers as open a case, and no job has done that yet.
  opens_case boolean not null,
  primary key (member_id, day, text_hash, place)
);
create index sent_texts_that_open_cases on sent_texts (member_id) where opens_case;
create index sent_texts_by_day on sent_texts (day);

-- The messages with a text for which a case was opened, or which an open case got too.
create table repeated_texts (
  message_id uuid primary key references chat_messages,
  -- The first message with this text: one for each text of a case.
  first_id uuid not null references chat_messages,
  case_id uuid not null references cases
);
create index repeated_texts_of_case on repeated_texts (case_id);

-- No moderator reads a conversation of others: the buyer who sent the text is the member of the case.
create function require_sender_of_repeated_text() returns trigger language plpgsql as $$
begin
  if not exists (select from cases where id = new.case_id and bike_id is null)
    or exists (
      select from chat_messages join chats on chats.id = chat_id
      where chat_messages.id in (new.message_id, new.first_id)
        and (sender <> 'buyer' or buyer_id <> (select member_id from cases where id = new.case_id))
    )
  then
    raise exception 'the member of the case did not send this text as a buyer' using constraint = 'repeated_text_has_sender';
  end if;
  return new;
end $$;
create trigger repeated_text_has_sender before insert or update on repeated_texts
  for each row execute function require_sender_of_repeated_text();

-- A conversation is read where it was reported, or has the repeated text.
create or replace function record_read_conversation(read_case_id uuid, read_chat_id uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform write_audit('conversation_read', cases.member_id, chats.bike_id, null,
      jsonb_build_object('caseId', cases.id, 'chatId', chats.id))
    from cases, chats
    where cases.id = read_case_id and chats.id = read_chat_id
      and (exists (select from reports where case_id = cases.id and chat_id = chats.id)
        or exists (select from repeated_texts join chat_messages on chat_messages.id = message_id
          where case_id = cases.id and chat_id = chats.id));
  if not found then
    raise exception 'nobody reported the conversation % in this case', read_chat_id;
  end if;
end $$;
