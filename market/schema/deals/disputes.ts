import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { problemReasons } from '#contract/deals/problem-reasons.ts'
import { deals } from './deals.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** A dispute about a deal, decided by the admin. */
export const disputes = pgTable('disputes', {
  dealId: uuid('deal_id')
    .primaryKey()
    .references(() => deals.id),
  openedBy: text('opened_by', { enum: ['buyer', 'seller', 'system'] }).notNull(),
  reason: text('reason', { enum: problemReasons }).notNull(),
  note: text('note'),
  openedAt: at('opened_at').notNull(),
  evidenceUntil: at('evidence_until').notNull(),
  decideUntil: at('decide_until').notNull(),
  decidedAt: at('decided_at'),
  decidedBy: uuid('decided_by').references(() => members.id),
  decision: text('decision', { enum: ['released', 'part', 'refunded', 'withdrawn'] }),
  takaToBuyer: integer('taka_to_buyer'),
  decisionNote: text('decision_note'),
})
export type Dispute = typeof disputes.$inferSelect

/** What the two sides say and show; pictures are private files. */
export const disputeEvidence = pgTable('dispute_evidence', {
  id: uuid('id').primaryKey(),
  dealId: uuid('deal_id')
    .notNull()
    .references(() => disputes.dealId),
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  note: text('note'),
  picture: text('picture'),
  addedAt: at('added_at').notNull(),
})
