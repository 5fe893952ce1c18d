// Which side of a deal a member is, and how often it sees the other's number. What a side may do: views.ts:listActs.
import { and, eq } from 'drizzle-orm'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { maxDealNumbersPerDay, maxDealNumbersPerDayUnproven } from '#contract/limits.ts'
import { type Deal, numberViews } from '#market/schema/deals/deals.ts'
import type { DealsDeps } from './actions.ts'
import type { Side } from './transitions.ts'
import { type Member, members } from '#market/schema/people/members.ts'

/** The payment that a buyer has begun for a deal, and what the buyer reads about its end. */
export type BegunPayment = { dealId: string; buyerId: string; failure?: 'price_changed' }

export type DealRouteDeps = DealsDeps & {
  /** Signs the handover codes. */
  secret: string
  /** Ends the payment that this buyer has begun for the deal at the provider, if there is one. */
  releaseHold: (hold: BegunPayment) => Promise<void>
  /** Tells the moderators that this member asked the reporter for something strange. */
  reportStrange: (report: { memberId: string; reporter: Member }) => Promise<void>
}

/** The side of a member in a deal; null for others. */
export const getSide = (deal: Pick<Deal, 'buyerId' | 'sellerId'>, memberId: string): Side | null => {
  if (deal.buyerId === memberId) return 'buyer'
  return deal.sellerId === memberId ? 'seller' : null
}

/** The side of a member; throws `not_found` for others, and `role_not_allowed` for the wrong side. */
export const assertSide = (deal: Pick<Deal, 'buyerId' | 'sellerId'>, memberId: string, only?: Side): Side => {
  const side = getSide(deal, memberId)
  if (!side) throw new ApiError('not_found')
  if (only !== undefined && side !== only) throw new ApiError('role_not_allowed')
  return side
}

/**
 * Records that a member sees the other side's number and returns whether it may be shown: of few deals a day until the
 * e-mail address is confirmed. The number of a paid deal is always shown.
 */
export const countNumberView = ({ db, now }: DealsDeps, deal: Deal, me: Member): Promise<boolean> =>
  db.transaction(async (tx) => {
    const at = now()
    const day = getDhakaDay(at)
    const isOfDay = and(eq(numberViews.memberId, me.id), eq(numberViews.day, day))
    // One at a time for each member, so that concurrent requests cannot pass the limit.
    const [viewer] = await tx
      .select({ isProven: members.emailVerified })
      .from(members)
      .where(eq(members.id, me.id))
      .for('no key update')
    const seen = await tx.select({ dealId: numberViews.dealId }).from(numberViews).where(isOfDay)
    if (seen.some(({ dealId }) => dealId === deal.id)) return true
    const limit = viewer?.isProven ? maxDealNumbersPerDay : maxDealNumbersPerDayUnproven
    if (deal.heldAt === null && seen.length >= limit) return false
    await tx
      .insert(numberViews)
      .values({ dealId: deal.id, memberId: me.id, day, firstShownAt: at })
      .onConflictDoNothing()
    return true
  })
