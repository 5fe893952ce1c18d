// Reports of members, and the cases that moderators decide.
import { sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { appealAnswers, decisions, storedReportReasons } from '#contract/cases/report-reasons.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { chatMessages, chats } from '#market/schema/deals/chats.ts'
import { members } from './members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What moderators decide: about a bike, or about a member. Constraints allow one open case for each. */
export const cases = pgTable('cases', {
  id: uuid('id').primaryKey(),
  /** Null where the case is about the member. */
  bikeId: uuid('bike_id').references(() => bikes.id),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  openedAt: at('opened_at').notNull(),
  /** In tenths: for each reporter the greatest weight of their reports, summed, and the points of rules and repeated texts. */
  score: integer('score').notNull().default(0),
  /** Points of the rules of publishing that fired for the bike, or of repeated texts; they are part of the score. */
  rulePoints: integer('rule_points').notNull().default(0),
  takenBy: uuid('taken_by').references(() => members.id),
  takenUntil: at('taken_until'),
  decision: text('decision', { enum: decisions }),
  reason: text('reason'),
  decidedBy: uuid('decided_by').references(() => members.id),
  decidedAt: at('decided_at'),
  suspendedUntil: at('suspended_until'),
  /** Who proposed to remove the member; another person decides. */
  removalProposedBy: uuid('removal_proposed_by').references(() => members.id),
  removalProposedAt: at('removal_proposed_at'),
  removalReason: text('removal_reason'),
  appeal: text('appeal'),
  appealedAt: at('appealed_at'),
  appealAnswer: text('appeal_answer', { enum: appealAnswers }),
  appealReason: text('appeal_reason'),
  appealDecidedBy: uuid('appeal_decided_by').references(() => members.id),
  appealDecidedAt: at('appeal_decided_at'),
  /** When the bike that this case hid was shown again. */
  shownAt: at('shown_at'),
  /** When the seller changed the advertisement so that nothing was left to decide. */
  mendedAt: at('mended_at'),
})
export type Case = typeof cases.$inferSelect

export const reports = pgTable('reports', {
  id: uuid('id').primaryKey(),
  caseId: uuid('case_id')
    .notNull()
    .references(() => cases.id),
  reporterId: uuid('reporter_id')
    .notNull()
    .references(() => members.id),
  bikeId: uuid('bike_id').references(() => bikes.id),
  memberId: uuid('member_id').references(() => members.id),
  /** The conversation that was reported; `memberId` is its other member then. */
  chatId: uuid('chat_id').references(() => chats.id),
  reason: text('reason', { enum: storedReportReasons }).notNull(),
  words: text('words'),
  /** In tenths. */
  weight: integer('weight').notNull(),
  createdAt: at('created_at').notNull(),
})

/** The messages with a text that a buyer sent to many sellers on one day; `firstId` is the first one with the same text. */
export const repeatedTexts = pgTable('repeated_texts', {
  messageId: uuid('message_id')
    .primaryKey()
    .references(() => chatMessages.id),
  firstId: uuid('first_id')
    .notNull()
    .references(() => chatMessages.id),
  caseId: uuid('case_id')
    .notNull()
    .references(() => cases.id),
})

/** SQL: undecided and not mended, or with an appeal that nobody has answered. */
export const isOpen = sql`(${cases.mendedAt} is null and (${cases.decidedAt} is null or (${cases.appealedAt} is not null and ${cases.appealDecidedAt} is null)))`
