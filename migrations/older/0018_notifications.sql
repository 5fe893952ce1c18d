-- Notifications of members, and what they want by e-mail.

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
  constraint notified_once unique (member_id, kind, cause_id)
);
create index notifications_of_member on notifications (member_id, id desc);
create index notifications_unseen on notifications (member_id) where seen_at is null;
create index notifications_to_email on notifications (created_at) where is_emailed is null;
create index notifications_by_time on notifications (created_at);

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
