// What the admin reads when something is asked about later: the trail, and the payments that are not as usual.
import { and, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { parseCursorId, parseLimit, toPage } from '#platform/database/paging.ts'
import { auditLog } from './table.ts'
import { bikes } from '#market/bikes/table.ts'
import { payments } from '#market/payments/table.ts'

type PageQuery = { limit?: string | undefined; cursor?: string | undefined }

/** The trail counts its lines, so its cursor is a number; refuses one that is not. */
const parseAuditCursor = (cursor: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })
  return Number(cursor)
}

const auditEntryDto = {
  _id: sql<string>`${auditLog.id}::text`,
  at: sql<string>`to_char(${auditLog.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  actor: auditLog.actor,
  requestId: auditLog.requestId,
  address: sql<string | null>`host(${auditLog.address})`,
  what: auditLog.what,
  memberId: auditLog.memberId,
  productId: auditLog.bikeId,
  paymentId: auditLog.paymentId,
  details: sql<Record<string, string | number | boolean>>`${auditLog.details}`,
}

/** A page of the trail: all of it, or what was done to one member, bike or payment, or by one member. */
export const listAuditEntries = async (db: Database, query: PageQuery & { about?: string | undefined }) => {
  const { cursor, about } = query
  const limit = parseLimit(query)
  const isAbout =
    about &&
    or(
      eq(auditLog.memberId, about),
      eq(auditLog.bikeId, about),
      eq(auditLog.paymentId, about),
      eq(auditLog.actor, about),
    )
  const rows = await db
    .select(auditEntryDto)
    .from(auditLog)
    .where(and(isAbout || undefined, cursor === undefined ? undefined : lt(auditLog.id, parseAuditCursor(cursor))))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => row._id)
}

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

/** A page of the payments that a person should look at. */
export const listPaymentsNeedingAttention = async (db: Database, query: PageQuery) => {
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
