-- A buyer compares the numbers of the bike at the meeting: different ones are a problem of their own.
alter table disputes drop constraint disputes_reason_check;
alter table disputes add constraint disputes_reason_check check (reason in ('not_as_described', 'not_handed_over', 'papers',
  'numbers_different', 'damaged', 'contradiction', 'handed_over_without_code', 'other'));
