import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { type bikeCalls, categoryNames } from '../../contract/bikes.ts'
import { Refused } from '../../contract/refusals.ts'
import type { Database } from '../../platform/database.ts'
import type { Handlers } from '../../platform/http.ts'
import { limitOf, pageOf } from '../../platform/paging.ts'
import { type Member, members } from '../members/table.ts'
import { cursorAfter, forMembers, forVisitors, placeOf } from './rules.ts'
import { bikeOnTheWire, bikes, onSale } from './table.ts'

const isAdvertised = isNotNull(bikes.advertisedAt)
const isAfterPlace = sql`(${bikes.advertisedAt} is not null, ${bikes.id}) < (${sql.placeholder('advertised')}, ${sql.placeholder('id')}::uuid)`
const inCategory = eq(bikes.category, sql.placeholder('category'))

/** One prepared list: advertised bikes first, the newest first; one row more than the page, to know whether it ends. */
const prepare = (db: Database, name: string, which: SQL | undefined) =>
  db
    .select(bikeOnTheWire)
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(onSale, which))
    .orderBy(desc(sql`${bikes.advertisedAt} is not null`), desc(bikes.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

/** The same list from its beginning and from a place in it: two statements, so that both can walk the index. */
const prepareBoth = (db: Database, name: string, which?: SQL) => {
  const first = prepare(db, `${name}_first`, which)
  const next = prepare(db, `${name}_next`, and(which, isAfterPlace))
  return async (
    query: { limit?: string | undefined; cursor?: string | undefined },
    values: Record<string, string> = {},
  ) => {
    const limit = limitOf(query)
    const rows =
      query.cursor === undefined
        ? await first.execute({ ...values, rows: limit + 1 })
        : await next.execute({ ...values, ...placeOf(query.cursor), rows: limit + 1 })
    return pageOf(rows, limit, cursorAfter)
  }
}

/** The lists of bikes that are on sale. */
export const bikeRoutes = ({ db }: { db: Database }): Handlers<typeof bikeCalls, Member> => {
  const all = prepareBoth(db, 'bikes_on_sale')
  const advertised = prepareBoth(db, 'bikes_advertised', isAdvertised)
  const ofCategory = prepareBoth(db, 'bikes_of_category', inCategory)
  return {
    'GET /allbikes': async ({ query, me }) => {
      const { items, next } = await (query.advertise === 'on' ? advertised(query) : all(query))
      return { items: items.map(me ? forMembers : forVisitors), next }
    },
    'GET /categoryDetails/:name': async ({ params, query }) => {
      const category = categoryNames.find((name) => name === params.name)
      if (category === undefined) throw new Refused('not_found')
      const { items, next } = await ofCategory(query, { category })
      return { items: items.map(forMembers), next }
    },
  }
}
