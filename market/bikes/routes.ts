import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { type bikeCalls, categoryNames } from '#contract/bikes.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { preparePage } from '#platform/database/prepared-list-query.ts'
import { idOfCursor, limitOf, pageOf } from '#platform/database/paging.ts'
import { refuseOtherEmail } from '#market/members/rules.ts'
import { type Member, members } from '#market/members/table.ts'
import { type OfferingRoom, offeringRoutes } from './listing/routes.ts'
import {
  cursorAfter,
  forMembers,
  listedForMembers,
  listedForVisitors,
  mayAdvertise,
  placeOf,
  whyNotWithdrawn,
} from './rules.ts'
import { bikeInLists, bikeOnTheWire, bikes, onSale } from './table.ts'

type Room = Pick<OfferingRoom, 'db' | 'now'>
type Mine = { id: string; sellerId: string }

// ---------- the lists of the shop ----------

const isAdvertised = isNotNull(bikes.advertisedAt)
const isAfterPlace = sql`(${bikes.advertisedAt} is not null, ${bikes.id}) < (${sql.placeholder('advertised')}, ${sql.placeholder('id')}::uuid)`
const inCategory = eq(bikes.category, sql.placeholder('category'))

type Columns = (typeof bikeInLists)['everybody']

/** One prepared list: advertised bikes first, the newest first. */
const prepare = (db: Database, name: string, columns: Columns, which: SQL | undefined) =>
  preparePage(
    db,
    name,
    db
      .select(columns)
      .from(bikes)
      .innerJoin(members, eq(members.id, bikes.sellerId))
      .where(and(onSale, which))
      .orderBy(desc(sql`${bikes.advertisedAt} is not null`), desc(bikes.id)),
  )

/** The same list from its beginning and from a place in it: two statements, so that both can walk the index. */
const prepareBoth = (db: Database, name: string, columns: Columns, which?: SQL) => {
  const first = prepare(db, `${name}_first`, columns, which)
  const next = prepare(db, `${name}_next`, columns, and(which, isAfterPlace))
  return async (
    query: { limit?: string | undefined; cursor?: string | undefined },
    values: Record<string, string> = {},
  ) => {
    const limit = limitOf(query)
    const rows =
      query.cursor === undefined
        ? await first(limit + 1, values)
        : await next(limit + 1, { ...values, ...placeOf(query.cursor) })
    return pageOf(rows, limit, cursorAfter)
  }
}

// ---------- what a seller does ----------

const mine = ({ id, sellerId }: Mine) => and(eq(bikes.id, id), eq(bikes.sellerId, sellerId))

const find = async (db: Database, which: Mine) => {
  const state = { soldAt: bikes.soldAt, withdrawnAt: bikes.withdrawnAt }
  const [bike] = await db.select(state).from(bikes).where(mine(which))
  return bike
}

/** Advertises the bike; 0 when it is advertised already. */
const advertise = async ({ db, now }: Room, which: Mine): Promise<number> => {
  const changed = await db
    .update(bikes)
    .set({ advertisedAt: now() })
    .where(and(mine(which), onSale, isNull(bikes.advertisedAt)))
    .returning({ id: bikes.id })
  if (changed.length > 0) return 1
  const refused = mayAdvertise(await find(db, which))
  if (refused) throw refused
  return 0
}

/**
 * Takes the bike off the shop. A payment that is being settled has locked the bike: this waits, and then finds it sold.
 * A payment that comes after it is sent back by the till. A bike whose sale was undone is off already: it leaves the list.
 */
const withdraw = async ({ db, now }: Room, which: Mine): Promise<number> => {
  const withdrawn = await db
    .update(bikes)
    .set({ withdrawnAt: now(), advertisedAt: null })
    .where(and(mine(which), onSale))
    .returning({ id: bikes.id })
  if (withdrawn.length > 0) return withdrawn.length
  const seen = await db
    .update(bikes)
    .set({ saleUndoneAt: null })
    .where(and(mine(which), isNotNull(bikes.saleUndoneAt)))
    .returning({ id: bikes.id })
  if (seen.length === 0) throw whyNotWithdrawn(await find(db, which))
  return seen.length
}

// What was taken off is gone, but a bike whose sale was undone stays until its seller has seen it.
const isOwnToShow = or(isNull(bikes.withdrawnAt), isNotNull(bikes.saleUndoneAt))

/** One prepared list of a seller's own bikes: on sale and sold, not those taken off. */
const prepareOwn = (db: Database, name: string, which?: SQL) =>
  db
    .select(bikeOnTheWire)
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.sellerId, sql.placeholder('me')), isOwnToShow, which))
    .orderBy(desc(bikes.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

const openOwn = (db: Database) => {
  const first = prepareOwn(db, 'own_bikes_first')
  const next = prepareOwn(db, 'own_bikes_next', lt(bikes.id, sql.placeholder('before')))
  return async (me: Member, query: { limit?: string | undefined; cursor?: string | undefined }) => {
    const limit = limitOf(query)
    const rows = query.cursor
      ? await next.execute({ me: me.id, before: idOfCursor(query.cursor), rows: limit + 1 })
      : await first.execute({ me: me.id, rows: limit + 1 })
    return pageOf(rows.map(forMembers), limit, (row) => row._id)
  }
}

/** The lists of bikes that are on sale, and what sellers do with theirs. */
export const bikeRoutes = (room: OfferingRoom): Handlers<typeof bikeCalls, Member> => {
  const { db, shared } = room
  const forBoth = (name: string, which?: SQL) => ({
    members: shared((db) => prepareBoth(db, `${name}_for_members`, bikeInLists.members, which)),
    everybody: shared((db) => prepareBoth(db, name, bikeInLists.everybody, which)),
  })
  const all = forBoth('bikes_on_sale')
  const advertised = forBoth('bikes_advertised', isAdvertised)
  const ofCategory = shared((db) => prepareBoth(db, 'bikes_of_category', bikeInLists.members, inCategory))
  const own = openOwn(db)
  return {
    'GET /allbikes': async ({ query, me }) => {
      const list = query.advertise === 'on' ? advertised : all
      const { items, next } = await (me ? list.members : list.everybody)(query)
      return { rows: items.map(me ? listedForMembers : listedForVisitors), next }
    },
    'GET /categoryDetails/:name': async ({ params, query }) => {
      const category = categoryNames.find((name) => name === params.name)
      if (category === undefined) throw new Refused('not_found')
      const { items, next } = await ofCategory(query, { category })
      return { rows: items.map(listedForMembers), next }
    },
    ...offeringRoutes(room),
    'GET /allbikes/myproduct': async ({ me, query }) => {
      refuseOtherEmail(me, query.email)
      return own(me, query)
    },
    'PUT /allbikes/:id': async ({ me, params }) => ({
      modifiedCount: await advertise(room, { id: params.id, sellerId: me.id }),
    }),
    'DELETE /allbikes/:id': async ({ me, params }) => ({
      deletedCount: await withdraw(room, { id: params.id, sellerId: me.id }),
    }),
  }
}
