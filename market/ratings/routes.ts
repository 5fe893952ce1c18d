// Reading and giving ratings.
import { and, desc, eq, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { ratingCalls } from '#contract/deals/ratings.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, toPage } from '#platform/database/paging.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import type { Handlers } from '#platform/http/router.ts'
import { maskContactDetails } from '#platform/contact-details/masking.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { getRatingEnd, giveRating, type RatingDeps, replyToRating } from './rating-changes.ts'
import { type Rating, ratings } from '#market/schema/deals/ratings.ts'

type Side = Rating['side']
type ReadDatabase = Pick<Database, 'select'>

const defaultPageLength = 10
// Counting stops at this number, to bound the cost.
const maxCounted = 1_000

const isShown = isNotNull(ratings.revealedAt)

const noShowReason = { seller: 'seller_no_show', buyer: 'buyer_no_show' } as const

/** Counts what the other side said about a member in this role; hidden ratings are not counted. */
const countRatings = async (db: ReadDatabase, memberId: string, role: Side) => {
  const counted = db
    .select()
    .from(ratings)
    .where(and(eq(ratings.subjectId, memberId), eq(ratings.side, role === 'seller' ? 'buyer' : 'seller'), isShown))
    .orderBy(desc(ratings.id))
    .limit(maxCounted)
    .as('counted')
  const countYes = (fact: SQLWrapper) => sql<number>`(count(*) filter (where ${fact}))::int`
  const [counts] = await db
    .select({
      ratings: sql<number>`count(*)::int`,
      asDescribed: countYes(counted.asDescribed),
      onTime: countYes(counted.onTime),
      papersReady: countYes(counted.papersReady),
      friendly: countYes(counted.friendly),
    })
    .from(counted)
  const column = role === 'seller' ? deals.sellerId : deals.buyerId
  const missed = db
    .select({ id: deals.id })
    .from(deals)
    .where(
      and(
        eq(column, memberId),
        eq(deals.closeReason, noShowReason[role]),
        sql`${deals.closedAt} > now() - interval '1 year'`,
      ),
    )
    .limit(maxCounted)
    .as('missed')
  const [{ noShows } = { noShows: 0 }] = await db.select({ noShows: sql<number>`count(*)::int` }).from(missed)
  return { ...(counts ?? { ratings: 0, asDescribed: 0, onTime: 0, papersReady: 0, friendly: 0 }), noShows }
}

/** A first name; what somebody hid in it to be reached is masked. */
const toShownName = (name: string, removedAt: Date | null): string | null =>
  removedAt ? null : maskContactDetails(name.trim().split(/\s+/)[0] ?? '')

type Author = { name: string; removedAt: Date | null }

const toShownRating = (rating: Rating, author: Author) => ({
  _id: rating.id,
  asDescribed: rating.asDescribed,
  onTime: rating.onTime,
  papersReady: rating.papersReady,
  friendly: rating.friendly,
  words: rating.shownWords,
  by: toShownName(author.name, author.removedAt),
  on: getDhakaDay(rating.givenAt),
  reply: rating.shownReply,
})

const selectRatings = (db: ReadDatabase, filter: SQL | undefined, limit: number) =>
  db
    .select({ rating: ratings, author: { name: members.name, removedAt: members.removedAt } })
    .from(ratings)
    .innerJoin(members, eq(members.id, ratings.authorId))
    .where(filter)
    .orderBy(desc(ratings.id))
    .limit(limit)

const toOwnRating = (rating: Rating) => ({
  asDescribed: rating.asDescribed,
  onTime: rating.onTime,
  papersReady: rating.papersReady,
  friendly: rating.friendly,
  words: rating.words,
  shownWords: rating.shownWords,
  givenAt: rating.givenAt.toISOString(),
  isShown: rating.revealedAt !== null,
  reply: rating.shownReply,
})

const findOwnDeal = async (db: ReadDatabase, id: string, me: Member): Promise<{ deal: Deal; side: Side }> => {
  const [deal] = await db.select().from(deals).where(eq(deals.id, id))
  if (!deal || (deal.buyerId !== me.id && deal.sellerId !== me.id)) throw new ApiError('not_found')
  return { deal, side: deal.buyerId === me.id ? 'buyer' : 'seller' }
}

/** The ratings of a deal as one side reads them: the other side's only once it is revealed. */
const getDealRatings = async ({ db, now }: RatingDeps, id: string, me: Member) => {
  const { deal, side } = await findOwnDeal(db, id, me)
  const until = getRatingEnd(deal)
  const [own] = await selectRatings(db, and(eq(ratings.dealId, id), eq(ratings.authorId, me.id)), 1)
  const isAboutMe = and(eq(ratings.dealId, id), eq(ratings.subjectId, me.id), isShown)
  const [about] = await selectRatings(db, isAboutMe, 1)
  const [otherId, otherRole] =
    side === 'buyer' ? ([deal.sellerId, 'seller'] as const) : ([deal.buyerId, 'buyer'] as const)
  return {
    mayRate: until !== null && now() < until && !own,
    until: until?.toISOString() ?? null,
    mine: own ? toOwnRating(own.rating) : null,
    theirs: about ? toShownRating(about.rating, about.author) : null,
    mayReply: about !== undefined && about.rating.repliedAt === null,
    other: await countRatings(db, otherId, otherRole),
  }
}

type Query = { limit?: string | undefined; cursor?: string | undefined }

const createSellerRatingsQuery = (db: Database) => async (sellerId: string, query: Query) => {
  const [seller] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, sellerId), eq(members.role, 'Seller'), isNull(members.removedAt)))
  if (!seller) throw new ApiError('not_found')
  const limit = Number(query.limit ?? defaultPageLength)
  const isBefore = query.cursor === undefined ? undefined : lt(ratings.id, parseCursorId(query.cursor))
  const isOfSeller = and(eq(ratings.subjectId, sellerId), eq(ratings.side, 'buyer'), isShown)
  const page = toPage(await selectRatings(db, and(isOfSeller, isBefore), limit + 1), limit, ({ rating }) => rating.id)
  return {
    counts: await countRatings(db, sellerId, 'seller'),
    ratings: page.items.map(({ rating, author }) => toShownRating(rating, author)),
    next: page.next,
  }
}

/** The handlers of ratings. */
export const ratingRoutes = (
  deps: RatingDeps & { replicaReads: ReplicaReads },
): Handlers<typeof ratingCalls, Member> => {
  const listOfSeller = deps.replicaReads(createSellerRatingsQuery)
  return {
    'GET /deals/:id/ratings': ({ me, params }) => getDealRatings(deps, params.id, me),
    'POST /deals/:id/ratings': async ({ me, params, body }) => {
      const isShownNow = await giveRating(deps, { dealId: params.id, memberId: me.id, ...body })
      return { modifiedCount: 1, isShown: isShownNow }
    },
    'PUT /deals/:id/ratings': async ({ me, params, body }) => {
      await replyToRating(deps, { dealId: params.id, memberId: me.id, reply: body.reply })
      return { modifiedCount: 1 }
    },
    'GET /sellers/:sellerId/ratings': ({ params, query }) => listOfSeller(params.sellerId, query),
  }
}
