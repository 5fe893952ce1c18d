// Badges of verified sellers. members.verified_at is set exactly while one has not ended; triggers of
// migrations/schema/21-badges.sql hold that.
import type { z } from 'zod'
import type { Badge } from '#contract/cases/badges.ts'
import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { badgeEndCauses, badgeWants, questionEndCauses, recordedEvidence } from '#contract/cases/badge-evidence.ts'
import { members } from './members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What Motohaat checked of a seller, from when to when. */
export const badges = pgTable('badges', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  evidence: text('evidence', { enum: recordedEvidence }).notNull(),
  givenAt: at('given_at').notNull(),
  givenBy: uuid('given_by').references(() => members.id),
  endsAt: at('ends_at').notNull(),
  remindedAt: at('reminded_at'),
  /** From here on it is not shown. */
  endedAt: at('ended_at'),
  endCause: text('end_cause', { enum: badgeEndCauses }),
  takenBy: uuid('taken_by').references(() => members.id),
  reason: text('reason'),
  /** What the admin saw, for other admins. */
  note: text('note'),
})

/** What an admin asked a seller for before giving a badge; triggers of migrations/0115_badge_questions.sql end it with a badge. */
export const badgeQuestions = pgTable('badge_questions', {
  id: uuid('id').primaryKey(),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  askedBy: uuid('asked_by')
    .notNull()
    .references(() => members.id),
  wanted: text('wanted', { enum: badgeWants }).notNull(),
  askedAt: at('asked_at').notNull(),
  endedAt: at('ended_at'),
  endCause: text('end_cause', { enum: questionEndCauses }),
})

/** SQL: whether the member `members` was asked for something and has not said that it is done. */
export const isAsked = sql`exists (select from badge_questions
  where badge_questions.member_id = members.id and badge_questions.ended_at is null)`

/** SQL: whether there is a number to call or a bike to look at; every bike has the number of its seller. */
export const hasNumberOrBike = sql`(exists (select from phone_proofs where phone_proofs.member_id = members.id)
  or exists (select from bikes where bikes.seller_id = members.id))`

/** SQL: the badge that is shown of the member `members`, for buyers; null without one. */
export const shownBadge = sql<z.output<typeof Badge> | null>`(select json_build_object('evidence', evidence,
    'givenOn', to_char(given_at at time zone 'Asia/Dhaka', 'YYYY-MM-DD'),
    'until', to_char(ends_at at time zone 'Asia/Dhaka', 'YYYY-MM-DD'))
  from badges where badges.member_id = members.id and ended_at is null)`
