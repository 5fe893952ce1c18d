// Deals: one row for each buyer who wants a bike. A deal that begins with a booking has the id of the booking.
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { closeChoices } from '#contract/deals/close-choices.ts'
import type { DealEventKind } from '#contract/notices/events.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { offers } from './offers.ts'

const at = (name: string) => timestamp(name, { withTimezone: true })

/** Why a deal ended. */
export const closeReasons = [
  'released',
  'declined',
  'cancelled_by_buyer',
  'cancelled_by_seller',
  'expired',
  'no_meeting',
  'not_booked',
  'no_deal',
  'buyer_no_show',
  'seller_no_show',
  'unavailable',
  'changed',
  'sold_for_cash',
  'refunded',
  'charged_back',
  'buyer_removed',
  'seller_removed',
  'review_refused',
] as const
export type CloseReason = (typeof closeReasons)[number]

/** State is kept as timestamps. */
export const deals = pgTable('deals', {
  id: uuid('id').primaryKey(),
  bikeId: uuid('bike_id')
    .notNull()
    .references(() => bikes.id),
  buyerId: uuid('buyer_id')
    .notNull()
    .references(() => members.id),
  sellerId: uuid('seller_id')
    .notNull()
    .references(() => members.id),
  bookingId: uuid('booking_id'),
  wishId: uuid('wish_id'),
  /** The accepted offer that the deal began with. */
  offerId: uuid('offer_id').references(() => offers.id),
  /** The buyer of an accepted offer gives number and place until then; null when that is done. */
  bookDueAt: at('book_due_at'),
  /** The price that both agreed on. */
  priceTaka: integer('price_taka').notNull(),
  /** The buyer's number and place; null for a paid wish until the buyer gives them. */
  buyerNumber: text('buyer_number'),
  meetPlace: text('meet_place'),
  requestedAt: at('requested_at').notNull(),
  /** The place in line follows this time. */
  queuedAt: at('queued_at').notNull(),
  /** The seller answers until then; the clock stops while `waitingSince` is set. */
  answerDueAt: at('answer_due_at'),
  waitingSince: at('waiting_since'),
  /** Until now in line since then, where the seller cannot say yes; null outside the line and during its turn. */
  inLineSince: at('in_line_since'),
  /** How long it was in line before that, in milliseconds. */
  inLineMs: bigint('in_line_ms', { mode: 'number' }).notNull().default(0),
  acceptedAt: at('accepted_at'),
  /** The first in line may be accepted or pay until then; nobody else may. */
  turnUntil: at('turn_until'),
  hadTurn: boolean('had_turn').notNull().default(false),
  /** The seller changed the bike; the buyer confirms until then or the deal ends. */
  confirmDueAt: at('confirm_due_at'),
  proposedMeetAt: at('proposed_meet_at'),
  proposedPlace: text('proposed_place'),
  proposedBy: text('proposed_by', { enum: ['buyer', 'seller'] }),
  /** The meeting that both agreed on. */
  meetAt: at('meet_at'),
  meetingMoves: integer('meeting_moves').notNull().default(0),
  /** 0, 1 after the reminder of 24 hours before, 2 after that of 2 hours before. */
  remindersSent: integer('reminders_sent').notNull().default(0),
  heldAt: at('held_at'),
  /** Both were asked whether they met. */
  askedAt: at('asked_at'),
  buyerOutcome: text('buyer_outcome', { enum: ['no_deal', 'no_show'] }),
  buyerOutcomeAt: at('buyer_outcome_at'),
  sellerOutcome: text('seller_outcome', { enum: ['no_deal', 'no_show', 'handed_over', 'sold_for_cash'] }),
  sellerOutcomeAt: at('seller_outcome_at'),
  /** Another price, proposed at the meeting. */
  offeredPriceTaka: integer('offered_price_taka'),
  offeredBy: text('offered_by', { enum: ['buyer', 'seller'] }),
  handedOverAt: at('handed_over_at'),
  /** What the seller says that the buyer paid in cash, and whether the buyer says so too. */
  cashTaka: integer('cash_taka'),
  cashConfirmedAt: at('cash_confirmed_at'),
  cashDeniedAt: at('cash_denied_at'),
  disputedAt: at('disputed_at'),
  /** The buyer's bank disputes a card payment: no code, no release. */
  frozenAt: at('frozen_at'),
  releasedAt: at('released_at'),
  refundedAt: at('refunded_at'),
  closedAt: at('closed_at'),
  closeReason: text('close_reason', { enum: closeReasons }),
  /** The reason that was chosen, and what was written beside it. */
  closeChoice: text('close_choice', { enum: closeChoices }),
  closeNote: text('close_note'),
  /** The next time at which something happens by itself. */
  dueAt: at('due_at'),
})
export type Deal = typeof deals.$inferSelect

/** SQL: the buyer's name as the seller sees it; the first name until the seller accepts. */
export const buyerNameForSeller = sql<string>`(
  select case when ${deals.acceptedAt} is null then split_part(buyer.name, ' ', 1) else buyer.name end
  from members as buyer where buyer.id = ${deals.buyerId})`

/** What happened in a deal, in order. Append-only. */
export const dealSteps = pgTable('deal_steps', {
  id: uuid('id').primaryKey(),
  dealId: uuid('deal_id')
    .notNull()
    .references(() => deals.id),
  kind: text('kind').$type<DealEventKind>().notNull(),
  actor: text('actor', { enum: ['buyer', 'seller', 'admin', 'system', 'provider'] }).notNull(),
  taka: integer('taka'),
  note: text('note'),
  at: at('at').notNull(),
})
export type DealActor = (typeof dealSteps.$inferSelect)['actor']

/** The state of the code that the buyer reads aloud; the code itself is derived and not stored. */
export const dealCodes = pgTable('deal_codes', {
  dealId: uuid('deal_id')
    .primaryKey()
    .references(() => deals.id),
  version: integer('version').notNull().default(1),
  tries: integer('tries').notNull().default(0),
  lockedUntil: at('locked_until'),
  /** Wrong tries since the code was made or opened again, whatever its version; too many close it. */
  wrongInAll: integer('wrong_in_all').notNull().default(0),
  /** Until the admin opens it again, no code is tried. */
  closedAt: at('closed_at'),
  usedAt: at('used_at'),
})

/** What a seller chooses for all own deals. */
export const sellerSettings = pgTable('seller_settings', {
  memberId: uuid('member_id')
    .primaryKey()
    .references(() => members.id),
  takesDeposits: boolean('takes_deposits').notNull().default(true),
})

/** Each member's first sight of the other side's number of a deal on a day. */
export const numberViews = pgTable(
  'number_views',
  {
    dealId: uuid('deal_id')
      .notNull()
      .references(() => deals.id),
    memberId: uuid('member_id')
      .notNull()
      .references(() => members.id),
    day: date('day').notNull(),
    firstShownAt: at('first_shown_at').notNull(),
  },
  (view) => [primaryKey({ columns: [view.memberId, view.day, view.dealId] })],
)

/** Whether the deal ended in a sale: with a handover whose money was released, or with a confirmed sale for cash. */
export const isSale = ({
  closedAt,
  closeReason,
  handedOverAt,
}: Pick<Deal, 'closedAt' | 'closeReason' | 'handedOverAt'>): boolean =>
  closedAt !== null && ((closeReason === 'released' && handedOverAt !== null) || closeReason === 'sold_for_cash')
