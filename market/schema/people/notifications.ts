import { boolean, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { EventKind } from '#contract/notices/events.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chats } from '#market/schema/deals/chats.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from './members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What a member is told, each thing once. */
export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  kind: text('kind').$type<EventKind>().notNull(),
  dealId: uuid('deal_id').references(() => deals.id),
  bikeId: uuid('bike_id').references(() => bikes.id),
  /** The conversation of a message. */
  chatId: uuid('chat_id').references(() => chats.id),
  /** The step or other event that it reports. */
  causeId: uuid('cause_id').notNull(),
  /** An amount in Taka or a place in line, where the sentence has one. */
  number: integer('number'),
  createdAt: at('created_at').notNull(),
  seenAt: at('seen_at'),
  /** Null until its e-mail is queued; false where no e-mail is sent. */
  isEmailed: boolean('is_emailed'),
  /** How often its e-mail could not be written, and when it is tried again. */
  emailTries: integer('email_tries').notNull().default(0),
  emailNextTryAt: at('email_next_try_at'),
})

/** What a member wants by e-mail, and in which language. */
export const notificationSettings = pgTable('notification_settings', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id),
  language: text('language', { enum: ['en', 'bn'] })
    .notNull()
    .default('en'),
  mutedKinds: text('muted_kinds').array().notNull().default([]),
})
