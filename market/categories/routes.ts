import { asc } from 'drizzle-orm'
import type { categoryCalls } from '../../contract/categories.ts'
import type { Database } from '../../platform/database.ts'
import type { Handlers } from '../../platform/http.ts'
import type { Member } from '../members/table.ts'
import { categories, categoryOnTheWire } from './table.ts'

/** The categories in the order of the shop's shelves. */
export const categoryRoutes = ({ db }: { db: Database }): Handlers<typeof categoryCalls, Member> => {
  const all = db
    .select(categoryOnTheWire)
    .from(categories)
    .orderBy(asc(categories.position))
    .limit(100)
    .prepare('categories')
  return { 'GET /category': () => all.execute() }
}
