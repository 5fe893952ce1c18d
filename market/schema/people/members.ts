// Members: buyers, sellers and the admin. The rows are also the users of better-auth.
import { type SQL, sql } from 'drizzle-orm'
import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const members = pgTable('members', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('photo_url'),
  role: text('role', { enum: ['Buyer', 'Seller', 'Admin'] }).notNull(),
  /** When a member with one role added the other; `role` is then Seller. */
  bothRolesSince: timestamp('both_roles_since', { withTimezone: true }),
  // A boolean, because better-auth requires one.
  hasSecondFactor: boolean('has_second_factor').notNull().default(false),
  verifiedAt: timestamp('verified_at', { withTimezone: true }),
  /** Of the request that registered the member; with the password, the same request sent again logs in. */
  signUpKey: uuid('sign_up_key'),
  /** The language of the page at the last visit; e-mails have it. */
  language: text('language', { enum: ['en', 'bn'] })
    .notNull()
    .default('en'),
  /** When a mail server last said that the e-mail address does not exist; null after it is proven again. */
  emailBouncedAt: timestamp('email_bounced_at', { withTimezone: true }),
  /**
   * When the first proof of the address ended all logins, because somebody else may have registered it. A trigger pauses
   * the saved searches of then.
   */
  loginsEndedAt: timestamp('logins_ended_at', { withTimezone: true }),
  /** Set while the member is suspended; a job empties it. */
  suspendedUntil: timestamp('suspended_until', { withTimezone: true }),
  removedAt: timestamp('removed_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export type Role = (typeof members.$inferSelect)['role']

/** The authenticated member, as handlers receive it. */
export type Member = {
  id: string
  name: string
  email: string
  role: Role
  hasSecondFactor: boolean
  /** Has the permission to pay out and refund by hand. */
  isCashier: boolean
  /** Has the permission to decide cases. */
  isModerator: boolean
}

/** SQL: what a name looks like, the same for two names that can be taken for each other (contract/names/skeleton.ts). */
export const toNameSkeletonSql = (name: unknown): SQL => sql`name_skeleton(${name})`
