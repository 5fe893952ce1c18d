// A bike's own page: the bike, what its seller has done here, and the bikes like it.
import { and, asc, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { type bikePageCalls, similarMost } from '#contract/bike-page.ts'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { SharedReads } from '#platform/database/replica.ts'
import { brands, models } from '#market/catalogue/table.ts'
import { type Member, members } from '#market/members/table.ts'
import { onPage } from '#market/bikes/rules.ts'
import { bikeOnTheWire, bikes, detailsOnTheWire, onSale } from '#market/bikes/table.ts'

// A shop that has sold more than this has sold many; nobody counts on.
const soldMost = 1_000
// Of each kind of likeness so many of the newest are looked at, so that a brand with a million bikes costs no more.
const candidatesMost = 60

const { email: _, ...told } = bikeOnTheWire

const soldBySeller = sql<number>`(select count(*)::int from (
  select from bikes as other where other.seller_id = ${bikes.sellerId} and other.sold_at is not null
  limit ${sql.raw(String(soldMost))}) as sold)`

// A sold bike keeps its page when its seller leaves for good; what they wrote of themselves goes with them.
const ofWhoIsHere = {
  sellerName: sql<string>`case when ${members.removedAt} is null then ${bikes.sellerName} else ${members.name} end`,
  description: sql<string | null>`case when ${members.removedAt} is null then ${bikes.description} end`,
}

const preparePage = (db: Database) =>
  db
    .select({
      ...told,
      ...detailsOnTheWire,
      ...ofWhoIsHere,
      soldAt: bikes.soldAt,
      district: bikes.district,
      brandId: bikes.brandId,
      modelId: bikes.modelId,
      memberSince: sql<string>`to_char(${members.createdAt} at time zone 'Asia/Dhaka', 'YYYY-MM')`,
      soldBySeller,
    })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .leftJoin(brands, eq(brands.id, bikes.brandId))
    .leftJoin(models, eq(models.id, bikes.modelId))
    .where(and(eq(bikes.slug, sql.placeholder('slug')), isNull(bikes.withdrawnAt)))
    .prepare('bike_page')

type Like = { id: string; category: 'Yamaha' | 'Suzuki' | 'TVS'; brandId: string | null; modelId: string | null }

const candidates = (db: Database, which: SQL | undefined, id: string) =>
  db
    .select({ id: bikes.id })
    .from(bikes)
    .where(and(onSale, ne(bikes.id, id), which))
    .orderBy(desc(sql`${bikes.advertisedAt} is not null`), desc(bikes.id))
    .limit(candidatesMost)

/** The bikes like this one: the same model first, then the same brand, and of those the nearest in price. */
const similarTo = async (db: Database, { id, category, brandId, modelId }: Like, priceTaka: number) => {
  const ofCategory = candidates(db, eq(bikes.category, category), id)
  // The index begins with the brand; a bike without a model is like none of a model.
  const isOfModel = sql`${bikes.brandId} = ${brandId}::uuid and ${bikes.modelId} = ${modelId}::uuid`
  const ofModel = candidates(db, isOfModel, id)
  const near = union(ofCategory, ofModel).as('near')
  return db
    .select({
      _id: bikes.id,
      slug: bikes.slug,
      productName: bikes.name,
      salePrice: bikes.salePriceTaka,
      purchaseTime: bikes.boughtInYear,
      kilometres: bikes.kilometres,
      condition: bikes.condition,
      location: bikes.location,
      image: bikes.picture,
      verification: told.verification,
      advertise: told.advertise,
    })
    .from(bikes)
    .innerJoin(near, eq(near.id, bikes.id))
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .orderBy(
      desc(sql`coalesce(${bikes.modelId} = ${modelId}::uuid, false)`),
      desc(sql`coalesce(${bikes.brandId} = ${brandId}::uuid, false)`),
      asc(sql`abs(${bikes.salePriceTaka} - ${priceTaka}::int)`),
      desc(bikes.id),
    )
    .limit(similarMost)
}

/** Slugs are made by the database; anything else is the address of nothing. */
const isSlug = (text: string): boolean => /^[a-z0-9-]{10,80}$/.test(text)

const openPage = (db: Database) => {
  const page = preparePage(db)
  return async (slug: string) => {
    const [bike] = isSlug(slug) ? await page.execute({ slug }) : []
    if (!bike) throw new Refused('not_found')
    const { brandId, modelId, memberSince, soldBySeller: sold, ...rest } = bike
    const like = { id: bike._id, category: bike.name, brandId, modelId }
    const similar = await similarTo(db, like, bike.salePrice)
    return { ...rest, seller: { memberSince, sold }, similar }
  }
}

/** The public page of one bike; a signed-in person is told the contact number too. */
export const bikePageRoutes = ({ shared }: { shared: SharedReads }): Handlers<typeof bikePageCalls, Member> => {
  const page = shared(openPage)
  return {
    'GET /bikes/:slug': async ({ params, me }) => onPage(await page(params.slug), me !== null),
  }
}
