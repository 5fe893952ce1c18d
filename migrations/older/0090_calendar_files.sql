-- The calendar file of an e-mail about a meeting: its method and its content. Deleted after sending, like the text.
alter table mails add column calendar jsonb;
