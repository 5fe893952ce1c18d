// Whether what a notification asks of a member is still to be done: a request that was answered is news.
import { type SQL, sql } from 'drizzle-orm'
import { ratingDays } from '#contract/deals/deadlines.ts'
import type { TaskKind } from '#contract/notices/events.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { toIsPromisedToAnother } from '#market/schema/deals/pay-facts.ts'
import { notifications } from '#market/schema/people/notifications.ts'

const side = sql`case when ${notifications.memberId} = ${deals.buyerId} then 'buyer' else 'seller' end`
const isBeforeHandover = sql`${deals.closedAt} is null and ${deals.handedOverAt} is null`
const isUnanswered = sql`${deals.closedAt} is null and ${deals.acceptedAt} is null and ${deals.heldAt} is null`

// Read by their names, because the modules of these tables build on this one.
const hasTransfer = (
  isLeft: SQL,
): SQL => sql`exists (select from transfers where transfers.deal_id = ${notifications.dealId}
  and transfers.cancelled_at is null and transfers.done_at is null and ${isLeft})`
const isNoticeLeft = hasTransfer(sql`transfers.notice_on is null`)
const isApplicationLeft = hasTransfer(sql`true`)

// Whoever is suspended writes no rating.
const isRatingLeft = sql`${deals.closedAt} > ${sql.placeholder('now')}::timestamptz - make_interval(hours => ${sql.raw(String(ratingDays * 24))})
  and not exists (select from ratings where ratings.deal_id = ${notifications.dealId}
    and ratings.author_id = ${notifications.memberId})
  and not exists (select from members where members.id = ${notifications.memberId} and members.suspended_until is not null)`

const isQuestionOpen = sql`exists (select from badge_questions where badge_questions.id = ${notifications.causeId}
  and badge_questions.ended_at is null)`

/** For each kind the condition under which somebody still waits, at the time `now` of the prepared query. */
const conditions: Record<TaskKind, SQL> = {
  requested: sql`${isUnanswered} and not ${toIsPromisedToAnother(deals)} and ${deals.confirmDueAt} is null
    and ${deals.sellerOutcome} is null`,
  turn: sql`${isUnanswered} and ${deals.turnUntil} > ${sql.placeholder('now')}`,
  meeting_proposed: sql`${isBeforeHandover} and ${deals.proposedMeetAt} > ${sql.placeholder('now')}
    and ${deals.proposedBy} <> ${side}`,
  bike_changed: sql`${isBeforeHandover} and ${deals.confirmDueAt} is not null`,
  price_offered: sql`${deals.closedAt} is null and ${deals.offeredPriceTaka} is not null and ${deals.offeredBy} <> ${side}`,
  asked: sql`${isBeforeHandover} and ${deals.askedAt} is not null
    and case ${side} when 'buyer' then ${deals.buyerOutcome} else ${deals.sellerOutcome} end is null`,
  cash_sale_claimed: sql`${isBeforeHandover} and ${deals.sellerOutcome} = 'sold_for_cash'`,
  offer_made: sql`exists (select from offers where offers.message_id = ${notifications.causeId} and offers.closed_at is null)`,
  problem_to_decide: sql`exists (select from disputes join deals as disputed on disputed.id = disputes.deal_id
    where disputed.bike_id = ${notifications.bikeId} and disputes.decided_at is null)`,
  removal_to_decide: sql`exists (select from cases where cases.id = ${notifications.causeId} and cases.decided_at is null)`,
  stolen_match: sql`exists (select from cases where cases.id = ${notifications.causeId} and cases.decided_at is null
    and cases.mended_at is null)`,
  badge_question_papers: isQuestionOpen,
  badge_question_phone: isQuestionOpen,
  badge_question_call: isQuestionOpen,
  badge_question_bike: isQuestionOpen,
  // Nobody asks for an account once the money has gone back to the buyer.
  payout_destination_missing: sql`not exists (select from payout_destinations
      where payout_destinations.member_id = ${notifications.memberId})
    and (${deals.closedAt} is null or exists (select from payouts where payouts.deal_id = ${notifications.dealId}
      and payouts.state in ('due', 'failed')))`,
  rate_deal: isRatingLeft,
  transfer_notice: isNoticeLeft,
  transfer_notice_late: isNoticeLeft,
  transfer_apply: isApplicationLeft,
  transfer_apply_late: isApplicationLeft,
}

const branches = Object.entries(conditions).map(
  ([kind, condition]) => sql`when ${sql.raw(`'${kind}'`)} then ${condition}`,
)

/** SQL: whether the notification asks for something that is still to be done. Needs `now`, and the deal joined. */
export const isOpenTask = sql<boolean>`coalesce(case ${notifications.kind} ${sql.join(branches, sql` `)} end, false)`
