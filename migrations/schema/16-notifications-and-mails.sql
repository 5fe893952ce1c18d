-- Notifications of members, the queue of e-mails, and messages from the contact form.

-- ---------- notifications ----------

create table notifications (
  id uuid primary key,
  member_id uuid not null references members on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  deal_id uuid references deals,
  bike_id uuid references bikes,
  -- The step, message or other event that it reports: nobody is told of it twice.
  cause_id uuid not null,
  -- An amount in Taka or a place in line, where the sentence has one.
  number int,
  created_at timestamptz not null,
  seen_at timestamptz,
  -- Null until its e-mail is queued; false where no e-mail is sent.
  is_emailed boolean,
  -- An e-mail that cannot be written waits for its next try, so that it holds up no other.
  email_tries int not null default 0 check (email_tries >= 0),
  email_next_try_at timestamptz,
  -- The first message that a member has not read is a notification too.
  chat_id uuid references chats,
  constraint notified_once unique (member_id, kind, cause_id)
);
create index notifications_of_member on notifications (member_id, id desc);
create index notifications_unseen on notifications (member_id) where seen_at is null;
create index notifications_to_email on notifications (created_at) where is_emailed is null;
create index notifications_by_time on notifications (created_at);
create index notifications_of_chat on notifications (chat_id, member_id) where seen_at is null;

create table notification_settings (
  member_id uuid primary key references members on delete cascade,
  language text not null default 'en' check (language in ('en', 'bn')),
  -- Kinds that are not sent by e-mail. E-mails about money cannot be switched off.
  muted_kinds text[] not null default '{}'
);

-- Every process tells the members whose pages are open.
create function notify_member() returns trigger language plpgsql as $$
begin
  perform pg_notify('member_notified', new.member_id::text);
  return null;
end $$;
create trigger notify_member after insert on notifications for each row execute function notify_member();

-- ---------- e-mails ----------

create table mails (
  id uuid primary key,
  recipient text not null check (length(recipient) <= 254),
  subject text not null check (length(subject) <= 200),
  -- Deleted after sending: an e-mail may have the key to an account.
  text text,
  created_at timestamptz not null,
  -- After this time nobody needs the e-mail any more: it is deleted unsent.
  expires_at timestamptz not null,
  sent_at timestamptz,
  tries int not null default 0,
  next_try_at timestamptz not null,
  -- Of e-mails that come by themselves, such as alerts.
  unsubscribe_url text,
  -- Deleted with the text.
  html text,
  -- 0 for e-mails that somebody waits for, 2 for e-mails that nobody waits for.
  priority int not null default 1 check (priority between 0 and 2),
  reply_to text check (length(reply_to) <= 254),
  -- The mail server took no e-mail at all. The first one that gets through wakes those that wait.
  waits_for_server boolean not null default false,
  -- The calendar file of an e-mail about a meeting: its method and its content. Deleted with the text.
  calendar jsonb,
  constraint sent_mails_are_emptied check ((sent_at is null) = (text is not null))
);
create index mails_by_expiry on mails (expires_at);
create index mails_by_priority on mails (priority, next_try_at) where sent_at is null;
create index mails_that_wait on mails (id) where waits_for_server;

-- ---------- the contact form ----------

create table contact_messages (
  id uuid primary key,
  name text check (length(name) <= 80),
  email text not null check (length(email) <= 254),
  phone text,
  subject text check (length(subject) <= 120),
  message text check (length(message) <= 4000),
  created_at timestamptz not null,
  handled_at timestamptz,
  -- The id and checksum of the form: sent again after a lost answer, it finds the message that it created.
  draft_id uuid,
  draft_checksum text
);
create unique index written_once on contact_messages (draft_id, draft_checksum) where draft_id is not null;
create index messages_unanswered on contact_messages (created_at) where handled_at is null;
