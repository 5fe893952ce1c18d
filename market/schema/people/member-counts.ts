import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The number of members of each role; triggers maintain it. */
export const memberCounts = pgTable('member_counts', {
  role: text('role', { enum: ['Buyer', 'Seller', 'Admin'] }).primaryKey(),
  activeCount: integer('active_count').notNull(),
})
