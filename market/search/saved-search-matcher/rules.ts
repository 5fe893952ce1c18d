// Which of some bikes a search finds: asked for searches that somebody keeps, when new bikes have come.
import { and, sql } from 'drizzle-orm'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import { matchesFilter } from '#market/search/queries.ts'
import { parseQuery } from '#market/search/query-parser/rules.ts'
import { createDictionaryProvider } from '#market/search/dictionary/provider.ts'
import { parseFilters, combineFilters } from '#market/search/rules.ts'
import { bikeSearch } from '#market/search/table.ts'

type MatchQuery = { query: SearchQuery; bikeIds: string[] }

/** Opens the question; a search is never widened here, and its order and its page do not matter. */
export const createSavedSearchMatcher = ({ db, now }: { db: Database; now: () => Date }) => {
  const getDictionary = createDictionaryProvider(db, now)
  return async ({ query, bikeIds }: MatchQuery): Promise<string[]> => {
    const dictionary = await getDictionary()
    const { filter: typed } = parseQuery(query.q ?? '', dictionary)
    const filter = combineFilters({ typed, ...parseFilters(query, dictionary) })
    const isOneOf = sql`${bikeSearch.bikeId} = any(${sql.param(bikeIds)}::uuid[])`
    const found = await db
      .select({ id: bikeSearch.bikeId })
      .from(bikeSearch)
      .where(and(isOneOf, matchesFilter(filter)))
    return found.map(({ id }) => id)
  }
}
