import { and, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { bookingCalls } from '#contract/bookings.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { violates, type Database, type Transaction } from '#platform/database/database.ts'
import type { Handlers, RequestContext } from '#platform/http/router.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { assertOwnEmail } from '#market/members/rules.ts'
import { type Member, members } from '#market/members/table.ts'
import { mayBook } from './rules.ts'
import { bookingDto, bookings } from './table.ts'

type BookingsDeps = {
  db: Database
  now: () => Date
  createId: () => string
  /** Maximum number of unpaid bookings of a buyer for bikes that are on sale. */
  maxLiveBookings: number
}
type CreateBookingContext = RequestContext<(typeof bookingCalls)['POST /bookings'], Member>

// The input of the rules.
const offerColumns = {
  sellerId: bikes.sellerId,
  salePriceTaka: bikes.salePriceTaka,
  soldAt: bikes.soldAt,
  withdrawnAt: bikes.withdrawnAt,
}

const isOwnBooking = and(eq(bookings.buyerId, sql.placeholder('me')), sql`${bookings.cancelledAt} is null`)

const prepareQuery = (db: Database, name: string, filter?: SQL) =>
  db
    .select(bookingDto)
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
    })
    .from(offer)
    .innerJoin(members, eq(members.id, me.id))
    .for('no key update', { of: members })
  return locked
}

/** Throws `too_many_bookings` if the buyer has reached the limit of open bookings. */
const assertBelowOpenLimit = async (tx: Transaction, buyerId: string, maxLive: number): Promise<void> => {
  const [waiting] = await tx
    .select({ live: count() })
    .from(bookings)
    .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
    .where(and(eq(bookings.buyerId, buyerId), isNull(bookings.paidAt), isNull(bookings.cancelledAt), onSale))
  if (waiting && waiting.live >= maxLive) throw new ApiError('too_many_bookings')
}

/** Books the bike while it is locked; returns the booking id. */
const book = ({ db, now, createId, maxLiveBookings }: BookingsDeps, ctx: CreateBookingContext): Promise<string> =>
  db.transaction(async (tx) => {
    const { me, body } = ctx
    const apiError = mayBook(await lockOffer(tx, ctx), { buyerId: me.id, priceSeenTaka: body.salePrice })
    if (apiError) throw apiError
    await assertBelowOpenLimit(tx, me.id, maxLiveBookings)
    const id = createId()
    await tx.insert(bookings).values({
      id,
      bikeId: body.producId,
      buyerId: me.id,
      contactNumber: body.contactNumber,
      meetingLocation: body.meetingLocation,
      priceTaka: body.salePrice,
      createdAt: now(),
    })
    return id
  })

/** Converts a constraint violation to an ApiError; returns any other error unchanged. */
const toApiError = (error: unknown): unknown => {
  if (violates(error, 'booked_once')) return new ApiError('already_booked')
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
      const insertedId = await book(deps, ctx).catch((error: unknown) => {
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
    'GET /bookings/:id': async ({ me, params }) => {
      const [booking] = await one.execute({ me: me.id, id: params.id, rows: 1 })
      if (!booking) throw new ApiError('not_found')
      return booking
    },
  }
}
