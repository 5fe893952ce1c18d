// Counts pages of bikes and searches that found nothing in memory; every process writes its counts every ten seconds.
import { sql } from 'drizzle-orm'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database } from '#platform/database/database.ts'
import { dailyCounts } from '#market/schema/people/daily-counts.ts'

type VisitDeps = { db: Database; now: () => Date }

export type VisitCounter = {
  /** Counts one visit of a bike's page. */
  countSeen: () => void
  /** Counts one search that found nothing of what was asked for. */
  countEmptySearch: (words: string) => void
  /** Writes what was counted since the last time. What could not be written is counted again. */
  flush: () => Promise<void>
}

// Between two flushes and on one day: a program that sends random words fills neither the memory nor the table.
const maxWordsInMemory = 500
const maxWordsPerDay = 500

// People type telephone numbers; the list of searches is no place for them.
const telephoneNumber = /(?:\d[\s-]?){7,}/

/** The words as they are grouped: in lower case, with single spaces; null for words that are not stored. */
export const toSearchWords = (text: string): string | null => {
  const words = text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim().slice(0, 200)
  return words === '' || telephoneNumber.test(words) ? null : words
}

const addTo = (counts: Map<string, number>, words: string, times: number): void => {
  if (counts.has(words) || counts.size < maxWordsInMemory) counts.set(words, (counts.get(words) ?? 0) + times)
}

// In the order of the words, so that two processes never wait for each other.
const writeWords = (day: string, searches: Map<string, number>) => sql`
  insert into empty_searches (day, words, times)
  select ${day}::date, words, times
  from unnest(${sql.param([...searches.keys()])}::text[], ${sql.param([...searches.values()])}::int[]) as counted (words, times)
  where (select count(*) from empty_searches where day = ${day}::date) < ${maxWordsPerDay}
    or exists (select from empty_searches as known where known.day = ${day}::date and known.words = counted.words)
  order by words
  on conflict (day, words) do update set times = empty_searches.times + excluded.times`

/** Creates the counter of one process. */
export const createVisitCounter = ({ db, now }: VisitDeps): VisitCounter => {
  let seen = 0
  let empty = 0
  let searches = new Map<string, number>()
  const flush = async (): Promise<void> => {
    if (seen === 0 && empty === 0) return
    const taken = { seen, empty, searches }
    ;[seen, empty, searches] = [0, 0, new Map()]
    const day = getDhakaDay(now())
    const counts = [
      { day, counter: 'bikes_seen' as const, amount: taken.seen },
      { day, counter: 'searches_empty' as const, amount: taken.empty },
    ].filter(({ amount }) => amount > 0)
    try {
      await db.transaction(async (tx) => {
        await tx.insert(dailyCounts).values(counts)
        if (taken.searches.size > 0) await tx.execute(writeWords(day, taken.searches))
      })
    } catch (error) {
      seen += taken.seen
      empty += taken.empty
      for (const [words, times] of taken.searches) addTo(searches, words, times)
      throw error
    }
  }
  return {
    countSeen: () => {
      seen += 1
    },
    countEmptySearch: (text) => {
      empty += 1
      const words = toSearchWords(text)
      if (words !== null) addTo(searches, words, 1)
    },
    flush,
  }
}
