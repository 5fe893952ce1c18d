import { asc, eq } from 'drizzle-orm'
import type { categoryCalls } from '#contract/categories.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { categoriesKey } from '#market/schema/cache-keys.ts'
import type { Member } from '#market/schema/people/members.ts'
import { cardDto, categories } from '#market/schema/bikes/categories.ts'

/** The three cards of the home page in display order; other categories are brands of the catalogue. */
export const categoryRoutes = ({
  replicaReads,
}: {
  replicaReads: ReplicaReads
}): Handlers<typeof categoryCalls, Member> => {
  const listCategories = replicaReads((db) => {
    const prepared = db
      .select(cardDto)
      .from(categories)
      .where(eq(categories.kind, 'card'))
      .orderBy(asc(categories.position))
      .limit(100)
      .prepare('categories')
    return () => prepared.execute()
  })
  return {
    'GET /category': ({ reply }) => {
      reply.cacheKeys = [categoriesKey]
      return listCategories()
    },
  }
}
