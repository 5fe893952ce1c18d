-- E-mails that the mail server did not take because it took none at all. The first one that gets through wakes them.
alter table mails add column waits_for_server boolean not null default false;
create index mails_that_wait on mails (id) where waits_for_server;
