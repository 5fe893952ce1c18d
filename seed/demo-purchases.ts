import { and, eq, isNull, or } from 'drizzle-orm'
import { bikes as bikeTable, onSale } from '#market/bikes/table.ts'
import { bookings as bookingTable } from '#market/bookings/table.ts'
import { members as memberTable } from '#market/members/table.ts'
import type { Database } from '#platform/database/database.ts'
import { bikes } from './bikes.ts'
import { fixtures } from './fixtures.ts'
import { soldBikes } from './demand.ts'

export type DemoPurchase = { buyerId: string; buyerEmail: string; bookingId: string; bikeId: string; priceTaka: number }

// No two demonstration bikes of one name stand at one place, so these and the buyer tell a sale from all other bookings.
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
 * The bookings of the sold bikes that are not paid yet, oldest first. Whoever opens the shop pays for each at the card
 * sandbox in its buyer's name; asking again gives what is still left, so an opening that was cut off can go on.
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
