// Inspections of bikes. Constraints and triggers of migrations/schema/26-inspections.sql hold who makes one, and that a
// signed one never changes.
import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { inspectionKinds, inspectionMarks, inspectionPoints } from '#contract/inspections/points.ts'
import { bikes } from './bikes.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What makes a report of a mechanic suspicious: the number or the browser is the seller's. */
export const suspicions = ['number_of_seller', 'browser_of_seller'] as const

export const inspections = pgTable('inspections', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  kind: text('kind', { enum: inspectionKinds }).notNull(),
  /** Who made it, or who invited the mechanic. */
  memberId: uuid('member_id')
    .notNull()
    .references(() => members.id),
  /** The deal whose sides alone read it; everybody reads a signed one without. */
  dealId: uuid('deal_id').references(() => deals.id),
  idempotencyKey: uuid('idempotency_key'),
  mechanicName: text('mechanic_name'),
  workshop: text('workshop'),
  kilometres: integer('kilometres'),
  createdAt: at('created_at').notNull(),
  signedAt: at('signed_at'),
  // Set when it is signed.
  good: integer('good'),
  worn: integer('worn'),
  bad: integer('bad'),
  notLookedAt: integer('not_looked_at'),
  score: integer('score'),
  contentHash: text('content_hash'),
  suspicion: text('suspicion', { enum: suspicions }),
})
export type StoredInspection = typeof inspections.$inferSelect

/** The points, for constraints: the same as in the contract. */
export const storedPoints = pgTable('inspection_points', {
  position: integer('position').notNull(),
  point: text('point', { enum: [...inspectionPoints] }).primaryKey(),
  groupName: text('group_name').notNull(),
  isQuick: boolean('is_quick').notNull(),
})

export const inspectionAnswers = pgTable(
  'inspection_answers',
  {
    inspectionId: uuid('inspection_id')
      .notNull()
      .references(() => inspections.id),
    point: text('point', { enum: [...inspectionPoints] })
      .notNull()
      .references(() => storedPoints.point),
    mark: text('mark', { enum: inspectionMarks }).notNull(),
    /** Without contact details. */
    note: text('note'),
  },
  (answer) => [primaryKey({ columns: [answer.inspectionId, answer.point] })],
)

/** The link of a mechanic. */
export const inspectionInvitations = pgTable('inspection_invitations', {
  inspectionId: uuid('inspection_id')
    .primaryKey()
    .references(() => inspections.id),
  /** SHA-256 of the secret token, in hexadecimal. */
  tokenHash: text('token_hash').notNull(),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  revokedAt: at('revoked_at'),
})
