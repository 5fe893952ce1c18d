-- E-mails to an address that nobody has proven: ten on one day of Dhaka and sixty in all, in place of ten in all.

alter table unproven_addresses drop constraint unproven_addresses_notice_count_check;
alter table unproven_addresses add constraint unproven_addresses_notice_count_check check (notice_count between 0 and 60);

-- The day of the last e-mail about the member's own deals, and how many went on it.
alter table unproven_addresses add column notice_day date;
alter table unproven_addresses add column day_count int not null default 0
  constraint unproven_addresses_day_count_check check (day_count between 0 and 10);
