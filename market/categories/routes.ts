import { asc } from 'drizzle-orm'
import type { categoryCalls } from '#contract/categories.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import type { Member } from '#market/members/table.ts'
import { categories, categoryDto } from './table.ts'

/** The categories in display order. */
export const categoryRoutes = ({
  replicaReads,
}: {
  replicaReads: ReplicaReads
}): Handlers<typeof categoryCalls, Member> => {
  const listCategories = replicaReads((db) => {
    const prepared = db
      .select(categoryDto)
      .from(categories)
      .orderBy(asc(categories.position))
      .limit(100)
      .prepare('categories')
    return () => prepared.execute()
  })
  return { 'GET /category': () => listCategories() }
}
