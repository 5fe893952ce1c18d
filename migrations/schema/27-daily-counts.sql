-- Counters by day for the admin's overview. Triggers append a row for each change, so that writers never wait for each
-- other; a job adds the rows up. Days are those of Dhaka.

create function dhaka_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Asia/Dhaka')::date;

create table daily_counts (
  id bigint generated always as identity primary key,
  day date not null,
  -- bikes_live (in the lists, so not hidden), bikes_reserved and poisha_held are levels: their sum over all days is the number of now.
  counter text not null check (counter in ('bikes_added', 'bikes_live', 'bikes_reserved', 'bikes_sold', 'bikes_seen',
    'deals_requested', 'deals_accepted', 'deals_held', 'deals_handed_over', 'members_joined', 'searches_empty',
    'poisha_held', 'poisha_released', 'poisha_refunded')),
  amount bigint not null,
  -- The sum of a day and counter; other rows are changes that the job has not added up.
  is_total boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create unique index one_total_per_day on daily_counts (counter, day) where is_total;
create index daily_counts_by_day on daily_counts (day, counter) include (amount);
create index daily_levels on daily_counts (counter, day) include (amount)
  where counter in ('bikes_live', 'bikes_reserved', 'poisha_held');
create index daily_changes on daily_counts (id) where not is_total;

-- Words of searches that found nothing. The job keeps the most frequent ones of past days.
create table empty_searches (
  day date not null,
  words text not null check (length(words) between 1 and 200),
  times int not null check (times > 0),
  primary key (day, words)
);

-- What the counters should be: npm run check:data compares them with it.
create function expected_daily_counts() returns table (day date, counter text, amount bigint) language sql stable as $$
  select day, counter, sum(amount)::bigint from (
    select dhaka_day(created_at) as day, 'bikes_added' as counter, count(*)::numeric as amount from bikes group by 1
    union all select dhaka_day(created_at), 'bikes_live', count(*) from bikes group by 1
    union all select dhaka_day(coalesce(sold_at, withdrawn_at, reserved_at, hidden_at)), 'bikes_live', -count(*) from bikes
      where coalesce(sold_at, withdrawn_at, reserved_at, hidden_at) is not null group by 1
    union all select dhaka_day(reserved_at), 'bikes_reserved', count(*) from bikes where reserved_at is not null group by 1
    union all select dhaka_day(sold_at), 'bikes_sold', count(*) from bikes where sold_at is not null group by 1
    union all select dhaka_day(requested_at), 'deals_requested', count(*) from deals group by 1
    union all select dhaka_day(accepted_at), 'deals_accepted', count(*) from deals where accepted_at is not null group by 1
    union all select dhaka_day(held_at), 'deals_held', count(*) from deals where held_at is not null group by 1
    union all select dhaka_day(handed_over_at), 'deals_handed_over', count(*) from deals where handed_over_at is not null group by 1
    union all select dhaka_day(created_at), 'members_joined', count(*) from members where role <> 'Admin' group by 1
    union all select dhaka_day(at), case left(account, 4) when 'held' then 'poisha_held' when 'sell' then 'poisha_released'
        else 'poisha_refunded' end, sum(case when account like 'buyer:%' then poisha else -poisha end)
      from ledger_lines join ledger_entries on id = entry_id
      where account like 'held:%' or (account like 'seller:%' and cause in ('released', 'cancelled'))
        or (account like 'buyer:%' and cause in ('refund_confirmed', 'refund_by_hand', 'refund_returned'))
      group by 1, 2
  ) as parts
  where amount <> 0 group by day, counter
$$;

-- ---------- triggers ----------

create function count_new_bikes() returns trigger language plpgsql as $$
begin
  insert into daily_counts (day, counter, amount)
    select day, counter, sum(amount) from added
    cross join lateral (values
      (dhaka_day(created_at), 'bikes_added', 1), (dhaka_day(created_at), 'bikes_live', 1),
      (dhaka_day(coalesce(sold_at, withdrawn_at, reserved_at, hidden_at)), 'bikes_live', -1),
      (dhaka_day(reserved_at), 'bikes_reserved', 1), (dhaka_day(sold_at), 'bikes_sold', 1)
    ) as change (day, counter, amount)
    where day is not null group by day, counter having sum(amount) <> 0;
  return null;
end $$;
create trigger count_new_bikes after insert on bikes
  referencing new table as added for each statement execute function count_new_bikes();

create function count_changed_bike() returns trigger language plpgsql as $$
declare
  changed_on date := dhaka_day(coalesce(new.sold_at, new.withdrawn_at, new.reserved_at, new.hidden_at, now()));
begin
  insert into daily_counts (day, counter, amount)
    select day, counter, sum(amount) from (values
      (changed_on, 'bikes_live', (coalesce(new.sold_at, new.withdrawn_at, new.reserved_at, new.hidden_at) is null)::int
        - (coalesce(old.sold_at, old.withdrawn_at, old.reserved_at, old.hidden_at) is null)::int),
      (changed_on, 'bikes_reserved', (new.reserved_at is not null)::int - (old.reserved_at is not null)::int),
      (dhaka_day(new.sold_at), 'bikes_sold', 1), (dhaka_day(old.sold_at), 'bikes_sold', -1)
    ) as change (day, counter, amount)
    where day is not null group by day, counter having sum(amount) <> 0;
  return null;
end $$;
create trigger count_changed_bike after update of sold_at, withdrawn_at, reserved_at, hidden_at on bikes for each row
  when ((old.sold_at, old.withdrawn_at, old.reserved_at, old.hidden_at) is distinct from (new.sold_at, new.withdrawn_at, new.reserved_at, new.hidden_at))
  execute function count_changed_bike();

create function count_new_deals() returns trigger language plpgsql as $$
begin
  insert into daily_counts (day, counter, amount)
    select day, counter, count(*) from added
    cross join lateral (values (dhaka_day(requested_at), 'deals_requested'), (dhaka_day(accepted_at), 'deals_accepted'),
      (dhaka_day(held_at), 'deals_held'), (dhaka_day(handed_over_at), 'deals_handed_over')) as change (day, counter)
    where day is not null group by day, counter;
  return null;
end $$;
create trigger count_new_deals after insert on deals
  referencing new table as added for each statement execute function count_new_deals();

create function count_changed_deal() returns trigger language plpgsql as $$
begin
  insert into daily_counts (day, counter, amount)
    select day, counter, sum(amount) from (values
      (dhaka_day(new.accepted_at), 'deals_accepted', 1), (dhaka_day(old.accepted_at), 'deals_accepted', -1),
      (dhaka_day(new.held_at), 'deals_held', 1), (dhaka_day(old.held_at), 'deals_held', -1),
      (dhaka_day(new.handed_over_at), 'deals_handed_over', 1), (dhaka_day(old.handed_over_at), 'deals_handed_over', -1)
    ) as change (day, counter, amount)
    where day is not null group by day, counter having sum(amount) <> 0;
  return null;
end $$;
create trigger count_changed_deal after update of accepted_at, held_at, handed_over_at on deals for each row
  when ((old.accepted_at, old.held_at, old.handed_over_at) is distinct from (new.accepted_at, new.held_at, new.handed_over_at))
  execute function count_changed_deal();

create function count_new_members() returns trigger language plpgsql as $$
begin
  insert into daily_counts (day, counter, amount)
    select dhaka_day(created_at), 'members_joined', count(*) from added where role <> 'Admin' group by 1;
  return null;
end $$;
create trigger count_new_members after insert on members
  referencing new table as added for each statement execute function count_new_members();

create function count_ledger_lines() returns trigger language plpgsql as $$
begin
  insert into daily_counts (day, counter, amount)
    select dhaka_day(at), case left(account, 4) when 'held' then 'poisha_held' when 'sell' then 'poisha_released'
        else 'poisha_refunded' end as counter,
      sum(case when account like 'buyer:%' then poisha else -poisha end)
    from added join ledger_entries on id = entry_id
    where account like 'held:%' or (account like 'seller:%' and cause in ('released', 'cancelled'))
      or (account like 'buyer:%' and cause in ('refund_confirmed', 'refund_by_hand', 'refund_returned'))
    group by 1, 2 having sum(poisha) <> 0;
  return null;
end $$;
create trigger count_ledger_lines after insert on ledger_lines
  referencing new table as added for each statement execute function count_ledger_lines();
