// Which of some bikes a search finds: asked for searches that somebody keeps, when new bikes have come.
import { and, sql } from 'drizzle-orm'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#platform/database.ts'
import { meets } from './asking.ts'
import { meaningOf } from './meaning.ts'
import { openNames } from './names.ts'
import { chosenIn, together } from './rules.ts'
import { bikeSearch } from './table.ts'

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
