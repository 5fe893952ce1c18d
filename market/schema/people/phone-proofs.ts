// Proven mobile numbers, and the codes that wait to be typed.
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { members } from './members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })
const memberId = () =>
  uuid('member_id')
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' })

/** One proven number for each account, and one account for each number: +8801XXXXXXXXX. */
export const phoneProofs = pgTable('phone_proofs', {
  memberId: memberId(),
  number: text('number').notNull(),
  provenAt: at('proven_at').notNull(),
})

/** The newest code of a member. */
export const phoneCodes = pgTable('phone_codes', {
  memberId: memberId(),
  number: text('number').notNull(),
  codeHash: text('code_hash').notNull(),
  sentAt: at('sent_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  /** From then on another code may be sent. */
  resendAt: at('resend_at').notNull(),
  wrongTries: integer('wrong_tries').notNull().default(0),
})
