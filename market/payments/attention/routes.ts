// Payments that the admin should check, because the automatic rules cannot settle them.
import { and, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { paymentAttentionCalls } from '#contract/payments.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import { bikes } from '#market/bikes/table.ts'
import type { Member } from '#market/members/table.ts'
import { payments } from '#market/payments/table.ts'

type PageQuery = { limit?: string | undefined; cursor?: string | undefined }

const needsAttention = or(
  isNotNull(payments.disputedAt),
  gt(payments.refundedTaka, 0),
  inArray(payments.refundReason, ['mismatch', 'at_provider', 'dispute_lost']),
)

const attentionPaymentDto = {
  _id: payments.id,
  productId: payments.bikeId,
  productName: bikes.name,
  buyerId: payments.buyerId,
  price: payments.amountTaka,
  sentBack: payments.refundedTaka,
  transactionId: payments.intentId,
  state: payments.state,
  reason: payments.refundReason,
  dispute: sql<'open' | 'won' | 'lost' | null>`coalesce(${payments.disputeOutcome},
    case when ${payments.disputedAt} is not null then 'open' end)`,
  createdAt: sql<string>`to_char(${payments.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}

const listPaymentsNeedingAttention = async (db: Database, query: PageQuery) => {
  const limit = parseLimit(query)
  const rows = await db
    .select(attentionPaymentDto)
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .where(and(needsAttention, query.cursor === undefined ? undefined : lt(payments.id, parseCursorId(query.cursor))))
    .orderBy(desc(payments.id))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => row._id)
}

/** The handler of the payments that the admin should check. */
export const paymentAttentionRoutes = (deps: { db: Database }): Handlers<typeof paymentAttentionCalls, Member> => ({
  'GET /payments/attention': ({ query }) => listPaymentsNeedingAttention(deps.db, query),
})
