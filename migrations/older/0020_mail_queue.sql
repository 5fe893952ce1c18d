-- The e-mail queue: an HTML part, e-mails that somebody waits for first, where an answer goes, addresses that refuse
-- e-mails, and the language in which a member reads.

alter table mails
  -- Emptied with the text when the e-mail is sent.
  add column html text,
  -- 0 for e-mails that somebody waits for, 2 for e-mails that nobody waits for.
  add column priority int not null default 1 check (priority between 0 and 2),
  add column reply_to text check (length(reply_to) <= 254);
create index mails_by_priority on mails (priority, next_try_at) where sent_at is null;
drop index mails_to_send;

alter table members
  -- The language of the page at the last visit.
  add column language text not null default 'en' check (language in ('en', 'bn')),
  -- When a mail server last said that the address does not exist.
  add column email_bounced_at timestamptz;
