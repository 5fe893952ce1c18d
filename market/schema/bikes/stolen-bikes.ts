// The register of stolen bikes, and who opened a report. Constraints and triggers of migrations/0111_stolen_bikes.sql hold the states.
import { boolean, date, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { numberKinds } from '#contract/vehicle-numbers/normalize.ts'
import { stolenReasons, stolenStates } from '#contract/vehicle-numbers/stolen-reports.ts'
import { members } from '#market/schema/people/members.ts'
import { paperFiles } from './papers.ts'
import { bytea } from './vehicle-numbers.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const stolenBikes = pgTable('stolen_bikes', {
  id: uuid('id').primaryKey(),
  reporterId: uuid('reporter_id')
    .notNull()
    .references(() => members.id),
  idempotencyKey: uuid('idempotency_key'),
  registrationEncrypted: text('registration_encrypted'),
  engineEncrypted: text('engine_encrypted'),
  chassisEncrypted: text('chassis_encrypted'),
  /** The number of the general diary entry of the police. */
  gdNumberEncrypted: text('gd_number_encrypted'),
  policeStation: text('police_station'),
  /** The day of the GD in Dhaka. */
  gdOn: date('gd_on').notNull(),
  /** The photo of the GD. */
  fileId: uuid('file_id').references(() => paperFiles.id),
  state: text('state', { enum: stolenStates }).notNull(),
  reportedAt: at('reported_at').notNull(),
  /** Until when advertisements wait without a decision; null where they do not. */
  holdsUntil: at('holds_until'),
  /** When the advertisements that waited were looked at again. */
  releasedAt: at('released_at'),
  decidedBy: uuid('decided_by').references(() => members.id),
  decidedAt: at('decided_at'),
  reason: text('reason', { enum: stolenReasons }),
  withdrawnAt: at('withdrawn_at'),
  erasedAt: at('erased_at'),
})
export type StolenBike = typeof stolenBikes.$inferSelect

export const stolenFingerprints = pgTable(
  'stolen_fingerprints',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => stolenBikes.id, { onDelete: 'cascade' }),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => members.id),
    kind: text('kind', { enum: numberKinds }).notNull(),
    hmac: bytea('hmac').notNull(),
    isOpen: boolean('is_open').notNull(),
  },
  (fingerprint) => [primaryKey({ columns: [fingerprint.reportId, fingerprint.kind] })],
)

/** A moderator reads a report and its photo until `closesAt`. */
export const stolenOpenings = pgTable('stolen_openings', {
  id: uuid('id').primaryKey(),
  reportId: uuid('report_id')
    .notNull()
    .references(() => stolenBikes.id),
  fileId: uuid('file_id')
    .notNull()
    .references(() => paperFiles.id),
  openedBy: uuid('opened_by')
    .notNull()
    .references(() => members.id),
  openedAt: at('opened_at').notNull(),
  closesAt: at('closes_at').notNull(),
})
