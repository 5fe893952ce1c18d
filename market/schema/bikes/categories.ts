import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { categoryNames } from '#contract/bikes.ts'
import { brands } from './catalogue.ts'

export const categories = pgTable('categories', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  /** `card`: one of the three of the home page. `brand`: another brand of the catalogue. `other`: typed brands. */
  kind: text('kind', { enum: ['card', 'brand', 'other'] })
    .notNull()
    .default('card'),
  /** Triggers create and rename the category of a brand. */
  brandId: uuid('brand_id').references(() => brands.id),
  // Only the cards have a picture, a description and a position.
  picture: text('picture'),
  description: text('description'),
  position: integer('position'),
})

/** Columns of a card in the API. A constraint says that cards have all of them. */
export const cardDto = {
  _id: categories.id,
  name: sql<(typeof categoryNames)[number]>`${categories.name}`,
  img: sql<string>`${categories.picture}`,
  description: sql<string>`${categories.description}`,
}
