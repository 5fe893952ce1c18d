// Matches saved searches with new bikes, for the alerts job.
import { and, sql } from 'drizzle-orm'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import { createDictionaryProvider } from './dictionary-cache.ts'
import { matchesFilter } from './queries.ts'
import { parseSearch } from './query-parser.ts'
import { bikeSearch } from '#market/schema/bikes/search.ts'

type MatchQuery = { query: SearchQuery; bikeIds: string[] }

/** Creates a function that returns which of some bikes a query matches. It never drops filters; sort and cursor are ignored. */
export const createSavedSearchMatcher = ({ db, now }: { db: Database; now: () => Date }) => {
  const getDictionary = createDictionaryProvider(db, now)
  return async ({ query, bikeIds }: MatchQuery): Promise<string[]> => {
    const { filter } = parseSearch(query, await getDictionary())
    const isOneOf = sql`${bikeSearch.bikeId} = any(${sql.param(bikeIds)}::uuid[])`
    const found = await db
      .select({ id: bikeSearch.bikeId })
      .from(bikeSearch)
      .where(and(isOneOf, matchesFilter(filter)))
    return found.map(({ id }) => id)
  }
}
