// The page of one bike: the bike, its seller's history in this shop, and similar bikes.
import { countDhakaDays } from '#contract/time/dhaka.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type bikePageCalls, maxSimilarBikes } from '#contract/bike-page.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { isBikeSlug } from '#contract/slugs.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { type Member, members } from '#market/members/table.ts'
import { toPageView } from '#market/bikes/rules.ts'
import { createSellerPageQuery, maxCountedBikes, memberSince } from '#market/bikes/seller-page/rules.ts'
import { findSimilarBikes } from '#market/bikes/similar/rules.ts'
import { maxAnsweredRequests, toAnswerRate } from './rules.ts'
import { bikeDto, bikes, bikeDetailsDto, listPrices } from '#market/bikes/table.ts'

const { email: _, ...publicBikeDto } = bikeDto

const soldBySeller = sql<number>`(select count(*)::int from (
  select from bikes as other where other.seller_id = ${bikes.sellerId} and other.sold_at is not null
  limit ${sql.raw(String(maxCountedBikes))}) as sold)`

// Of older requests nothing is said, and a seller with many deals costs no more than one with a hundred.
const maxDealsRead = 100

/**
 * For each of the newest requests that the seller answered or let expire, the seconds until the answer. A buyer who paid at
 * once, or took the request back, waited for none.
 */
const answerWaits = sql<(number | null)[] | null>`(select array_agg(waited) from (
  select case when accepted_at is not null then extract(epoch from accepted_at - requested_at)
    when close_reason = 'declined' then extract(epoch from closed_at - requested_at) end::float8 as waited
  from (select * from deals where seller_id = ${bikes.sellerId} order by id desc limit ${sql.raw(String(maxDealsRead))}) as newest
  where requested_at > ${sql.placeholder('since')} and (accepted_at is distinct from held_at or close_reason in ('declined', 'expired'))
  order by id desc limit ${sql.raw(String(maxAnsweredRequests))}) as answers)`

// A sold bike keeps its page after its seller deletes the account; the seller's name and texts are removed.
const sellerColumns = {
  sellerName: sql<string>`case when ${members.removedAt} is null then ${bikes.sellerName} else ${members.name} end`,
  description: sql<string | null>`case when ${members.removedAt} is null then ${bikes.description} end`,
}

const prepareBikePage = (db: Database) =>
  db
    .select({
      ...publicBikeDto,
      ...bikeDetailsDto,
      ...sellerColumns,
      soldAt: bikes.soldAt,
      createdAt: bikes.createdAt,
      district: bikes.district,
      brandId: bikes.brandId,
      modelId: bikes.modelId,
      sellerId: sql<string | null>`case when ${members.removedAt} is null then ${members.id} end`,
      memberSince,
      soldBySeller,
      answerWaits,
    })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(and(eq(bikes.slug, sql.placeholder('slug')), isNull(bikes.withdrawnAt)))
    .prepare('bike_page')

const maxPrices = 20
const dayMs = 24 * 60 * 60_000
const answersOfDays = 180

const createBikePageQuery = (db: Database) => {
  const prepared = prepareBikePage(db)
  return async (slug: string, now: Date) => {
    const since = new Date(now.getTime() - answersOfDays * dayMs).toISOString()
    const [bike] = isBikeSlug(slug) ? await prepared.execute({ slug, since }) : []
    if (!bike) throw new ApiError('not_found')
    const { brandId, modelId, sellerId, soldBySeller: sold, answerWaits: waits, createdAt, ...found } = bike
    const { memberSince: memberSinceMonth, ...rest } = found
    const similarityKey = { id: bike._id, category: bike.name, brandId, modelId }
    const similar = await findSimilarBikes(db, similarityKey, { priceTaka: bike.salePrice, limit: maxSimilarBikes })
    const prices = await listPrices(db, bike._id, maxPrices)
    // Of a member who has left nothing is said.
    const answers = sellerId === null ? null : toAnswerRate(waits ?? [])
    const seller = { _id: sellerId, memberSince: memberSinceMonth, sold, answers }
    return { ...rest, createdAt, seller, prices, similar }
  }
}

/** The public pages of one bike and of one seller. Of a bike, members also see the contact number. */
export const bikePageRoutes = ({
  replicaReads,
  now,
}: {
  replicaReads: ReplicaReads
  now: () => Date
}): Handlers<typeof bikePageCalls, Member> => {
  const getBikePage = replicaReads(createBikePageQuery)
  const getSellerPage = replicaReads(createSellerPageQuery)
  return {
    'GET /bikes/:slug': async ({ params, me }) => {
      const { createdAt, ...bike } = await getBikePage(params.slug, now())
      return { ...toPageView(bike, me ? 'member' : 'visitor'), daysOnSale: countDhakaDays(createdAt, now()) }
    },
    'GET /sellers/:sellerId': ({ params, query }) => getSellerPage(params.sellerId, query),
  }
}
