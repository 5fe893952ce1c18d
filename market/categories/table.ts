import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { categoryNames } from '#contract/bikes.ts'

export const categories = pgTable('categories', {
  id: uuid('id').primaryKey(),
  name: text('name', { enum: categoryNames }).notNull(),
  picture: text('picture').notNull(),
  description: text('description').notNull(),
  position: integer('position').notNull(),
})

/** Columns of a category in the API. */
export const categoryDto = {
  _id: categories.id,
  name: categories.name,
  img: categories.picture,
  description: categories.description,
}
