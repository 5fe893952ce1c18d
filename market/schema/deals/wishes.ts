import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { bikeMarksDto, bikes, bikeStatus, bikeYear, priceVerdict } from '#market/schema/bikes/bikes.ts'
import { toPaymentProofs, toRestTaka } from './paid-amounts.ts'
import { toPayFacts } from './pay-facts.ts'
import { members } from '#market/schema/people/members.ts'

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
  /** Language of the page on which the bike was added; price alerts are written in it. */
  language: text('language', { enum: ['en', 'bn'] })
    .notNull()
    .default('en'),
  /** The key of the request that added the bike, so that it counts once when it is sent again. */
  idempotencyKey: uuid('idempotency_key'),
})

/** The price when the bike was added to the wishlist; the query must join `bikes`. */
export const priceWhenKept = sql<number>`coalesce((
    select price_taka from bike_prices
    where bike_prices.bike_id = ${wishes.bikeId} and bike_prices.since <= ${wishes.createdAt}
    order by bike_prices.id desc limit 1
  ), ${bikes.salePriceTaka})`

/** The price to pay: of the member's own booking, or else of the bike; the query must join `bikes`. */
export const wishPriceTaka = sql<number>`coalesce((
    select price_taka from bookings
    where bookings.bike_id = ${wishes.bikeId} and bookings.buyer_id = ${wishes.buyerId} and bookings.cancelled_at is null
  ), ${bikes.salePriceTaka})`

const wishDealId = sql<string | null>`(
  select deals.id from deals where deals.bike_id = ${wishes.bikeId} and deals.buyer_id = ${wishes.buyerId}
  order by deals.closed_at is not null, deals.id desc limit 1
)`

// Names the table itself: in a query of one table Drizzle writes its columns without it.
const ownDeals = sql`deals where deals.bike_id = wishes.bike_id and deals.buyer_id = wishes.buyer_id`

/** Handed over and not given back, or sold for cash: the bike is the member's. */
const isBought = sql<boolean>`exists (
  select from ${ownDeals} and ((handed_over_at is not null and refunded_at is null) or close_reason = 'sold_for_cash')
)`

/** What was paid without a booking has no other row in a list of the member until the deal ends. */
export const mayRemoveWish = sql<boolean>`not exists (
  select from ${ownDeals} and held_at is not null and closed_at is null and booking_id is null
)`

/** What decides whether the buyer may pay for the bike of a wish. */
export const wishPayFacts = toPayFacts(wishes)

/**
 * Columns of a wishlist item in the API, but for `payObstacle`; the query must join the bike and the buyer. `takesDeposits`
 * becomes the deposit.
 * If the member also booked the bike, the price is that of the booking, so both ways to pay cost the same.
 */
export const wishDto = {
  _id: wishes.id,
  productName: bikes.name,
  email: members.email,
  salePrice: wishPriceTaka,
  priceWhenKept,
  image: bikes.picture,
  productId: wishes.bikeId,
  slug: bikes.slug,
  sellerName: bikes.sellerName,
  takesDeposits: sql<boolean>`coalesce(
    (select takes_deposits from seller_settings where seller_settings.member_id = ${bikes.sellerId}), true)`,
  year: bikeYear,
  kilometres: bikes.kilometres,
  location: bikes.location,
  ...bikeMarksDto,
  priceVerdict,
  // The query has the buyer as `members`.
  verification: sql<boolean>`exists (
    select from members as seller where seller.id = ${bikes.sellerId} and seller.verified_at is not null
  )`,
  paid: sql<boolean>`${wishes.paidAt} is not null`,
  status: bikeStatus,
  transactionId: sql<string | null>`(
    select coalesce(payments.transaction_id, intent_id) from payments
    where payments.bike_id = ${wishes.bikeId} and payments.buyer_id = ${wishes.buyerId} and payments.state = 'succeeded'
    order by payments.settled_at limit 1
  )`,
  dealId: wishDealId,
  isBought,
  mayRemove: mayRemoveWish,
  payments: toPaymentProofs(wishDealId),
  rest: toRestTaka(wishDealId),
  refunded: sql<boolean>`exists (
    select from payments
    where payments.bike_id = ${wishes.bikeId} and payments.buyer_id = ${wishes.buyerId} and payments.refund_reason is not null
  )`,
}
