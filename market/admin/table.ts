import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** How many members of each role are here; the database keeps it true by itself. */
export const memberCounts = pgTable('member_counts', {
  role: text('role', { enum: ['Buyer', 'Seller', 'Admin'] }).primaryKey(),
  activeCount: integer('active_count').notNull(),
})
