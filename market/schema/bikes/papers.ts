// The papers of bikes, their encrypted photos, and who opened them. Constraints and triggers of migrations/schema/23-papers.sql
// hold the states.
import { date, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { allPaperAnswers, paperKinds, paperStates, paperFaults } from '#contract/papers/paper-kinds.ts'
import { bikes } from './bikes.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Photos of papers. The server may not read `keyEncrypted`: the function read_paper_key returns it, and writes the audit log. */
export const paperFiles = pgTable('paper_files', {
  id: uuid('id').primaryKey(),
  ownerId: uuid('owner_id')
    .notNull()
    .references(() => members.id),
  keyEncrypted: text('key_encrypted'),
  /** Of the upload. */
  sha256: text('sha256').notNull(),
  uploadedAt: at('uploaded_at').notNull(),
  erasedAt: at('erased_at'),
  reads: integer('reads').notNull().default(0),
})

export const bikePapers = pgTable('bike_papers', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  kind: text('kind', { enum: paperKinds }).notNull(),
  said: text('said', { enum: allPaperAnswers }).notNull(),
  /** The last day of a tax token, in Dhaka. */
  validUntil: date('valid_until'),
  state: text('state', { enum: paperStates }).notNull(),
  fileId: uuid('file_id').references(() => paperFiles.id),
  saidAt: at('said_at').notNull(),
  shownAt: at('shown_at'),
  checkedAt: at('checked_at'),
  checkedBy: uuid('checked_by').references(() => members.id),
  refusedFor: text('refused_for', { enum: paperFaults }),
  refusedAt: at('refused_at'),
  /** How many days before the last day of the tax token its seller was told. */
  remindedDays: integer('reminded_days'),
})
export type BikePaper = typeof bikePapers.$inferSelect

/** A moderator reads the photo of a paper until `closesAt`. */
export const paperOpenings = pgTable('paper_openings', {
  id: uuid('id').primaryKey(),
  paperId: uuid('paper_id')
    .notNull()
    .references(() => bikePapers.id),
  fileId: uuid('file_id')
    .notNull()
    .references(() => paperFiles.id),
  openedBy: uuid('opened_by')
    .notNull()
    .references(() => members.id),
  openedAt: at('opened_at').notNull(),
  closesAt: at('closes_at').notNull(),
})
