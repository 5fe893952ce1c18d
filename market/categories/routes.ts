import { asc } from 'drizzle-orm'
import type { categoryCalls } from '#contract/categories.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { SharedReads } from '#platform/database/replica.ts'
import type { Member } from '#market/members/table.ts'
import { categories, categoryOnTheWire } from './table.ts'

/** The categories in the order of the shop's shelves. */
export const categoryRoutes = ({ shared }: { shared: SharedReads }): Handlers<typeof categoryCalls, Member> => {
  const all = shared((db) => {
    const prepared = db
      .select(categoryOnTheWire)
      .from(categories)
      .orderBy(asc(categories.position))
      .limit(100)
      .prepare('categories')
    return () => prepared.execute()
  })
  return { 'GET /category': () => all() }
}
