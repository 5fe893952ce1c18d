import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes, bikeStatus } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'

export const bookings = pgTable('bookings', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  buyerId: uuid('buyer_id')
    .notNull()
    .references(() => members.id),
  contactNumber: text('contact_number').notNull(),
  meetingLocation: text('meeting_location').notNull(),
  /** The price at the time of booking, which the buyer will pay. */
  priceTaka: integer('price_taka').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  paidAt: timestamp('paid_at', { withTimezone: true }),
  cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
})

/** Columns of a booking in the API; the query must join the bike and the buyer. */
export const bookingDto = {
  _id: bookings.id,
  productName: bikes.name,
  email: members.email,
  contactNumber: bookings.contactNumber,
  meetingLocation: bookings.meetingLocation,
  image: bikes.picture,
  salePrice: bookings.priceTaka,
  producId: bookings.bikeId,
  paid: sql<boolean>`${bookings.paidAt} is not null`,
  status: bikeStatus,
  transactionId: sql<string | null>`(
    select intent_id from payments
    where payments.bike_id = ${bookings.bikeId} and payments.buyer_id = ${bookings.buyerId} and payments.state = 'succeeded'
  )`,
  refunded: sql<boolean>`exists (
    select from payments
    where payments.bike_id = ${bookings.bikeId} and payments.buyer_id = ${bookings.buyerId} and payments.refund_reason is not null
  )`,
}
