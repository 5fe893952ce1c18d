import { isFarBelowFor } from './far-below.ts'
import { and, desc, eq, isNull, type Placeholder, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { conditions, type ListedProduct } from '#contract/bikes.ts'
import type { District } from '#contract/districts.ts'
import { papersLevels } from '#contract/papers/paper-kinds.ts'
import type { PriceVerdict } from '#contract/price-estimates.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { rawColumns } from '#platform/database/prepared-list-query.ts'
import { brands, matchesAnyName, models } from './catalogue.ts'
import { members } from '#market/schema/people/members.ts'

export const bikes = pgTable('bikes', {
  id: uuid('id').primaryKey(),
  sellerId: uuid('seller_id')
    .notNull()
    .references(() => members.id),
  /** A trigger sets it from the brand: its category, or "Other" for a typed one; without a brand it is one of the three. */
  category: text('category').notNull(),
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
  /** Set while money is held for a deal: in no list, but its page stays. */
  reservedAt: timestamp('reserved_at', { withTimezone: true }),
  /** Set while it is in no list and has no page, with the reason: reports, the rules of publishing, a moderator, or a suspension of its seller. */
  hiddenAt: timestamp('hidden_at', { withTimezone: true }),
  hiddenBy: text('hidden_by', { enum: ['reports', 'rules', 'moderator', 'suspension'] }),
  /** The form's id of the draft that created this bike, and a checksum of its contents. */
  draftId: uuid('draft_id'),
  draftChecksum: text('draft_checksum'),
  /** Set when a sale was refunded: the bike stays in its seller's list and is not on sale. */
  saleUndoneAt: timestamp('sale_undone_at', { withTimezone: true }),
  /** When the first inspection that everybody reads was signed; a trigger sets it. */
  inspectedAt: timestamp('inspected_at', { withTimezone: true }),
  // A catalogue id, or the typed name if the catalogue does not know it; never both.
  brandId: uuid('brand_id').references(() => brands.id),
  brandName: text('brand_name'),
  modelId: uuid('model_id'),
  modelName: text('model_name'),
  engineCc: integer('engine_cc'),
  kilometres: integer('kilometres'),
  /** The slug of the district that the location names, if any. */
  district: text('district').$type<District>(),
  registrationDistrict: text('registration_district').$type<District>(),
  registeredInYear: integer('registered_in_year'),
  owners: integer('owners'),
  description: text('description'),
  // A trigger sets the slug on insert; it never changes.
  slug: text('slug').notNull().default(''),
  version: integer('version').notNull().default(1),
  /** When its seller changed it, a moderator published it, its papers became complete or it was inspected: saved searches look again. */
  editedAt: timestamp('edited_at', { withTimezone: true }),
  /** Of its papers; triggers of migrations/schema/23-papers.sql set it. */
  papersLevel: text('papers_level', { enum: papersLevels }).notNull().default('not_said'),
})

/** The second to tenth picture; the first one is a column of the bike. */
export const bikePictures = pgTable(
  'bike_pictures',
  {
    bikeId: uuid('bike_id')
      .notNull()
      .references(() => bikes.id),
    /** 2 to 10. */
    position: integer('position').notNull(),
    sellerId: uuid('seller_id').notNull(),
    picture: text('picture').notNull(),
  },
  (picture) => [primaryKey({ columns: [picture.bikeId, picture.position] })],
)

/** The price history; triggers add a row for every price. */
export const bikePrices = pgTable('bike_prices', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  priceTaka: integer('price_taka').notNull(),
  since: timestamp('since', { withTimezone: true }).notNull(),
})

/** Replace typed names that the catalogue now knows by ids: first brands, then models. */
export const catalogueLinkStatements = [
  sql`update ${bikes} set brand_id = ${brands.id}, brand_name = null from ${brands}
    where ${bikes.brandName} is not null and ${brands.retiredAt} is null and ${matchesAnyName(bikes.brandName, brands)}`,
  sql`update ${bikes} set model_id = ${models.id}, model_name = null from ${models}
    where ${bikes.modelName} is not null and ${models.brandId} = ${bikes.brandId}
      and ${models.retiredAt} is null and ${matchesAnyName(bikes.modelName, models)}`,
]

/** The status of a bike in the API; for others, a hidden one is off sale. */
export const bikeStatus = sql<'available' | 'reserved' | 'sold' | 'withdrawn'>`case
  when ${bikes.soldAt} is not null then 'sold'
  when ${bikes.reservedAt} is not null then 'reserved'
  when ${bikes.withdrawnAt} is not null or ${bikes.hiddenAt} is not null then 'withdrawn'
  else 'available' end`

/** The status of a bike for its seller, who learns that it is hidden, or waits for a moderator. */
export const ownStatus = sql<'available' | 'reserved' | 'sold' | 'withdrawn' | 'hidden' | 'waiting'>`case
  when ${bikes.withdrawnAt} is null and ${bikes.hiddenBy} in ('rules', 'reports') and ${bikes.soldAt} is null then 'waiting'
  when ${bikes.withdrawnAt} is null and ${bikes.hiddenAt} is not null and ${bikes.soldAt} is null then 'hidden'
  else ${bikeStatus} end`

/** On sale: not sold, not withdrawn, not reserved and not hidden. */
export const onSale = and(
  isNull(bikes.soldAt),
  isNull(bikes.withdrawnAt),
  isNull(bikes.reservedAt),
  isNull(bikes.hiddenAt),
)

/** The one year of a bike, which cards, filters and comparisons have: of registration, or else of purchase. */
export const bikeYear = sql<number>`bike_year(${bikes.registeredInYear}, ${bikes.boughtInYear})`

/** The same year of a bike that is loaded. */
export const getBikeYear = ({
  registeredInYear,
  boughtInYear,
}: Pick<typeof bikes.$inferSelect, 'registeredInYear' | 'boughtInYear'>): number => registeredInYear ?? boughtInYear

/** Columns of the API's `Product`; the query must join the seller in `members`. */
export const bikeDto = {
  _id: bikes.id,
  slug: bikes.slug,
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
  // A buyer has paid for it, in whole or by a deposit.
  paid: sql<boolean>`${bikes.soldAt} is not null or ${bikes.reservedAt} is not null`,
}

/** The verdict on the price. It applies only to the price that it was computed for. */
export const priceVerdict = sql<
  z.output<typeof PriceVerdict>
>`(select case when ${isFarBelowFor({ estimate: sql`estimate`, sellerId: sql`${bikes.sellerId}` })} then 'far_below' else estimate.verdict end
    from bike_price_estimates as estimate
    where estimate.bike_id = ${bikes.id} and estimate.price_taka = ${bikes.salePriceTaka})`

/** What a card says of the papers and of inspections. */
export const bikeMarksDto = {
  papersLevel: bikes.papersLevel,
  isInspected: sql<boolean>`${bikes.inspectedAt} is not null`,
}

const bikeListDto = {
  ...bikeDto,
  kilometres: sql<number | null>`${bikes.kilometres}`,
  ...bikeMarksDto,
  // Constant for every bike on sale.
  status: sql<'available'>`'available'`,
  paid: sql<false>`false`,
  priceVerdict,
} satisfies Record<keyof typeof ListedProduct.shape, unknown>
const { email: _, ...withoutEmail } = bikeListDto

/** The same columns for lists of bikes on sale, whose rows are sent unchanged: for members and for visitors. */
export const bikeListColumns = { members: rawColumns(bikeListDto), everybody: rawColumns(withoutEmail) }

/** A bike on a small card; the query must join the seller in `members`. */
export const bikeSummaryDto = {
  _id: bikes.id,
  slug: bikes.slug,
  productName: bikes.name,
  salePrice: bikes.salePriceTaka,
  year: bikeYear,
  kilometres: bikes.kilometres,
  condition: bikes.condition,
  location: bikes.location,
  image: bikes.picture,
  verification: bikeDto.verification,
  advertise: bikeDto.advertise,
  ...bikeMarksDto,
}

/** Further details; the query must left join brand and model. */
export const bikeDetailsDto = {
  brand: sql<string | null>`coalesce(${brands.name}, ${bikes.brandName})`,
  model: sql<string | null>`coalesce(${models.name}, ${bikes.modelName})`,
  engineCc: bikes.engineCc,
  kilometres: bikes.kilometres,
  registrationDistrict: bikes.registrationDistrict,
  registrationYear: bikes.registeredInYear,
  owners: bikes.owners,
  description: bikes.description,
  moreImages: sql<string[]>`array(
    select ${bikePictures.picture} from ${bikePictures} where ${bikePictures.bikeId} = ${bikes.id}
    order by ${bikePictures.position})`,
}

type Price = { price: number; since: string }

const selectPrices = (db: Pick<Transaction, 'select'>, bikeId: string | Placeholder, limit: number) =>
  db
    .select({ price: bikePrices.priceTaka, since: bikePrices.since })
    .from(bikePrices)
    .where(eq(bikePrices.bikeId, bikeId))
    .orderBy(desc(bikePrices.id))
    .limit(limit)

const toPrices = (prices: { price: number; since: Date }[]): Price[] =>
  prices.map(({ price, since }) => ({ price, since: since.toISOString() }))

/** The last `limit` prices of a bike in Taka, the newest first, each with the time since when it holds. */
export const listPrices = async (db: Pick<Transaction, 'select'>, bikeId: string, limit: number): Promise<Price[]> =>
  toPrices(await selectPrices(db, bikeId, limit))

/** The same as a prepared query, for a page that is read often. */
export const createPricesQuery = (db: Database, limit: number): ((bikeId: string) => Promise<Price[]>) => {
  const prepared = selectPrices(db, sql.placeholder('bikeId'), limit).prepare('bike_prices')
  return async (bikeId) => toPrices(await prepared.execute({ bikeId }))
}
