// Brands and their models, with other spellings for the listing form and the search.
import { type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { modelKinds } from '#contract/catalogue.ts'

export const brands = pgTable('brands', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  nameBn: text('name_bn'),
  aliases: text('aliases').array().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  retiredAt: timestamp('retired_at', { withTimezone: true }),
})

export const models = pgTable('models', {
  id: uuid('id').primaryKey(),
  brandId: uuid('brand_id')
    .notNull()
    .references(() => brands.id),
  name: text('name').notNull(),
  nameBn: text('name_bn'),
  aliases: text('aliases').array().notNull(),
  engineCc: integer('engine_cc').notNull(),
  kind: text('kind', { enum: modelKinds }).notNull(),
  madeFrom: integer('made_from'),
  madeUntil: integer('made_until'),
  family: text('family'),
  /** Facts are null if unknown; each has its source. */
  seatHeightMm: integer('seat_height_mm'),
  seatHeightSource: text('seat_height_source'),
  mileageKmPerLitre: integer('mileage_km_per_litre'),
  mileageSource: text('mileage_source'),
  /** When they were compared with their sources; null: not yet. */
  factsCheckedAt: timestamp('facts_checked_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  retiredAt: timestamp('retired_at', { withTimezone: true }),
})

/** Normalizes a name: lower case, without spaces, dots and dashes. */
const toNormalizedName = (name: unknown): SQL => sql`normalize_name(${name})`

/** Whether the text equals the name, the Bangla name or another spelling of this brand or model. */
export const matchesAnyName = (text: unknown, entry: typeof brands | typeof models): SQL<boolean> => sql<boolean>`
  ${toNormalizedName(text)} in (select normalize_name(one) from unnest(array[${entry.name}, ${entry.nameBn}] || ${entry.aliases}) as one)`

/** Sorts an entry with exactly this name before others. */
export const matchesMainName = (text: unknown, entry: typeof brands | typeof models): SQL<boolean> =>
  sql<boolean>`${toNormalizedName(entry.name)} = ${toNormalizedName(text)}`

/** The sort order of the catalogue; unique for brands, and for models of a brand. */
export const byName = (entry: typeof brands | typeof models): SQL<string> =>
  sql<string>`${toNormalizedName(entry.name)}`

/** Columns of a model in the API. */
export const modelDto = {
  _id: models.id,
  name: models.name,
  nameBn: models.nameBn,
  aliases: models.aliases,
  engineCc: models.engineCc,
  kind: models.kind,
  madeFrom: models.madeFrom,
  madeUntil: models.madeUntil,
  family: models.family,
}
