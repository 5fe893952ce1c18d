import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type LanguageCode, parseAcceptLanguage } from '#contract/language.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { wishlistCalls } from '#contract/wishlist.ts'
import { violates, type Database, type Transaction } from '#platform/database/database.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import type { Handlers } from '#platform/http/router.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { getOfferedDepositTaka } from '#contract/deals/money-rules.ts'
import { hasFailedBefore } from '#market/deals/queries.ts'
import { mayBuy } from '#market/deals/booking-checks.ts'
import { toListedObstacle } from '#market/deals/may-pay.ts'
import { assertOwnEmail } from '#platform/http/own-email.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { payments } from '#market/schema/money/payments.ts'
import { mayRemoveWish, wishes, wishDto, wishPayFacts } from '#market/schema/deals/wishes.ts'

type WishlistDeps = { db: Database; now: () => Date; createId: () => string }

const prepareQuery = (db: Database, name: string, filter?: SQL) =>
  db
    .select({ ...wishDto, payObstacle: wishPayFacts.mapWith(toListedObstacle) })
    .from(wishes)
    .innerJoin(bikes, eq(bikes.id, wishes.bikeId))
    .innerJoin(members, eq(members.id, wishes.buyerId))
    .where(and(eq(wishes.buyerId, sql.placeholder('me')), filter))
    .orderBy(desc(wishes.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

type WishRow = Awaited<ReturnType<ReturnType<typeof prepareQuery>['execute']>>[number]

/** Adds to items of one buyer what a payment of each would be. */
const toWishes = async ({ db, now }: WishlistDeps, rows: readonly WishRow[], buyerId: string) => {
  const [first] = rows
  const isFirstTime = first !== undefined && !(await hasFailedBefore(db, { id: first._id, buyerId }, now()))
  return rows.map(({ takesDeposits, ...row }) => ({
    ...row,
    deposit: getOfferedDepositTaka({ priceTaka: row.salePrice, takesDeposits }),
    isFirstTime,
  }))
}

type NewWish = { bikeId: string; buyerId: string; language: LanguageCode; idempotencyKey: string | null }

/** The wish that this request made before, when its answer was lost; undefined without one. */
const findRepeated = async (
  { db }: WishlistDeps,
  { bikeId, buyerId, idempotencyKey }: NewWish,
): Promise<string | undefined> => {
  if (idempotencyKey === null) return undefined
  const isSame = and(eq(wishes.buyerId, buyerId), eq(wishes.bikeId, bikeId), eq(wishes.idempotencyKey, idempotencyKey))
  const [wish] = await db.select({ id: wishes.id }).from(wishes).where(isSame)
  return wish?.id
}

/** When the buyer's deal began to hold the bike, also by the payment of an order; null without one. */
const findHeldAt = async (tx: Transaction, { bikeId, buyerId }: NewWish): Promise<Date | null> => {
  const isOwn = and(eq(deals.bikeId, bikeId), eq(deals.buyerId, buyerId))
  const [deal] = await tx
    .select({ heldAt: deals.heldAt })
    .from(deals)
    .where(and(isOwn, isNotNull(deals.heldAt), isNull(deals.closedAt)))
  return deal?.heldAt ?? null
}

/** Adds the bike to the wishlist while the bike is locked, as paid where it is; returns the item id. */
const insertWish = ({ db, now, createId }: WishlistDeps, newWish: NewWish): Promise<string> =>
  db.transaction(async (tx) => {
    const { bikeId, buyerId } = newWish
    const [offer] = await tx.select().from(bikes).where(eq(bikes.id, bikeId)).for('share')
    const apiError = mayBuy(offer, buyerId)
    if (apiError) throw apiError
    const id = createId()
    const paidAt = await findHeldAt(tx, newWish)
    await tx.insert(wishes).values({ ...newWish, id, createdAt: now(), paidAt })
    return id
  })

// Far more than anybody sees; a heart of an older wish is not marked.
const maxWishedBikes = 500

const listWishedBikes = async ({ db }: WishlistDeps, buyerId: string): Promise<string[]> => {
  const rows = await db
    .select({ bikeId: wishes.bikeId })
    .from(wishes)
    .where(and(eq(wishes.buyerId, buyerId), isNull(wishes.paidAt)))
    .orderBy(desc(wishes.id))
    .limit(maxWishedBikes)
  return rows.map(({ bikeId }) => bikeId)
}

/** Removes a wish; throws `not_found`, `already_paid` while the deal needs it, or `payment_open` while it is being paid. */
const removeWish = ({ db }: WishlistDeps, buyerId: string, id: string): Promise<number> =>
  db.transaction(async (tx) => {
    const isOwn = and(eq(wishes.id, id), eq(wishes.buyerId, buyerId))
    const [wish] = await tx.select({ mayRemove: mayRemoveWish }).from(wishes).where(isOwn).for('update')
    if (!wish) throw new ApiError('not_found')
    if (!wish.mayRemove) throw new ApiError('already_paid')
    const isBeingPaid = await tx.$count(payments, and(eq(payments.wishId, id), eq(payments.state, 'open')))
    if (isBeingPaid > 0) throw new ApiError('payment_open')
    const removed = await tx.delete(wishes).where(eq(wishes.id, id)).returning({ id: wishes.id })
    return removed.length
  })

/** Converts a constraint violation to an ApiError; returns any other error unchanged. */
const toApiError = (error: unknown): unknown => {
  if (violates(error, 'wished_once')) return new ApiError('already_wished')
  return violates(error, 'member_is_active') ? new ApiError('not_signed_in') : error
}

/** Adds the bike once for each Idempotency-Key, also when the request is sent again at the same moment. */
const addWish = async (deps: WishlistDeps, newWish: NewWish): Promise<string> => {
  const repeatedId = await findRepeated(deps, newWish)
  if (repeatedId !== undefined) return repeatedId
  try {
    return await insertWish(deps, newWish)
  } catch (error) {
    const madeMeanwhile = violates(error, 'wished_once') ? await findRepeated(deps, newWish) : undefined
    if (madeMeanwhile === undefined) throw toApiError(error)
    return madeMeanwhile
  }
}

/** Endpoints of the member's own wishlist. */
export const wishlistRoutes = (deps: WishlistDeps): Handlers<typeof wishlistCalls, Member> => {
  const first = prepareQuery(deps.db, 'wishes_first')
  const next = prepareQuery(deps.db, 'wishes_next', lt(wishes.id, sql.placeholder('before')))
  const one = prepareQuery(deps.db, 'wish', eq(wishes.id, sql.placeholder('id')))
  return {
    'POST /wishlist': async ({ me, body, request }) => {
      assertOwnEmail(me, body.email)
      const language = parseAcceptLanguage(request.headers['accept-language'])
      const idempotencyKey = getIdempotencyKey(request) ?? null
      const insertedId = await addWish(deps, { bikeId: body.productId, buyerId: me.id, language, idempotencyKey })
      return { acknowledged: true, insertedId, message: 'Added to wishlist' }
    },
    'GET /wishlist': async ({ me, query }) => {
      assertOwnEmail(me, query.email)
      const rows = parseLimit(query) + 1
      const found = query.cursor
        ? await next.execute({ me: me.id, before: parseCursorId(query.cursor), rows })
        : await first.execute({ me: me.id, rows })
      return toPage(await toWishes(deps, found, me.id), rows - 1, (row) => row._id)
    },
    'GET /wishlist/products': async ({ me }) => ({ productIds: await listWishedBikes(deps, me.id) }),
    'DELETE /wishlist/:id': async ({ me, params }) => ({ deletedCount: await removeWish(deps, me.id, params.id) }),
    'GET /wishlists/:id': async ({ me, params }) => {
      const [item] = await toWishes(deps, await one.execute({ me: me.id, id: params.id, rows: 1 }), me.id)
      if (!item) throw new ApiError('not_found')
      return item
    },
  }
}
