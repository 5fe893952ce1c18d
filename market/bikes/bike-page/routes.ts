// The page of one bike: the bike, its seller's history in this shop, and similar bikes.
import { dayMs } from '#contract/time/durations.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countDhakaDays } from '#contract/time/dhaka.ts'
import { minPoints } from '#contract/cases/publishing-rules.ts'
import { type bikePageCalls, maxSimilarBikes } from '#contract/bike-page.ts'
import { paperKinds } from '#contract/papers/paper-kinds.ts'
import type { Papers } from '#contract/papers/paper-calls.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { isBikeSlug } from '#contract/slugs.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { ReplicaReads } from '#platform/database/replica.ts'
import { brands, models } from '#market/schema/bikes/catalogue.ts'
import { shownBadge } from '#market/schema/people/badges.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { toPageView } from '#market/bikes/contact-number.ts'
import { createSellerPageQuery, maxCountedBikes, memberSince } from '#market/bikes/seller-page.ts'
import { createSimilarBikesQuery } from '#market/bikes/similar-bikes.ts'
import { maxAnsweredRequests, toAnswerRate } from './answer-rate.ts'
import { bikeDto, bikeMarksDto, bikes, bikeDetailsDto, createPricesQuery } from '#market/schema/bikes/bikes.ts'

const { email: _, ...publicBikeDto } = bikeDto

const soldBySeller = sql<number>`(select count(*)::int from (
  select from bikes as other where other.seller_id = ${bikes.sellerId} and other.sold_at is not null
  limit ${sql.raw(String(maxCountedBikes))}) as sold)`

// Of older requests nothing is said, and a seller with many deals costs no more than one with a hundred.
const maxDealsRead = 100

/**
 * For each of the newest requests that the seller answered or let expire, the seconds until the answer, without those in
 * line. A buyer who paid at once, or took the request back, waited for none.
 */
const answerWaits = sql<(number | null)[] | null>`(select array_agg(waited) from (
  select case when accepted_at is not null or close_reason = 'declined'
    then extract(epoch from coalesce(in_line_since, accepted_at, closed_at) - requested_at)::float8 - in_line_ms / 1000.0
    end as waited
  from (select * from deals where seller_id = ${bikes.sellerId} order by id desc limit ${sql.raw(String(maxDealsRead))}) as newest
  where requested_at > ${sql.placeholder('since')} and (accepted_at is distinct from held_at or close_reason in ('declined', 'expired'))
    -- A deal that began with an accepted offer was not requested.
    and (offer_id is null or requested_at <> accepted_at)
  order by id desc limit ${sql.raw(String(maxAnsweredRequests))}) as answers)`

const isPriceFixed = sql<boolean>`exists (select from bike_offer_settings
  where bike_offer_settings.bike_id = ${bikes.id} and bike_offer_settings.is_price_fixed)`

const isPromised = sql<boolean>`exists (select from deals where deals.bike_id = ${bikes.id} and deals.closed_at is null
  and (deals.accepted_at is not null or deals.turn_until is not null))`

// A sold bike keeps its page after its seller deletes the account; the seller's name and texts are removed.
const sellerColumns = {
  sellerName: sql<string>`case when ${members.removedAt} is null then ${bikes.sellerName} else ${members.name} end`,
  description: sql<string | null>`case when ${members.removedAt} is null then ${bikes.description} end`,
}

const isUnchecked = sql<boolean>`exists (select from cases where cases.bike_id = ${bikes.id}
  and rule_points >= ${sql.raw(String(minPoints.warn))} and decided_at is null and mended_at is null)`

const paperOrder = sql.raw(`array[${paperKinds.map((kind) => `'${kind}'`).join(',')}]`)

/** What the seller says and shows of the papers, and what was checked, without photos and names. */
const shownPapers = sql<z.input<typeof Papers>>`json_build_object('level', ${bikes.papersLevel}, 'papers', coalesce((
  select json_agg(json_build_object('kind', kind, 'said', said, 'state', state, 'validUntil', valid_until,
      'since', (case state when 'checked' then checked_at when 'shown' then shown_at else said_at end
        at time zone 'Asia/Dhaka')::date) order by array_position(${paperOrder}, kind))
  from bike_papers where bike_papers.bike_id = ${bikes.id}), '[]'))`

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
      badge: shownBadge,
      soldBySeller,
      answerWaits,
      isPromised,
      isPriceFixed,
      isUnchecked,
      papers: shownPapers,
      isInspected: bikeMarksDto.isInspected,
    })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(and(eq(bikes.slug, sql.placeholder('slug')), isNull(bikes.withdrawnAt), isNull(bikes.hiddenAt)))
    .prepare('bike_page')

const maxPrices = 20
const answersOfDays = 180

const createBikePageQuery = (db: Database) => {
  const prepared = prepareBikePage(db)
  const findSimilarBikes = createSimilarBikesQuery(db, maxSimilarBikes)
  const findPrices = createPricesQuery(db, maxPrices)
  return async (slug: string, now: Date) => {
    const since = new Date(now.getTime() - answersOfDays * dayMs).toISOString()
    const [bike] = isBikeSlug(slug) ? await prepared.execute({ slug, since }) : []
    if (!bike) throw new ApiError('not_found')
    const { brandId, modelId, sellerId, soldBySeller: sold, answerWaits: waits, createdAt, ...found } = bike
    const { memberSince: memberSinceMonth, badge, ...rest } = found
    const key = { id: bike._id, category: bike.name, brandId, modelId, priceTaka: bike.salePrice }
    const [similar, prices] = [await findSimilarBikes(key), await findPrices(bike._id)]
    // Of a member who has left nothing is said.
    const answers = sellerId === null ? null : toAnswerRate(waits ?? [])
    const seller = { _id: sellerId, memberSince: memberSinceMonth, badge, sold, answers }
    return { ...rest, createdAt, seller, prices, similar }
  }
}

/** The public pages of one bike and of one seller. */
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
      const isTrusted = me !== null && (me.role === 'Admin' || me.id === bike.seller._id)
      return { ...toPageView(bike, isTrusted), daysOnSale: countDhakaDays(createdAt, now()) }
    },
    'GET /sellers/:sellerId': ({ params, query }) => getSellerPage(params.sellerId, query),
  }
}
