import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { bookingCalls } from '../../contract/bookings.ts'
import { Refused } from '../../contract/refusals.ts'
import { broke, type Database } from '../../platform/database.ts'
import type { Handlers, Visit } from '../../platform/http.ts'
import { idOfCursor, limitOf, pageOf } from '../../platform/paging.ts'
import { bikes } from '../bikes/table.ts'
import { refuseOtherEmail } from '../members/rules.ts'
import { type Member, members } from '../members/table.ts'
import { mayBook } from './rules.ts'
import { bookingOnTheWire, bookings } from './table.ts'

type Room = { db: Database; now: () => Date; newId: () => string }
type Order = Visit<(typeof bookingCalls)['POST /bookings'], Member>

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

/** Books the bike while nobody can sell it or change its price; gives the booking's id. */
const book = ({ db, now, newId }: Room, { me, body }: Order): Promise<string> =>
  db.transaction(async (tx) => {
    const [offer] = await tx.select().from(bikes).where(eq(bikes.id, body.producId)).for('share')
    const refused = mayBook(offer, { buyerId: me.id, priceSeenTaka: body.salePrice })
    if (refused) throw refused
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
