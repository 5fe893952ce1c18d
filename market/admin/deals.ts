// The admin reads all deals. Nothing is changed here: what may be done with a deal is a rule of the deal.
import { toIso } from '#contract/time/iso.ts'
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { adminDealCalls } from '#contract/admin/deals.ts'
import type { dealEvents, dealFilters } from '#contract/admin/list-filters.ts'
import type { Period } from '#contract/admin/period.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { listSteps } from '#market/deals/queries.ts'
import { getState } from '#market/deals/state.ts'
import { dealCodes, deals } from '#market/schema/deals/deals.ts'
import { listEntries } from '#market/ledger/entry-list.ts'
import { ledgerEntries } from '#market/schema/money/ledger.ts'
import { type Member, members } from '#market/schema/people/members.ts'
import { payments } from '#market/schema/money/payments.ts'
import { isInPeriod } from './period.ts'

type ListQuery = Period & {
  event?: (typeof dealEvents)[number] | undefined
  limit?: string | undefined
  cursor?: string | undefined
  state?: (typeof dealFilters)[number] | undefined
  email?: string | undefined
  productId?: string | undefined
}

const seller = alias(members, 'seller')
const buyer = alias(members, 'buyer')

const heldTaka = sql<number>`(select coalesce(-sum(poisha), 0) / 100 from ledger_lines where account = 'held:' || ${deals.id})::int`

const stateFilters: Record<(typeof dealFilters)[number], SQL | undefined> = {
  requested: and(isNull(deals.closedAt), isNull(deals.acceptedAt)),
  accepted: and(isNull(deals.closedAt), isNotNull(deals.acceptedAt), isNull(deals.heldAt)),
  held: and(isNull(deals.closedAt), isNotNull(deals.heldAt), isNull(deals.handedOverAt)),
  disputed: and(isNull(deals.closedAt), isNotNull(deals.disputedAt)),
  unreleased: and(isNull(deals.closedAt), isNotNull(deals.heldAt)),
  handed_over: isNotNull(deals.handedOverAt),
  released: and(isNotNull(deals.handedOverAt), isNotNull(deals.releasedAt)),
  refunded: isNotNull(deals.refundedAt),
  closed: isNotNull(deals.closedAt),
}

// The times by which triggers count deals and sold bikes for the overview.
const eventTimes = {
  requested: deals.requestedAt,
  accepted: deals.acceptedAt,
  held: deals.heldAt,
  handed_over: deals.handedOverAt,
  sold: bikes.soldAt,
}

// Other deals of a sold bike ended without a sale. migrations/schema/11-deals.sql, require_deal_of_bike
const isSale = or(and(isNotNull(deals.handedOverAt), isNull(deals.refundedAt)), eq(deals.closeReason, 'sold_for_cash'))

const hasHappened = (event: (typeof dealEvents)[number], period: Period): SQL | undefined =>
  and(isNotNull(eventTimes[event]), isInPeriod(eventTimes[event], period), event === 'sold' ? isSale : undefined)

const selectDeals = (db: Database) =>
  db
    .select({
      deal: deals,
      slug: bikes.slug,
      productName: bikes.name,
      held: heldTaka,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      sellerName: seller.name,
      sellerEmail: seller.email,
    })
    .from(deals)
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .innerJoin(buyer, eq(buyer.id, deals.buyerId))
    .innerJoin(seller, eq(seller.id, deals.sellerId))

type DealRow = Awaited<ReturnType<typeof selectDeals>>[number]

const toSummary = ({ deal, slug, productName, held, buyerName, sellerName }: DealRow) => ({
  _id: deal.id,
  state: getState(deal),
  closeReason: deal.closeReason,
  productId: deal.bikeId,
  slug,
  productName,
  price: deal.priceTaka,
  held,
  buyerId: deal.buyerId,
  buyerName,
  sellerId: deal.sellerId,
  sellerName,
  requestedAt: deal.requestedAt.toISOString(),
  dueAt: toIso(deal.dueAt),
})

/** One page of the deals that a query names, newest first. */
export const listDeals = async (db: Database, query: ListQuery) => {
  const limit = parseLimit(query)
  const { state, email, productId, event, from, to, cursor } = query
  const person = db
    .select({ id: members.id })
    .from(members)
    .where(eq(members.email, email ?? ''))
  const rows = await selectDeals(db)
    .where(
      and(
        state && stateFilters[state],
        hasHappened(event ?? 'requested', { from, to }),
        email === undefined ? undefined : or(inArray(deals.buyerId, person), inArray(deals.sellerId, person)),
        productId === undefined ? undefined : eq(deals.bikeId, productId),
        cursor === undefined ? undefined : lt(deals.id, parseCursorId(cursor)),
      ),
    )
    .orderBy(desc(deals.id))
    .limit(limit + 1)
  return toPage(rows.map(toSummary), limit, ({ _id }) => _id)
}

const listPayments = async (db: Database, dealId: string) => {
  const rows = await db.select().from(payments).where(eq(payments.dealId, dealId)).orderBy(asc(payments.id))
  return rows.map(({ id, state, purpose, amountTaka, intentId, createdAt }) => ({
    _id: id,
    state,
    purpose,
    amount: amountTaka,
    transactionId: intentId,
    createdAt: createdAt.toISOString(),
  }))
}

const getDeal = async (db: Database, id: string) => {
  const [row] = await selectDeals(db).where(eq(deals.id, id))
  if (!row) throw new ApiError('not_found')
  const { deal, buyerEmail, sellerEmail } = row
  const [[code], steps, paid, { items: entries }] = await Promise.all([
    db.select({ closedAt: dealCodes.closedAt }).from(dealCodes).where(eq(dealCodes.dealId, id)),
    listSteps(db, id),
    listPayments(db, id),
    listEntries(db, eq(ledgerEntries.dealId, id), { limit: 100 }),
  ])
  return {
    ...toSummary(row),
    buyerEmail,
    sellerEmail,
    meetPlace: deal.meetPlace,
    meetAt: toIso(deal.meetAt),
    closedAt: toIso(deal.closedAt),
    closeChoice: deal.closeChoice,
    closeNote: deal.closeNote,
    codeClosedAt: toIso(code?.closedAt ?? null),
    steps,
    payments: paid,
    entries,
  }
}

/** The handlers of the admin's list of deals. */
export const adminDealRoutes = ({ db }: { db: Database }): Handlers<typeof adminDealCalls, Member> => ({
  'GET /alldeals': ({ query }) => listDeals(db, query),
  'GET /alldeals/:id': ({ params }) => getDeal(db, params.id),
})
