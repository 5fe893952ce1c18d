// How many deals wait for a member's answer: those whose acts have an answer, as the seller's list groups them.
import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { answerActs } from '#contract/deals/answer-acts.ts'
import type { Member } from '#market/schema/people/members.ts'
import { getSide } from './sides.ts'
import type { DealsDeps } from './actions.ts'
import { selectDeals } from './queries.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { listActs } from './views.ts'

/** Far more than anybody has to answer; whoever has more reads this number. */
const maxCounted = 500

/** Deals that may wait for an answer of either side: a request, a proposal, a change, a claim. All others wait for none. */
const mayWait: SQL | undefined = or(
  isNull(deals.acceptedAt),
  isNotNull(deals.proposedBy),
  isNotNull(deals.offeredBy),
  isNotNull(deals.confirmDueAt),
  isNotNull(deals.bookDueAt),
  isNotNull(deals.sellerOutcome),
)

/** How many deals wait for this member's answer, and how many go on. */
export const countDeals = async ({ db, now }: DealsDeps, me: Member): Promise<{ answerNow: number; live: number }> => {
  const isLive = and(or(eq(deals.buyerId, me.id), eq(deals.sellerId, me.id)), isNull(deals.closedAt))
  const live = await db.$count(deals, isLive)
  const rows = live === 0 ? [] : await selectDeals(db, and(isLive, mayWait), { limit: maxCounted })
  const waiting = rows.filter((row) => {
    const side = getSide(row.deal, me.id) ?? 'buyer'
    const isTurn = side === 'buyer' && row.deal.turnUntil !== null
    return isTurn || listActs(row, side, now()).some((act) => answerActs.has(act))
  })
  return { answerNow: waiting.length, live }
}
