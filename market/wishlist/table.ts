import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikes, bikeStatus } from '#market/bikes/table.ts'
import { members } from '#market/members/table.ts'

export const wishes = pgTable('wishes', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  buyerId: uuid('buyer_id')
    .notNull()
    .references(() => members.id),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  paidAt: timestamp('paid_at', { withTimezone: true }),
  /** That of the page it was kept on: a letter about its price is written in it. */
  language: text('language', { enum: ['en', 'bn'] })
    .notNull()
    .default('en'),
})

/** What the bike cost when it was put on the list; joined with `bikes`. */
export const priceWhenKept = sql<number>`coalesce((
    select price_taka from bike_prices
    where bike_prices.bike_id = ${wishes.bikeId} and bike_prices.since <= ${wishes.createdAt}
    order by bike_prices.id desc limit 1
  ), ${bikes.salePriceTaka})`

/** The price of a wishlist item: the booking's where the same person booked the bike; joined with `bikes`. */
export const wishPriceTaka = sql<number>`coalesce((
    select price_taka from bookings
    where bookings.bike_id = ${wishes.bikeId} and bookings.buyer_id = ${wishes.buyerId} and bookings.cancelled_at is null
  ), ${bikes.salePriceTaka})`

/**
 * A wishlist item as the wire spells it; `wishes` must be joined with its bike and its buyer.
 * The price is the booking's where the same person booked the bike, so that both ways to pay ask for the same money.
 */
export const wishDto = {
  _id: wishes.id,
  productName: bikes.name,
  email: members.email,
  salePrice: wishPriceTaka,
  priceWhenKept,
  image: bikes.picture,
  productId: wishes.bikeId,
  paid: sql<boolean>`${wishes.paidAt} is not null`,
  status: bikeStatus,
  transactionId: sql<string | null>`(
    select intent_id from payments
    where payments.bike_id = ${wishes.bikeId} and payments.buyer_id = ${wishes.buyerId} and payments.state = 'succeeded'
  )`,
  refunded: sql<boolean>`exists (
    select from payments
    where payments.bike_id = ${wishes.bikeId} and payments.buyer_id = ${wishes.buyerId} and payments.refund_reason is not null
  )`,
}
