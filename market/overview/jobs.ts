// Adds up the counters of the overview, and forgets rare searches of past days.
import { sql } from 'drizzle-orm'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database } from '#platform/database/database.ts'

const maxChanges = 10_000

/** Adds up the changes that triggers appended. Two processes take different changes, in the same order of days and counters. */
export const addUpDailyCounts = async (db: Database): Promise<void> => {
  await db.execute(sql`
    with taken as (
      delete from daily_counts where id in (
        select id from daily_counts where not is_total order by id limit ${maxChanges} for update skip locked)
      returning day, counter, amount
    )
    insert into daily_counts (day, counter, amount, is_total)
    select day, counter, sum(amount), true from taken group by day, counter order by counter, day
    on conflict (counter, day) where is_total do update set amount = daily_counts.amount + excluded.amount`)
}

// What is shown are the 50 most frequent of at most 30 days.
const maxWordsOfPastDay = 50
const maxDays = 30

/** Deletes the rare words of past days, and all words of days that no list shows. */
export const deleteRareSearches = async ({ db, now }: { db: Database; now: () => Date }): Promise<void> => {
  const today = getDhakaDay(now())
  await db.execute(sql`
    delete from empty_searches using (
      select day, words, row_number() over (partition by day order by times desc, words) as place
      from empty_searches where day < ${today}::date
    ) as ranked
    where ranked.day = empty_searches.day and ranked.words = empty_searches.words
      and (place > ${maxWordsOfPastDay} or ranked.day < ${today}::date - ${maxDays}::int)`)
}
