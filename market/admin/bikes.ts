// The admin reads one bike with what happened to it. Nothing is changed here.
import { toIso } from '#contract/time/iso.ts'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { adminBikeCalls } from '#contract/admin/bikes.ts'
import type { Period } from '#contract/admin/period.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { isBikeSlug } from '#contract/slugs.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { listDeals } from './deals.ts'
import { listAuditEntries } from './audit-entries.ts'
import { isInPeriod } from './period.ts'
import { bikePrices, bikes, bikeStatus } from '#market/schema/bikes/bikes.ts'
import { cases, isOpen } from '#market/schema/people/cases.ts'
import { type Member, members } from '#market/schema/people/members.ts'

const maxPrices = 50
// The lists of deals and of the audit log have the rest.
const maxShown = '20'

const listPrices = async (db: Database, bikeId: string) => {
  const rows = await db
    .select({ price: bikePrices.priceTaka, since: bikePrices.since })
    .from(bikePrices)
    .where(eq(bikePrices.bikeId, bikeId))
    .orderBy(desc(bikePrices.id))
    .limit(maxPrices)
  return rows.map(({ price, since }) => ({ price, since: since.toISOString() }))
}

const listCases = async (db: Database, bikeId: string) => {
  const rows = await db
    .select({
      _id: cases.id,
      openedAt: cases.openedAt,
      isOpen: sql<boolean>`${isOpen}`,
      decision: cases.decision,
    })
    .from(cases)
    .where(eq(cases.bikeId, bikeId))
    .orderBy(desc(cases.id))
    .limit(Number(maxShown))
  return rows.map(({ openedAt, ...one }) => ({ ...one, openedAt: openedAt.toISOString() }))
}

const getBikeHistory = async (db: Database, slug: string) => {
  const [row] = isBikeSlug(slug)
    ? await db
        .select({ bike: bikes, status: bikeStatus, seller: members })
        .from(bikes)
        .innerJoin(members, eq(members.id, bikes.sellerId))
        .where(eq(bikes.slug, slug))
    : []
  if (!row) throw new ApiError('not_found')
  const { bike, status, seller } = row
  const [prices, casesOfBike, deals, acts] = await Promise.all([
    listPrices(db, bike.id),
    listCases(db, bike.id),
    listDeals(db, { productId: bike.id, limit: maxShown }),
    listAuditEntries(db, { about: bike.id, limit: maxShown }),
  ])
  return {
    _id: bike.id,
    slug: bike.slug,
    productName: bike.name,
    status,
    price: bike.salePriceTaka,
    sellerId: seller.id,
    sellerName: seller.name,
    sellerEmail: seller.email,
    isSellerVerified: seller.verifiedAt !== null,
    createdAt: bike.createdAt.toISOString(),
    editedAt: toIso(bike.editedAt),
    advertisedAt: toIso(bike.advertisedAt),
    reservedAt: toIso(bike.reservedAt),
    soldAt: toIso(bike.soldAt),
    withdrawnAt: toIso(bike.withdrawnAt),
    hiddenAt: toIso(bike.hiddenAt),
    hiddenBy: bike.hiddenBy,
    cases: casesOfBike,
    prices,
    deals: deals.items,
    acts: acts.items,
  }
}

type ListQuery = Period & { limit?: string | undefined; cursor?: string | undefined }

/** One page of the bikes that were added on these days, newest first. */
const listNewBikes = async (db: Database, query: ListQuery) => {
  const limit = parseLimit(query)
  const rows = await db
    .select({
      _id: bikes.id,
      slug: bikes.slug,
      productName: bikes.name,
      status: bikeStatus,
      price: bikes.salePriceTaka,
      sellerId: bikes.sellerId,
      sellerName: members.name,
      addedAt: bikes.createdAt,
    })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(
      and(
        isInPeriod(bikes.createdAt, query),
        query.cursor === undefined ? undefined : lt(bikes.id, parseCursorId(query.cursor)),
      ),
    )
    .orderBy(desc(bikes.id))
    .limit(limit + 1)
  const items = rows.map(({ addedAt, ...bike }) => ({ ...bike, addedAt: addedAt.toISOString() }))
  return toPage(items, limit, ({ _id }) => _id)
}

/** The handlers of bikes for the admin. */
export const adminBikeRoutes = ({ db }: { db: Database }): Handlers<typeof adminBikeCalls, Member> => ({
  'GET /newbikes': ({ query }) => listNewBikes(db, query),
  'GET /bikes/:slug/history': ({ params }) => getBikeHistory(db, params.slug),
})
