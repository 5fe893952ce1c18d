// Ratings of deals. Constraints and triggers of migrations/schema/22-ratings.sql hold who may give one, and when it is revealed.
import { boolean, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { deals } from './deals.ts'
import { members } from '#market/schema/people/members.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** What one side of a deal says about the other. Only the author reads it before `revealedAt`. */
export const ratings = pgTable('ratings', {
  id: uuid('id').primaryKey(),
  dealId: uuid('deal_id')
    .notNull()
    .references(() => deals.id),
  /** The author's side. */
  side: text('side', { enum: ['buyer', 'seller'] }).notNull(),
  authorId: uuid('author_id')
    .notNull()
    .references(() => members.id),
  subjectId: uuid('subject_id')
    .notNull()
    .references(() => members.id),
  asDescribed: boolean('as_described').notNull(),
  onTime: boolean('on_time').notNull(),
  papersReady: boolean('papers_ready').notNull(),
  friendly: boolean('friendly').notNull(),
  /** As they were typed; `shownWords` have no contact details. */
  words: text('words'),
  shownWords: text('shown_words'),
  givenAt: at('given_at').notNull(),
  /** 14 days after the end of the deal. */
  revealAt: at('reveal_at').notNull(),
  revealedAt: at('revealed_at'),
  reply: text('reply'),
  shownReply: text('shown_reply'),
  repliedAt: at('replied_at'),
})
export type Rating = typeof ratings.$inferSelect
