-- Thirty wrong handover codes in all on one deal close its code: the admin opens it again.

alter table deal_codes add column wrong_in_all int not null default 0 check (wrong_in_all >= 0);
alter table deal_codes add column closed_at timestamptz;
alter table deal_codes add constraint closed_after_thirty_wrong_codes check (wrong_in_all < 30 or closed_at is not null);
