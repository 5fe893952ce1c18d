import { and, desc, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { type bikeCalls, categoryNames } from '../../contract/bikes.ts'
import { Refused } from '../../contract/refusals.ts'
import { broke, type Database } from '../../platform/database.ts'
import type { Handlers, Visit } from '../../platform/http.ts'
import { idOfCursor, limitOf, pageOf } from '../../platform/paging.ts'
import { refuseOtherEmail } from '../members/rules.ts'
import { type Member, members } from '../members/table.ts'
import { cursorAfter, forMembers, forVisitors, mayAdvertise, mayOffer, placeOf, whyNotWithdrawn } from './rules.ts'
import { bikeOnTheWire, bikes, onSale, spokenName } from './table.ts'

type Room = { db: Database; now: () => Date; newId: () => string }
type Offer = Visit<(typeof bikeCalls)['POST /allbikes'], Member>
type Mine = { id: string; sellerId: string }

// ---------- the lists of the shop ----------

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

// ---------- what a seller does ----------

/**
 * The name that stands on the bike: as the seller typed it, for a shop may go by another name than its owner. But the
 * name of another seller or of an admin is theirs, so the seller's own stands there instead.
 */
const sellerNameFor = async (db: Database, { me, body }: Offer): Promise<string> => {
  const [another] = await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(spokenName(members.name), spokenName(body.sellerName)),
        ne(members.role, 'Buyer'),
        isNull(members.removedAt),
        ne(members.id, me.id),
      ),
    )
    .limit(1)
  return another ? me.name : body.sellerName
}

/** The refusal behind a constraint that the new bike broke; any other error as it is. */
const whyNotOffered = (error: unknown): unknown => {
  if (broke(error, 'picture_of_seller')) return new Refused('picture_not_uploaded', { field: 'image' })
  return broke(error, 'member_is_here') ? new Refused('not_signed_in') : error
}

const offer = async ({ db, now, newId }: Room, visit: Offer): Promise<string> => {
  const { me, body } = visit
  refuseOtherEmail(me, body.email)
  const refused = mayOffer({ boughtInYear: body.purchaseTime, yearsUsed: body.usedTime }, now())
  if (refused) throw refused
  const id = newId()
  const row = {
    id,
    sellerId: me.id,
    category: body.name,
    name: body.productName,
    salePriceTaka: body.salePrice,
    originalPriceTaka: body.originalPrice,
    boughtInYear: body.purchaseTime,
    yearsUsed: body.usedTime,
    condition: body.condition,
    sellerName: await sellerNameFor(db, visit),
    contactNumber: body.contactNumber,
    location: body.location,
    picture: body.image,
    createdAt: now(),
  }
  await db
    .insert(bikes)
    .values(row)
    .catch((error: unknown) => {
      throw whyNotOffered(error)
    })
  return id
}

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
 * A payment that comes after it is sent back by the till.
 */
const withdraw = async ({ db, now }: Room, which: Mine): Promise<number> => {
  const withdrawn = await db
    .update(bikes)
    .set({ withdrawnAt: now(), advertisedAt: null })
    .where(and(mine(which), onSale))
    .returning({ id: bikes.id })
  if (withdrawn.length === 0) throw whyNotWithdrawn(await find(db, which))
  return withdrawn.length
}

/** One prepared list of a seller's own bikes: on sale and sold, not those taken off. */
const prepareOwn = (db: Database, name: string, which?: SQL) =>
  db
    .select(bikeOnTheWire)
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.sellerId, sql.placeholder('me')), isNull(bikes.withdrawnAt), which))
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
export const bikeRoutes = (room: Room): Handlers<typeof bikeCalls, Member> => {
  const { db } = room
  const all = prepareBoth(db, 'bikes_on_sale')
  const advertised = prepareBoth(db, 'bikes_advertised', isAdvertised)
  const ofCategory = prepareBoth(db, 'bikes_of_category', inCategory)
  const own = openOwn(db)
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
    'POST /allbikes': async (visit) => ({ acknowledged: true, insertedId: await offer(room, visit) }),
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
