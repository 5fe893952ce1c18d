import { sql } from 'drizzle-orm'
import { type AnyPgColumn, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes, bikeStatus } from '#market/schema/bikes/bikes.ts'
import { toPaymentProofs, toRestTaka } from './paid-amounts.ts'
import { toPayFacts, toState } from './pay-facts.ts'
import { deals } from './deals.ts'
import { members } from '#market/schema/people/members.ts'

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
  /** The key of the request that booked, so that it counts once when it is sent again. */
  idempotencyKey: uuid('idempotency_key'),
})

const toIso = (column: AnyPgColumn) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type DealProgress = {
  state: 'requested' | 'accepted' | 'held' | 'handed_over' | 'disputed' | 'closed'
  closeReason: string | null
  meetAt: string | null
  turnUntil: string | null
  purpose: 'full' | 'deposit' | null
}

/** How the deal of a booking goes. */
const dealProgress = sql<DealProgress>`(
  select jsonb_build_object(
    'state', ${toState(deals)},
    'closeReason', ${deals.closeReason}, 'meetAt', ${toIso(deals.meetAt)}, 'turnUntil', ${toIso(deals.turnUntil)},
    'purpose', (select purpose from payments where payments.deal_id = ${deals.id} and payments.purpose <> 'rest'
      and payments.settled_at is not null limit 1))
  from ${deals} where ${deals.id} = ${bookings.id}
)`

/** What decides whether the buyer of a booking may pay. */
export const bookingPayFacts = toPayFacts(
  bookings,
  sql`${bookings.paidAt} is null and exists (select from ${deals} where ${deals.id} = ${bookings.id} and ${deals.closedAt} is not null)`,
)

/** Columns of a booking in the API, but for `payObstacle`; the query must join the bike and the buyer. */
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
    select coalesce(payments.transaction_id, intent_id) from payments
    where payments.bike_id = ${bookings.bikeId} and payments.buyer_id = ${bookings.buyerId} and payments.state = 'succeeded'
    order by payments.settled_at limit 1
  )`,
  payments: toPaymentProofs(sql`${bookings.id}`),
  rest: toRestTaka(sql`${bookings.id}`),
  refunded: sql<boolean>`exists (
    select from payments
    where payments.bike_id = ${bookings.bikeId} and payments.buyer_id = ${bookings.buyerId} and payments.refund_reason is not null
  )`,
  dealId: bookings.id,
  deal: dealProgress,
}
