// Giving, revealing and answering ratings. Each act locks both members, then the deal, so that two sides who rate at the same
// moment wait for each other, and a removal ends before or after.
import { ratingDays } from '#contract/deals/deadlines.ts'
import { addMs, dayMs } from '#contract/time/durations.ts'
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { deals, isSale, type Deal } from '#market/schema/deals/deals.ts'
import { members } from '#market/schema/people/members.ts'
import { markDone, notify } from '#market/notifications/notify.ts'
import { ratings } from '#market/schema/deals/ratings.ts'

export type RatingDeps = { db: Database; now: () => Date; createId: () => string }
export type Facts = { asDescribed: boolean; onTime: boolean; papersReady: boolean; friendly: boolean }
type Side = 'buyer' | 'seller'

/**
 * Until when a deal may be rated, and from when one rating alone is shown; null for a deal that did not end in a sale. Later ones
 * could only answer what is shown.
 */
export const getRatingEnd = (deal: Deal): Date | null =>
  isSale(deal) && deal.closedAt ? addMs(deal.closedAt, ratingDays * dayMs) : null

/** Locks the members of a deal in one order, then the deal. Null for an unknown deal. */
const lockDealWithMembers = async (tx: Transaction, dealId: string) => {
  const [found] = await tx.select().from(deals).where(eq(deals.id, dealId))
  if (!found) return null
  const people = await tx
    .select({ id: members.id, suspendedUntil: members.suspendedUntil, removedAt: members.removedAt })
    .from(members)
    .where(inArray(members.id, [found.buyerId, found.sellerId]))
    .orderBy(members.id)
    .for('share')
  const [deal] = await tx.select().from(deals).where(eq(deals.id, dealId)).for('no key update')
  return deal ? { deal, people } : null
}

/** Locks a deal of this member; throws `not_found` for others, and `suspended` for a member who may write nothing. */
const lockOwnDeal = async (tx: Transaction, { dealId, memberId }: { dealId: string; memberId: string }) => {
  const locked = await lockDealWithMembers(tx, dealId)
  const me = locked?.people.find(({ id }) => id === memberId)
  if (!locked || !me || me.removedAt) throw new ApiError('not_found')
  if (me.suspendedUntil) throw new ApiError('suspended')
  const side: Side = locked.deal.buyerId === memberId ? 'buyer' : 'seller'
  return { ...locked, side }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockDealWithMembers>>>

/** Reveals the hidden ratings of a locked deal, and tells those whom they are about, once. */
const reveal = async (tx: Transaction, deps: Omit<RatingDeps, 'db'>, { deal, people }: Locked): Promise<number> => {
  const revealed = await tx
    .update(ratings)
    .set({ revealedAt: deps.now() })
    .where(and(eq(ratings.dealId, deal.id), isNull(ratings.revealedAt)))
    .returning({ id: ratings.id, subjectId: ratings.subjectId })
  const isThere = (memberId: string) => people.some(({ id, removedAt }) => id === memberId && !removedAt)
  const notices = revealed
    .filter(({ subjectId }) => isThere(subjectId))
    .map(({ id, subjectId }) => ({
      memberId: subjectId,
      kind: 'rating_shown' as const,
      causeId: id,
      dealId: deal.id,
      bikeId: deal.bikeId,
    }))
  await notify(tx, deps, notices)
  return revealed.length
}

type NewRating = Facts & { words?: string | undefined }

/** Gives the rating of one side; the second one of a deal reveals both. Returns whether others read it now. */
export const giveRating = (
  deps: RatingDeps,
  { dealId, memberId, ...said }: { dealId: string; memberId: string } & NewRating,
): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { side, ...locked } = await lockOwnDeal(tx, { dealId, memberId })
    const { deal } = locked
    const [at, until] = [deps.now(), getRatingEnd(deal)]
    if (!until) throw new ApiError('nothing_to_rate')
    const given = await tx.select({ side: ratings.side }).from(ratings).where(eq(ratings.dealId, dealId))
    if (given.some((one) => one.side === side)) throw new ApiError('already_rated')
    if (at >= until) throw new ApiError('rating_over')
    const { words = null, ...facts } = said
    await tx.insert(ratings).values({
      ...facts,
      id: deps.createId(),
      dealId,
      side,
      authorId: memberId,
      subjectId: side === 'buyer' ? deal.sellerId : deal.buyerId,
      words,
      shownWords: words === null ? null : maskContactDetails(words),
      givenAt: at,
      // By PostgreSQL, whose times are finer than a millisecond.
      revealAt: sql`(select closed_at + make_interval(hours => ${ratingDays * 24}) from deals where id = ${dealId})`,
    })
    await markDone(tx, at, { memberId, kind: 'rate_deal', dealId })
    if (given.length === 0) return false
    await reveal(tx, deps, locked)
    return true
  })

/** The rated side answers the rating about it, once. */
export const replyToRating = (
  deps: RatingDeps,
  { dealId, memberId, reply }: { dealId: string; memberId: string; reply: string },
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { side } = await lockOwnDeal(tx, { dealId, memberId })
    const isAboutMe = and(eq(ratings.dealId, dealId), eq(ratings.side, side === 'buyer' ? 'seller' : 'buyer'))
    const [rating] = await tx.select().from(ratings).where(isAboutMe)
    // A hidden rating is as if it were not there.
    if (!rating?.revealedAt) throw new ApiError('nothing_to_answer')
    if (rating.repliedAt) throw new ApiError('already_answered')
    await tx
      .update(ratings)
      .set({ reply, shownReply: maskContactDetails(reply), repliedAt: deps.now() })
      .where(eq(ratings.id, rating.id))
  })

/** Reveals the rating of a deal whose other side stayed silent for 14 days. Returns how many were revealed. */
export const revealDue = (deps: RatingDeps, dealId: string): Promise<number> =>
  deps.db.transaction(async (tx) => {
    const locked = await lockDealWithMembers(tx, dealId)
    if (!locked) return 0
    const isDue = and(eq(ratings.dealId, dealId), isNull(ratings.revealedAt), lte(ratings.revealAt, deps.now()))
    return (await tx.$count(ratings, isDue)) === 0 ? 0 : reveal(tx, deps, locked)
  })

/** Erases what a removed member wrote in ratings and replies. The four facts stay, without a name. */
export const eraseRatingWords = async (tx: Transaction, memberId: string): Promise<void> => {
  await tx.update(ratings).set({ words: null, shownWords: null }).where(eq(ratings.authorId, memberId))
  await tx
    .update(ratings)
    .set({ reply: null, shownReply: null, repliedAt: null })
    .where(eq(ratings.subjectId, memberId))
}
