// Brands and their models. What a model is called in other ways is kept with it, for sellers and for the search.
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
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  retiredAt: timestamp('retired_at', { withTimezone: true }),
})

/** A name as it sounds: without case, spaces, dots and dashes. */
const toNormalizedName = (name: unknown): SQL => sql`normalize_name(${name})`

/** Whether somebody who writes this means this brand or model: by its name, its Bangla name or another spelling. */
export const matchesAnyName = (text: unknown, entry: typeof brands | typeof models): SQL<boolean> => sql<boolean>`
  ${toNormalizedName(text)} in (select normalize_name(one) from unnest(array[${entry.name}, ${entry.nameBn}] || ${entry.aliases}) as one)`

/** The best of several that are meant comes first: the one that has this very name. */
export const matchesMainName = (text: unknown, entry: typeof brands | typeof models): SQL<boolean> =>
  sql<boolean>`${toNormalizedName(entry.name)} = ${toNormalizedName(text)}`

/** The order of the catalogue, in which no brand and no model of a brand stands twice. */
export const byName = (entry: typeof brands | typeof models): SQL<string> =>
  sql<string>`${toNormalizedName(entry.name)}`

/** A model as the wire spells it. */
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
