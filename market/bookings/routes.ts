import { and, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { bookingCalls } from '#contract/bookings.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import { broke, type Database } from '#platform/database/database.ts'
import type { Handlers, Visit } from '#platform/http/router.ts'
import { idOfCursor, limitOf, pageOf } from '#platform/database/paging.ts'
import { bikes, onSale } from '#market/bikes/table.ts'
import { refuseOtherEmail } from '#market/members/rules.ts'
import { type Member, members } from '#market/members/table.ts'
import { mayBook } from './rules.ts'
import { bookingOnTheWire, bookings } from './table.ts'

type Room = {
  db: Database
  now: () => Date
  newId: () => string
  /** How many orders one buyer may have that wait to be paid, of bikes that are on sale. */
  liveBookingsMost: number
}
type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
type Order = Visit<(typeof bookingCalls)['POST /bookings'], Member>

// What the rule looks at.
const offered = {
  sellerId: bikes.sellerId,
  salePriceTaka: bikes.salePriceTaka,
  soldAt: bikes.soldAt,
  withdrawnAt: bikes.withdrawnAt,
}

const mine = and(eq(bookings.buyerId, sql.placeholder('me')), sql`${bookings.cancelledAt} is null`)

const prepare = (db: Database, name: string, which?: SQL) =>
  db
    .select(bookingOnTheWire)
    .from(bookings)
    .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
    .innerJoin(members, eq(members.id, bookings.buyerId))
    .where(and(mine, which))
    .orderBy(desc(bookings.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

/**
 * Locks the bike, so that nobody can sell it or change its price meanwhile, and then the buyer, as everywhere in this
 * order: bookings of one buyer that come at once take turns. One statement for both; the bike's lock is had before the
 * buyer's row is joined to it.
 */
const lockOffer = async (tx: Transaction, { me, body }: Order) => {
  const offer = tx.$with('offer').as(tx.select(offered).from(bikes).where(eq(bikes.id, body.producId)).for('share'))
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

/** Refuses a buyer who would book up the market. */
const refuseHoarding = async (tx: Transaction, buyerId: string, liveMost: number): Promise<void> => {
  const [waiting] = await tx
    .select({ live: count() })
    .from(bookings)
    .innerJoin(bikes, eq(bikes.id, bookings.bikeId))
    .where(and(eq(bookings.buyerId, buyerId), isNull(bookings.paidAt), isNull(bookings.cancelledAt), onSale))
  if (waiting && waiting.live >= liveMost) throw new Refused('too_many_bookings')
}

/** Books the bike while nobody can sell it or change its price; gives the booking's id. */
const book = ({ db, now, newId, liveBookingsMost }: Room, visit: Order): Promise<string> =>
  db.transaction(async (tx) => {
    const { me, body } = visit
    const refused = mayBook(await lockOffer(tx, visit), { buyerId: me.id, priceSeenTaka: body.salePrice })
    if (refused) throw refused
    await refuseHoarding(tx, me.id, liveBookingsMost)
    const id = newId()
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

/** The refusal behind a constraint that the booking broke; any other error as it is. */
const whyNotWritten = (error: unknown): unknown => {
  if (broke(error, 'booked_once')) return new Refused('already_booked')
  return broke(error, 'member_is_here') ? new Refused('not_signed_in') : error
}

/** Booking a bike, and the orders of the person who asks. */
export const bookingRoutes = (room: Room): Handlers<typeof bookingCalls, Member> => {
  const first = prepare(room.db, 'bookings_first')
  const next = prepare(room.db, 'bookings_next', lt(bookings.id, sql.placeholder('before')))
  const one = prepare(room.db, 'booking', eq(bookings.id, sql.placeholder('id')))
  return {
    'POST /bookings': async (visit) => {
      refuseOtherEmail(visit.me, visit.body.email)
      const insertedId = await book(room, visit).catch((error: unknown) => {
        throw whyNotWritten(error)
      })
      return { acknowledged: true, insertedId, message: 'Booking confirmed' }
    },
    'GET /bookings': async ({ me, query }) => {
      refuseOtherEmail(me, query.email)
      const rows = limitOf(query) + 1
      const found = query.cursor
        ? await next.execute({ me: me.id, before: idOfCursor(query.cursor), rows })
        : await first.execute({ me: me.id, rows })
      return pageOf(found, rows - 1, (row) => row._id)
    },
    'GET /bookings/:id': async ({ me, params }) => {
      const [booking] = await one.execute({ me: me.id, id: params.id, rows: 1 })
      if (!booking) throw new Refused('not_found')
      return booking
    },
  }
}
