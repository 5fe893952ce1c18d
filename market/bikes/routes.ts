import { and, desc, eq, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { bikeCalls } from '#contract/bikes.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import { prepareListQuery } from '#platform/database/prepared-list-query.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { toPageKey } from '#market/schema/cache-keys.ts'
import { categories } from '#market/schema/bikes/categories.ts'
import { assertOwnEmail } from '#platform/http/own-email.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { type ListingDeps, listingRoutes } from './listing.ts'
import { numberRequests } from './numbers/number-views.ts'
import { toOwnView, toViewFor } from './contact-number.ts'
import { formatCursor, parseCursor } from './list-cursor.ts'
import { getSaleError, mayAdvertise, getWithdrawError } from './listing-checks.ts'
import { bikeListColumns, bikeDto, bikePictures, bikes, onSale, ownStatus } from '#market/schema/bikes/bikes.ts'

type BikeDeps = Pick<ListingDeps, 'db' | 'now'>
type OwnBike = { id: string; sellerId: string }

// ---------- public lists ----------

const isAdvertised = isNotNull(bikes.advertisedAt)
const isAfterCursor = sql`(${bikes.advertisedAt} is not null, ${bikes.id}) < (${sql.placeholder('advertised')}, ${sql.placeholder('id')}::uuid)`
const isInCategory = eq(bikes.category, sql.placeholder('category'))

type Columns = (typeof bikeListColumns)['everybody']

/** A prepared list: advertised bikes first, then the newest first. */
const prepareBikeList = (db: Database, name: string, columns: Columns, filter: SQL | undefined) =>
  prepareListQuery(
    db,
    name,
    db
      .select(columns)
      .from(bikes)
      .innerJoin(members, eq(members.id, bikes.sellerId))
      .where(and(onSale, filter))
      .orderBy(desc(sql`${bikes.advertisedAt} is not null`), desc(bikes.id)),
  )

/** The list from the start and from a cursor: two statements, so that both use an index scan. */
const createBikeList = (db: Database, name: string, columns: Columns, filter?: SQL) => {
  const first = prepareBikeList(db, `${name}_first`, columns, filter)
  const next = prepareBikeList(db, `${name}_next`, columns, and(filter, isAfterCursor))
  return async (
    query: { limit?: string | undefined; cursor?: string | undefined },
    values: Record<string, string> = {},
  ) => {
    const limit = parseLimit(query)
    const rows =
      query.cursor === undefined
        ? await first(limit + 1, values)
        : await next(limit + 1, { ...values, ...parseCursor(query.cursor) })
    return { ...toPage(rows, limit, formatCursor), firstOfNext: rows[limit] ?? null }
  }
}

// ---------- seller actions ----------

// Also one that waits for a moderator.
const isForSale = and(isNull(bikes.soldAt), isNull(bikes.withdrawnAt), isNull(bikes.reservedAt))

const isOwnBike = ({ id, sellerId }: OwnBike) => and(eq(bikes.id, id), eq(bikes.sellerId, sellerId))

const findBikeState = async (db: Database, ownBike: OwnBike) => {
  const { soldAt, withdrawnAt, reservedAt, hiddenAt } = bikes
  const state = { soldAt, withdrawnAt, reservedAt, hiddenAt }
  const [bike] = await db.select(state).from(bikes).where(isOwnBike(ownBike))
  return bike
}

/** Advertises the bike; returns 0 if it was advertised already. */
const advertise = async ({ db, now }: BikeDeps, ownBike: OwnBike): Promise<number> => {
  const changed = await db
    .update(bikes)
    .set({ advertisedAt: now() })
    .where(and(isOwnBike(ownBike), onSale, isNull(bikes.advertisedAt)))
    .returning({ id: bikes.id })
  if (changed.length > 0) return 1
  const apiError = mayAdvertise(await findBikeState(db, ownBike))
  if (apiError) throw apiError
  return 0
}

/** Takes the advertisement back; the bike stays for sale. Returns 0 if it was not advertised. */
const stopAdvertising = async ({ db }: BikeDeps, ownBike: OwnBike): Promise<number> => {
  const changed = await db
    .update(bikes)
    .set({ advertisedAt: null })
    .where(and(isOwnBike(ownBike), isForSale, isNotNull(bikes.advertisedAt)))
    .returning({ id: bikes.id })
  if (changed.length > 0) return 1
  const apiError = getSaleError(await findBikeState(db, ownBike))
  if (apiError) throw apiError
  return 0
}

/** Withdraws a bike that is for sale, hidden or not, and ends its deals, in which nothing is paid yet; returns whether it was. */
const withdrawFromSale = (deps: ListingDeps, ownBike: OwnBike): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const withdrawn = await tx
      .update(bikes)
      .set({ withdrawnAt: deps.now(), advertisedAt: null })
      .where(and(isOwnBike(ownBike), isForSale))
      .returning({ id: bikes.id })
    if (withdrawn.length === 0) return false
    await deps.bikeDeals.end(tx, ownBike.id)
    await deps.reviews.review(tx, ownBike.id)
    return true
  })

/** Ends the payment that a buyer has begun for the bike of this seller, so that nobody is charged for a bike that is gone. */
const endBegunPayment = async ({ db, releaseHoldOfBike }: ListingDeps, ownBike: OwnBike): Promise<void> => {
  const isLeaving = (await db.$count(bikes, and(isOwnBike(ownBike), isForSale))) > 0
  if (isLeaving) await releaseHoldOfBike(ownBike.id)
}

/**
 * Withdraws the bike. A payment that was begun ends at the provider first; if the buyer was faster, or a payment is being
 * settled, this finds the bike reserved. What arrives later all the same is refunded. A bike whose sale was undone is
 * already withdrawn: this removes it from the list.
 */
const withdraw = async (deps: ListingDeps, ownBike: OwnBike): Promise<number> => {
  await endBegunPayment(deps, ownBike)
  if (await withdrawFromSale(deps, ownBike)) return 1
  const { db } = deps
  const dismissed = await db
    .update(bikes)
    .set({ saleUndoneAt: null })
    .where(and(isOwnBike(ownBike), isNotNull(bikes.saleUndoneAt)))
    .returning({ id: bikes.id })
  if (dismissed.length === 0) throw getWithdrawError(await findBikeState(db, ownBike))
  return dismissed.length
}

// What others do with a bike of the query. Read by the names of the tables, whose modules build on bikes.
const liveDeals = sql<number>`(select count(*)::int from deals where deals.bike_id = ${bikes.id} and deals.closed_at is null)`
const saves = sql<number>`(select count(*)::int from wishes where wishes.bike_id = ${bikes.id})`
const photos = sql<number>`(select 1 + count(*)::int from ${bikePictures} where ${bikePictures.bikeId} = ${bikes.id})`
// The range is of the model, year and kilometres, so it stays when the price changes.
const similarPrices = sql<{
  low: number
  high: number
} | null>`(select json_build_object('low', low_taka, 'high', high_taka)
  from bike_price_estimates where bike_id = ${bikes.id} and basis = 'similar' and ${bikes.soldAt} is null)`

// Withdrawn bikes are not listed, but a bike whose sale was undone stays until its seller removes it.
const isShownToSeller = or(isNull(bikes.withdrawnAt), isNotNull(bikes.saleUndoneAt))

/** A prepared list of a seller's own bikes: on sale and sold, without withdrawn ones. */
const prepareOwnBikes = (db: Database, name: string, filter?: SQL) =>
  db
    .select({ ...bikeDto, status: ownStatus, numberRequests, liveDeals, saves, photos, similarPrices })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.sellerId, sql.placeholder('me')), isShownToSeller, filter))
    .orderBy(desc(bikes.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

const createOwnBikesQuery = (db: Database) => {
  const first = prepareOwnBikes(db, 'own_bikes_first')
  const next = prepareOwnBikes(db, 'own_bikes_next', lt(bikes.id, sql.placeholder('before')))
  return async (me: Member, query: { limit?: string | undefined; cursor?: string | undefined }) => {
    const limit = parseLimit(query)
    const rows = query.cursor
      ? await next.execute({ me: me.id, before: parseCursorId(query.cursor), rows: limit + 1 })
      : await first.execute({ me: me.id, rows: limit + 1 })
    return toPage(rows.map(toOwnView), limit, (row) => row._id)
  }
}

const prepareCategoryExists = (db: Database) => {
  const find = db
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.name, sql.placeholder('name')))
    .prepare('category_exists')
  return async (name: string): Promise<boolean> => (await find.execute({ name })).length > 0
}

/** Public lists of bikes on sale, and the actions of sellers on their own bikes. */
export const bikeRoutes = (deps: ListingDeps): Handlers<typeof bikeCalls, Member> => {
  const { db, replicaReads } = deps
  const createBikeLists = (name: string, filter?: SQL) => ({
    members: replicaReads((db) => createBikeList(db, `${name}_for_members`, bikeListColumns.members, filter)),
    everybody: replicaReads((db) => createBikeList(db, name, bikeListColumns.everybody, filter)),
  })
  const allBikes = createBikeLists('bikes_on_sale')
  const advertisedBikes = createBikeLists('bikes_advertised', isAdvertised)
  const listCategory = replicaReads((db) =>
    createBikeList(db, 'bikes_of_category', bikeListColumns.members, isInCategory),
  )
  const categoryExists = replicaReads(prepareCategoryExists)
  const listOwnBikes = createOwnBikesQuery(db)
  return {
    'GET /allbikes': async ({ query, me, reply }) => {
      const list = query.advertise === 'on' ? advertisedBikes : allBikes
      const { items, next, firstOfNext } = await (me ? list.members : list.everybody)(query)
      reply.cacheKeys = [
        toPageKey(query.advertise === 'on' ? 'advertised' : 'all', {
          after: query.cursor === undefined ? null : parseCursor(query.cursor),
          next: firstOfNext && { id: firstOfNext._id, advertised: firstOfNext.advertise === 'on' },
        }),
      ]
      return { rows: items.map(toViewFor(me)), next }
    },
    'GET /categoryDetails/:name': async ({ me, params, query }) => {
      const { items, next } = await listCategory(query, { category: params.name })
      // Only an empty list may be one of a category that does not exist.
      if (items.length === 0 && !(await categoryExists(params.name))) throw new ApiError('not_found')
      return { rows: items.map(toViewFor(me)), next }
    },
    ...listingRoutes(deps),
    'GET /allbikes/myproduct': async ({ me, query }) => {
      assertOwnEmail(me, query.email)
      return listOwnBikes(me, query)
    },
    'PUT /allbikes/:id': async ({ me, params, body }) => {
      const change = body.advertise === 'on' ? advertise : stopAdvertising
      return { modifiedCount: await change(deps, { id: params.id, sellerId: me.id }) }
    },
    'DELETE /allbikes/:id': async ({ me, params }) => ({
      deletedCount: await withdraw(deps, { id: params.id, sellerId: me.id }),
    }),
  }
}
