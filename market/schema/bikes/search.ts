// The search tables: one narrow row per bike on sale, and the make ids. Triggers keep both up to date.
import { boolean, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bikes } from './bikes.ts'
import { brands, models } from './catalogue.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A brand, or a brand with one of its models. */
export const makes = pgTable('makes', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brands.id),
  modelId: uuid('model_id').references(() => models.id),
})

/** Normalized spellings of a model, to find it in the names of bikes. */
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
  /** 0 if the brand is not in the catalogue. */
  makeId: integer('make_id').notNull(),
  /** Position in `districts` of the contract, from 1; 0 if unknown. */
  district: integer('district').notNull(),
  priceTaka: integer('price_taka').notNull(),
  /** 0 if unknown. */
  engineCc: integer('engine_cc').notNull(),
  year: integer('year').notNull(),
  /** 1,000,000 if unknown. */
  kilometres: integer('kilometres').notNull(),
  /** Position in `conditions` of the contract, from 1. */
  condition: integer('condition').notNull(),
  isVerified: boolean('is_verified').notNull(),
  /** The smallest sample that contains the bike: one bike in 8 to the power of this. */
  sampleLevel: integer('sample').notNull(),
  facets: bytea('facets').notNull(),
  words: tsvector('words').notNull(),
  /** 0 if unknown. */
  owners: integer('owners').notNull(),
  /** The price in percent of its estimate; 999 without one. */
  valuePercent: integer('value_percent').notNull(),
  hasCompletePapers: boolean('has_complete_papers').notNull(),
  /** Somebody signed an inspection that everybody reads. */
  isInspected: boolean('is_inspected').notNull(),
})

/** Bytes per bike in `facets`. */
export const facetRowBytes = 16
