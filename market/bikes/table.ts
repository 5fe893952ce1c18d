import { and, isNull, sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { categoryNames, conditions } from '../../contract/bikes.ts'
import { members } from '../members/table.ts'

export const bikes = pgTable('bikes', {
  id: uuid('id').primaryKey(),
  sellerId: uuid('seller_id')
    .notNull()
    .references(() => members.id),
  category: text('category', { enum: categoryNames }).notNull(),
  name: text('name').notNull(),
  salePriceTaka: integer('sale_price_taka').notNull(),
  originalPriceTaka: integer('original_price_taka').notNull(),
  boughtInYear: integer('bought_in_year').notNull(),
  yearsUsed: integer('years_used').notNull(),
  condition: text('condition', { enum: conditions }).notNull(),
  sellerName: text('seller_name').notNull(),
  contactNumber: text('contact_number').notNull(),
  location: text('location').notNull(),
  picture: text('picture').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  advertisedAt: timestamp('advertised_at', { withTimezone: true }),
  soldAt: timestamp('sold_at', { withTimezone: true }),
  withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
})

/** How a name sounds, as `spoken_name` of the migrations tells it: without case, spaces and dots. */
export const spokenName = (name: unknown) => sql`spoken_name(${name})`

/** What has become of a bike, in the wire's words. */
export const bikeStatus = sql<'available' | 'sold' | 'withdrawn'>`case
  when ${bikes.soldAt} is not null then 'sold'
  when ${bikes.withdrawnAt} is not null then 'withdrawn'
  else 'available' end`

/** Not sold and not taken off: what a list of the shop may show. */
export const onSale = and(isNull(bikes.soldAt), isNull(bikes.withdrawnAt))

/** A bike as the wire spells it; `bikes` must be joined with its seller in `members`. */
export const bikeOnTheWire = {
  _id: bikes.id,
  productName: bikes.name,
  email: members.email,
  salePrice: bikes.salePriceTaka,
  originalPrice: bikes.originalPriceTaka,
  purchaseTime: bikes.boughtInYear,
  usedTime: bikes.yearsUsed,
  condition: bikes.condition,
  sellerName: bikes.sellerName,
  contactNumber: bikes.contactNumber,
  location: bikes.location,
  name: bikes.category,
  date: sql<string>`to_char(${bikes.createdAt} at time zone 'Asia/Dhaka', 'DD/MM/YYYY')`,
  time: sql<string>`to_char(${bikes.createdAt} at time zone 'Asia/Dhaka', 'FMHH12:MI AM')`,
  status: bikeStatus,
  image: bikes.picture,
  verification: sql<boolean>`${members.verifiedAt} is not null`,
  advertise: sql<'on' | 'off'>`case when ${bikes.advertisedAt} is not null then 'on' else 'off' end`,
  paid: sql<boolean>`${bikes.soldAt} is not null`,
}
