// C1 and C2: the counters of the overview are what the rows say.
import type { Invariant } from './invariant.ts'

const levelsSql = `('bikes_live', 'bikes_reserved')`
// Visits and searches leave no rows.
const uncountedSql = `('bikes_seen', 'searches_empty')`

export const overviewInvariants: readonly Invariant[] = [
  {
    id: 'C1',
    statement: 'The counters of each day are the bikes, deals, members and money of that day.',
    sql: `select coalesce(counted.day, expected.day) as day, coalesce(counted.counter, expected.counter) as counter,
        counted.amount as counted, expected.amount as expected
      from (select day, counter, sum(amount) as amount from daily_counts
        where counter not in ${levelsSql} and counter not in ${uncountedSql} group by 1, 2) as counted
      full join (select * from expected_daily_counts() where counter not in ${levelsSql}) as expected
        on (expected.day, expected.counter) = (counted.day, counted.counter)
      where coalesce(counted.amount, 0) <> coalesce(expected.amount, 0)`,
  },
  {
    id: 'C2',
    statement: 'The counters of bikes on sale and of reserved bikes add up to those of now.',
    sql: `select counter, coalesce(counted, 0) as counted, expected from (
        select 'bikes_live' as counter, count(*) as expected from bikes
          where coalesce(sold_at, withdrawn_at, reserved_at, hidden_at) is null
        union all select 'bikes_reserved', count(*) from bikes where reserved_at is not null
      ) as expected left join (
        select counter, sum(amount) as counted from daily_counts where counter in ${levelsSql} group by 1
      ) as counted using (counter)
      where coalesce(counted, 0) <> expected`,
  },
]
