// The public page of one seller: their history in this shop, and their bikes on sale.
import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { sellerPageLength } from '#contract/bike-page.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, toPage } from '#platform/database/paging.ts'
import { bikes, bikeSummaryDto, onSale, priceVerdict } from '#market/schema/bikes/bikes.ts'
import { shownBadge } from '#market/schema/people/badges.ts'
import { members } from '#market/schema/people/members.ts'

/** Counting the bikes of a seller stops at this number, to bound the cost. */
export const maxCountedBikes = 1_000

/** SQL: the month in which a member registered. */
export const memberSince = sql<string>`to_char(${members.createdAt} at time zone 'Asia/Dhaka', 'YYYY-MM')`

// The query builder leaves out the table of a column where a statement selects from one table, so the member's id is written out.
const isOfMember = sql`${bikes.sellerId} = members.id`

const countBikes = (filter: SQL | undefined): SQL<number> =>
  sql<number>`(select count(*)::int from (select from ${bikes} where ${and(isOfMember, filter)}
    limit ${sql.raw(String(maxCountedBikes))}) as counted)`

// The name of the account may be another one than buyers read on the bikes, so the newest bike with a page names the seller.
const newestName = sql<string | null>`(select ${bikes.sellerName} from ${bikes} where ${isOfMember}
  and ${bikes.withdrawnAt} is null and ${bikes.hiddenAt} is null order by ${bikes.id} desc limit 1)`

const prepareSeller = (db: Database) =>
  db
    .select({
      _id: members.id,
      sellerName: newestName,
      verification: sql<boolean>`${members.verifiedAt} is not null`,
      memberSince,
      badge: shownBadge,
      onSale: countBikes(onSale),
      sold: countBikes(isNotNull(bikes.soldAt)),
    })
    .from(members)
    .where(and(eq(members.id, sql.placeholder('id')), isNull(members.removedAt)))
    .prepare('seller_page')

const prepareBikes = (db: Database, name: string, filter?: SQL) =>
  db
    .select({ ...bikeSummaryDto, priceVerdict })
    .from(bikes)
    .innerJoin(members, eq(members.id, bikes.sellerId))
    .where(and(eq(bikes.sellerId, sql.placeholder('id')), onSale, filter))
    .orderBy(desc(bikes.id))
    .limit(sql.placeholder('rows'))
    .prepare(name)

/** Reads a page of a seller; throws `not_found` for a deleted account, and for a member of whom no bike was ever shown. */
export const createSellerPageQuery = (db: Database) => {
  const findSeller = prepareSeller(db)
  const first = prepareBikes(db, 'bikes_of_seller_first')
  const next = prepareBikes(db, 'bikes_of_seller_next', lt(bikes.id, sql.placeholder('before')))
  return async (id: string, query: { limit?: string | undefined; cursor?: string | undefined }) => {
    const limit = Number(query.limit ?? sellerPageLength)
    const [seller] = await findSeller.execute({ id })
    if (!seller || seller.sellerName === null) throw new ApiError('not_found')
    const rows =
      query.cursor === undefined
        ? await first.execute({ id, rows: limit + 1 })
        : await next.execute({ id, before: parseCursorId(query.cursor), rows: limit + 1 })
    const page = toPage(rows, limit, (bike) => bike._id)
    return { ...seller, sellerName: seller.sellerName, bikes: page.items, next: page.next }
  }
}
