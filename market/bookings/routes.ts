import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { bookingCalls } from '#contract/deals/bookings.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates, type Database, type Transaction } from '#platform/database/database.ts'
import { getIdempotencyKey } from '#platform/http/idempotency-key.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { bikes, onSale } from '#market/schema/bikes/bikes.ts'
import { applyEffects, lockDeal } from '#market/deals/actions.ts'
import { toListedObstacle } from '#market/deals/may-pay.ts'
import { type BookingLimits, requestDeal } from '#market/deals/requests.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { assertOwnEmail } from '#platform/http/own-email.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { mayBook } from '#market/deals/booking-checks.ts'
import { bookingDto, bookingPayFacts, bookings } from '#market/schema/deals/bookings.ts'

type BookingsDeps = {
  db: Database
  now: () => Date
  createId: () => string
  limits: BookingLimits
}
type CreateBookingContext = RequestContext<(typeof bookingCalls)['POST /bookings'], Member>

// The input of the rules.
const offerColumns = {
  sellerId: bikes.sellerId,
  salePriceTaka: bikes.salePriceTaka,
  soldAt: bikes.soldAt,
  withdrawnAt: bikes.withdrawnAt,
  hiddenAt: bikes.hiddenAt,
}

// A booking whose deal ended stays in the list with its end, but not one that the buyer cancelled.
const isOwnBooking = and(
  eq(bookings.buyerId, sql.placeholder('me')),
  sql`(${bookings.cancelledAt} is null or exists (
    select from ${deals} where ${deals.id} = ${bookings.id}
      and ${deals.closeReason} not in ('cancelled_by_buyer', 'buyer_removed')))`,
)

const prepareQuery = (db: Database, name: string, filter?: SQL) =>
  db
    .select({ ...bookingDto, payObstacle: bookingPayFacts.mapWith(toListedObstacle) })
    .from(bookings)
    .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
    .innerJoin(members, eq(members.id, bookings.buyerId))
    .where(and(isOwnBooking, filter))
    .orderBy(desc(bookings.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

/**
 * Locks the bike, so that its price and sale state cannot change, then the buyer, so that concurrent bookings of one
 * buyer run one after another. All code locks in this order. One statement locks the bike before it joins the buyer.
 */
const lockOffer = async (tx: Transaction, { me, body }: CreateBookingContext) => {
  const offer = tx
    .$with('offer')
    .as(tx.select(offerColumns).from(bikes).where(eq(bikes.id, body.producId)).for('share'))
  const [locked] = await tx
    .with(offer)
    .select({
      sellerId: offer.sellerId,
      salePriceTaka: offer.salePriceTaka,
      soldAt: offer.soldAt,
      withdrawnAt: offer.withdrawnAt,
      hiddenAt: offer.hiddenAt,
    })
    .from(offer)
    .innerJoin(members, eq(members.id, me.id))
    .for('no key update', { of: members })
  return locked
}

/** The live booking that this request made before, when its answer was lost; undefined without one. */
const findRepeated = async (
  tx: Transaction,
  { me, body }: CreateBookingContext,
  idempotencyKey: string,
): Promise<string | undefined> => {
  const [booking] = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.bikeId, body.producId),
        eq(bookings.buyerId, me.id),
        isNull(bookings.cancelledAt),
        eq(bookings.idempotencyKey, idempotencyKey),
        eq(bookings.contactNumber, body.contactNumber),
        eq(bookings.meetingLocation, body.meetingLocation),
        eq(bookings.priceTaka, body.salePrice),
      ),
    )
  return booking?.id
}

/** Books the bike while it is locked; returns the booking id. A request that is sent again with its key books once. */
const book = ({ db, now, createId, limits }: BookingsDeps, ctx: CreateBookingContext): Promise<string> =>
  db.transaction(async (tx) => {
    const { me, body } = ctx
    const offer = await lockOffer(tx, ctx)
    const idempotencyKey = getIdempotencyKey(ctx.request) ?? null
    const repeatedId = idempotencyKey === null ? undefined : await findRepeated(tx, ctx, idempotencyKey)
    if (repeatedId !== undefined) return repeatedId
    if (!offer) throw new ApiError('not_found')
    const apiError = mayBook(offer, { buyerId: me.id, priceSeenTaka: body.salePrice })
    if (apiError) throw apiError
    const request = {
      bikeId: body.producId,
      sellerId: offer.sellerId,
      buyerId: me.id,
      buyerNumber: body.contactNumber,
      meetPlace: body.meetingLocation,
      priceTaka: body.salePrice,
      idempotencyKey,
    }
    return requestDeal(tx, { now, createId }, request, limits)
  })

// Far more than anybody sees; the button of an older bike says Book Now, which is then refused.
const maxMarkedBikes = 500

/** The member's own bikes on sale, and the bikes of their live deals as a buyer, which are booked or paid for. */
const listMarkedBikes = async ({ db }: BookingsDeps, memberId: string) => {
  const ownQuery = db
    .select({ id: bikes.id })
    .from(bikes)
    .where(and(eq(bikes.sellerId, memberId), onSale))
    .orderBy(desc(bikes.id))
    .limit(maxMarkedBikes)
  const bookedQuery = db
    .select({ productId: deals.bikeId, dealId: deals.id })
    .from(deals)
    .where(and(eq(deals.buyerId, memberId), isNull(deals.closedAt)))
    .orderBy(desc(deals.id))
    .limit(maxMarkedBikes)
  const [own, booked] = await Promise.all([ownQuery, bookedQuery])
  return { own: own.map(({ id }) => id), booked }
}

/**
 * Books at the price of an accepted offer of this buyer: its deal gets a booking with number and place. Throws `not_found`
 * for others, `offer_gone` when the deal has ended, `price_changed` for another price than that of the deal.
 */
const bookAtOffer = (deps: BookingsDeps, ctx: CreateBookingContext, offerId: string): Promise<string> =>
  deps.db.transaction(async (tx) => {
    const { me, body } = ctx
    const isMine = and(eq(deals.offerId, offerId), eq(deals.buyerId, me.id), eq(deals.bikeId, body.producId))
    const [found] = await tx.select({ id: deals.id }).from(deals).where(isMine)
    if (!found) throw new ApiError('not_found')
    const { deal, locked } = await lockDeal(tx, found.id)
    const idempotencyKey = getIdempotencyKey(ctx.request) ?? null
    const repeatedId = idempotencyKey === null ? undefined : await findRepeated(tx, ctx, idempotencyKey)
    if (repeatedId !== undefined) return repeatedId
    if (deal.closedAt) throw new ApiError('offer_gone')
    if (deal.bookingId !== null) throw new ApiError('already_booked')
    if (deal.priceTaka !== body.salePrice) throw new ApiError('price_changed', { salePrice: deal.priceTaka })
    const { contactNumber, meetingLocation } = body
    await tx.insert(bookings).values({
      id: deal.id,
      bikeId: deal.bikeId,
      buyerId: me.id,
      contactNumber,
      meetingLocation,
      priceTaka: deal.priceTaka,
      idempotencyKey,
      createdAt: deps.now(),
    })
    await applyEffects(tx, deps, locked, deal, {
      changes: { bookingId: deal.id, bookDueAt: null, buyerNumber: contactNumber, meetPlace: meetingLocation },
      steps: [{ kind: 'contact_given', actor: 'buyer', note: meetingLocation }],
    })
    return deal.id
  })

/** Converts a constraint violation to an ApiError; returns any other error unchanged. */
const toApiError = (error: unknown): unknown => {
  if (violates(error, 'booked_once') || violates(error, 'one_live_deal_per_buyer'))
    return new ApiError('already_booked')
  if (violates(error, 'member_is_not_suspended')) return new ApiError('suspended')
  return violates(error, 'member_is_active') ? new ApiError('not_signed_in') : error
}

/** Endpoints to book a bike and to list one's own bookings. */
export const bookingRoutes = (deps: BookingsDeps): Handlers<typeof bookingCalls, Member> => {
  const first = prepareQuery(deps.db, 'bookings_first')
  const next = prepareQuery(deps.db, 'bookings_next', lt(bookings.id, sql.placeholder('before')))
  const one = prepareQuery(deps.db, 'booking', eq(bookings.id, sql.placeholder('id')))
  return {
    'POST /bookings': async (ctx) => {
      assertOwnEmail(ctx.me, ctx.body.email)
      const { offerId } = ctx.body
      const booked = offerId === undefined ? book(deps, ctx) : bookAtOffer(deps, ctx, offerId)
      const insertedId = await booked.catch((error: unknown) => {
        throw toApiError(error)
      })
      return { acknowledged: true, insertedId, message: 'Booking confirmed' }
    },
    'GET /bookings': async ({ me, query }) => {
      assertOwnEmail(me, query.email)
      const rows = parseLimit(query) + 1
      const found = query.cursor
        ? await next.execute({ me: me.id, before: parseCursorId(query.cursor), rows })
        : await first.execute({ me: me.id, rows })
      return toPage(found, rows - 1, (row) => row._id)
    },
    'GET /bookings/products': ({ me }) => listMarkedBikes(deps, me.id),
    'GET /bookings/:id': async ({ me, params }) => {
      const [booking] = await one.execute({ me: me.id, id: params.id, rows: 1 })
      if (!booking) throw new ApiError('not_found')
      return booking
    },
  }
}
