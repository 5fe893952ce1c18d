// What the identity service keeps beside the member: sessions, the ways to sign in, and short-lived proofs.
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from '../members/table.ts'

const madeAndChanged = {
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
}

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  token: text('token').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  ...madeAndChanged,
})

export const accounts = pgTable('accounts', {
  id: uuid('id').primaryKey(),
  userId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  providerId: text('provider_id').notNull(),
  accountId: text('account_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: timestamp('access_token_expires_at', { withTimezone: true }),
  refreshTokenExpiresAt: timestamp('refresh_token_expires_at', { withTimezone: true }),
  scope: text('scope'),
  password: text('password'),
  ...madeAndChanged,
})

export const verifications = pgTable('verifications', {
  id: uuid('id').primaryKey(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  ...madeAndChanged,
})
