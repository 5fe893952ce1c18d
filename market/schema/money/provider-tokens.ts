import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The token of a provider, which all processes share. */
export const providerTokens = pgTable('provider_tokens', {
  provider: text('provider', { enum: ['bkash'] }).primaryKey(),
  tokenEncrypted: text('token_encrypted'),
  refreshTokenEncrypted: text('refresh_token_encrypted'),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  /** Until then one process asks for the next token. */
  leasedUntil: timestamp('leased_until', { withTimezone: true }),
})

/** Each time a token was asked for. */
export const providerTokenRequests = pgTable('provider_token_requests', {
  id: uuid('id').primaryKey(),
  provider: text('provider', { enum: ['bkash'] }).notNull(),
  kind: text('kind', { enum: ['grant', 'refresh'] }).notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
})
