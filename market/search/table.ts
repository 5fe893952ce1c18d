// What the search reads: a slim row for each bike on sale, which the database keeps by itself, and numbers for its make.
import { boolean, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bikes } from '#market/bikes/table.ts'
import { brands, models } from '#market/catalogue/table.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A brand with one of its models, or without any. */
export const makes = pgTable('makes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brands.id),
  modelId: uuid('model_id').references(() => models.id),
})

/** How a model is written in the names of bikes, as it sounds. */
export const makeSpellings = pgTable(
  'make_spellings',
  {
    normalizedName: text('normalized_name').notNull(),
    makeId: integer('make_id')
      .notNull()
      .references(() => makes.id),
  },
  (spelling) => [primaryKey({ columns: [spelling.normalizedName, spelling.makeId] })],
)

export const bikeSearch = pgTable('bike_search', {
  bikeId: uuid('bike_id')
    .primaryKey()
    .references(() => bikes.id),
  /** 0 for a bike of a maker that the catalogue does not know. */
  makeId: integer('make_id').notNull(),
  /** The place of its district in `districts` of the contract, from 1; 0 for none. */
  district: integer('district').notNull(),
  priceTaka: integer('price_taka').notNull(),
  /** 0 where nobody knows. */
  engineCc: integer('engine_cc').notNull(),
  year: integer('year').notNull(),
  /** 1,000,000 where nobody knows. */
  kilometres: integer('kilometres').notNull(),
  /** The place of its condition in `conditions` of the contract, from 1. */
  condition: integer('condition').notNull(),
  isVerified: boolean('is_verified').notNull(),
  /** How rare a sample it is in: one bike in 8 to the power of this. */
  sampleLevel: integer('sample').notNull(),
  facets: bytea('facets').notNull(),
  words: tsvector('words').notNull(),
})

/** How many bytes tell all that is counted of one bike. */
export const facetRowBytes = 16
