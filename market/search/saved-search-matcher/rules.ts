// Which of some bikes a search finds: asked for searches that somebody keeps, when new bikes have come.
import { and, sql } from 'drizzle-orm'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#platform/database/database.ts'
import { meets } from '#market/search/queries.ts'
import { meaningOf } from '#market/search/query-parser/rules.ts'
import { openNames } from '#market/search/dictionary/provider.ts'
import { chosenIn, together } from '#market/search/rules.ts'
import { bikeSearch } from '#market/search/table.ts'

type Asked = { query: SearchQuery; bikeIds: string[] }

/** Opens the question; a search is never widened here, and its order and its page do not matter. */
export const openFitting = ({ db, now }: { db: Database; now: () => Date }) => {
  const names = openNames(db, now)
  return async ({ query, bikeIds }: Asked): Promise<string[]> => {
    const known = await names()
    const { asked: typed } = meaningOf(query.q ?? '', known)
    const asked = together({ typed, ...chosenIn(query, known) })
    const isOneOf = sql`${bikeSearch.bikeId} = any(${sql.param(bikeIds)}::uuid[])`
    const found = await db
      .select({ id: bikeSearch.bikeId })
      .from(bikeSearch)
      .where(and(isOneOf, meets(asked)))
    return found.map(({ id }) => id)
  }
}
