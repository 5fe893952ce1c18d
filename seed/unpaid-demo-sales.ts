import { and, eq, isNull, or } from 'drizzle-orm'
import { bikes as bikeTable, onSale } from '#market/schema/bikes/bikes.ts'
import { bookings as bookingTable } from '#market/schema/deals/bookings.ts'
import { members as memberTable } from '#market/schema/people/members.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from './bikes.ts'
import { fixtures } from './fixtures.ts'
import { soldBikes } from './bookings-and-wishes.ts'

export type DemoPurchase = { buyerId: string; buyerEmail: string; bookingId: string; bikeId: string; priceTaka: number }

// Name and location are unique among demonstration bikes, so with the buyer they identify the booking of a sale.
const isDemoSale = or(
  ...soldBikes.map((sale) => {
    const bike = bikes.find(({ key }) => key === sale.bike)
    return bike
      ? and(
          eq(memberTable.email, fixtures[sale.buyer].email),
          eq(bikeTable.name, bike.name),
          eq(bikeTable.location, bike.location),
        )
      : undefined
  }),
)

/**
 * Finds the unpaid bookings of the sold bikes, oldest first. The start of the app pays for each at the card sandbox in the
 * buyer's name; a start that was interrupted continues with those that remain.
 */
export const listDemoPurchases = (db: Database): Promise<DemoPurchase[]> =>
  db
    .select({
      buyerId: memberTable.id,
      buyerEmail: memberTable.email,
      bookingId: bookingTable.id,
      bikeId: bookingTable.bikeId,
      priceTaka: bookingTable.priceTaka,
    })
    .from(bookingTable)
    .innerJoin(bikeTable, eq(bikeTable.id, bookingTable.bikeId))
    .innerJoin(memberTable, eq(memberTable.id, bookingTable.buyerId))
    .where(and(isDemoSale, onSale, isNull(bookingTable.paidAt), isNull(bookingTable.cancelledAt)))
    .orderBy(bookingTable.id)
    .execute()
