-- Why a deal ended, as it was chosen from the list; close_note has the person's own words only.
alter table deals add column close_choice text
  check (close_choice in ('sold', 'time', 'another', 'keep', 'found', 'mind', 'strange'));

-- What was chosen before stands in the notes as the sentence of the list, in the language of the page; own words follow it
-- after a full stop.
create temporary table chosen (words text primary key, choice text not null) on commit drop;
insert into chosen values
  ('The bike is sold', 'sold'),
  ('The time or place does not suit me', 'time'),
  ('I want to sell to somebody else first', 'another'),
  ('I do not want to sell any more', 'keep'),
  ('I cannot come', 'time'),
  ('I found another bike', 'found'),
  ('I changed my mind', 'mind'),
  ('I sold it elsewhere', 'sold'),
  ('The seller asked for something strange', 'strange'),
  ('The buyer asked for something strange', 'strange'),
  ('বাইক বিক্রি হয়ে গেছে', 'sold'),
  ('সময় বা জায়গা আমার সুবিধার নয়', 'time'),
  ('আগে অন্য একজনকে দিতে চাই', 'another'),
  ('এখন আর বেচতে চাই না', 'keep'),
  ('আমি আসতে পারছি না', 'time'),
  ('অন্য বাইক পেয়েছি', 'found'),
  ('মত বদলেছি', 'mind'),
  ('অন্য জায়গায় বিক্রি করেছি', 'sold'),
  ('বিক্রেতা অদ্ভুত কিছু চেয়েছেন', 'strange'),
  ('ক্রেতা অদ্ভুত কিছু চেয়েছেন', 'strange');
update deals set close_choice = chosen.choice,
  close_note = nullif(substr(deals.close_note, length(chosen.words) + 3), '')
from chosen where (deals.close_note = chosen.words or starts_with(deals.close_note, chosen.words || '. '))
  and deals.close_reason in ('declined', 'cancelled_by_buyer', 'cancelled_by_seller');
-- A step is read by both sides, and nobody is told that the other found something strange.
alter table deal_steps disable trigger deal_steps_are_append_only;
update deal_steps set note = null from chosen
where (deal_steps.note = chosen.words or starts_with(deal_steps.note, chosen.words || '. ')) and chosen.choice = 'strange';
alter table deal_steps enable trigger deal_steps_are_append_only;

-- What is chosen about the other person is a report to the moderators; nobody else offers that reason.
alter table reports drop constraint reports_reason_check;
alter table reports add constraint reports_reason_check
  check (reason in ('sold', 'wrong_facts', 'advance_money', 'stolen', 'copied', 'rude', 'asked_strange'));
