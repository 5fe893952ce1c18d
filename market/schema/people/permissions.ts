import { sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from './members.ts'

/** Permissions beside the role: a cashier approves payouts, a moderator decides cases. */
export const memberPermissions = pgTable(
  'member_permissions',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    permission: text('permission', { enum: ['cashier', 'moderator'] }).notNull(),
    grantedBy: uuid('granted_by').references(() => members.id),
    grantedAt: timestamp('granted_at', { withTimezone: true }).notNull(),
  },
  (row) => [primaryKey({ columns: [row.memberId, row.permission] })],
)
export type Permission = (typeof memberPermissions.$inferSelect)['permission']

/** SQL: whether the member of a query over `members` has the permission of a cashier. */
export const isCashier = sql<boolean>`exists (select from ${memberPermissions}
  where ${memberPermissions.memberId} = ${members.id} and ${memberPermissions.permission} = 'cashier')`

/** SQL: whether the member of a query over `members` has the permission of a moderator. */
export const isModerator = sql<boolean>`exists (select from ${memberPermissions}
  where ${memberPermissions.memberId} = ${members.id} and ${memberPermissions.permission} = 'moderator')`
