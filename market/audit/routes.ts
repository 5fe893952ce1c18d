// What the admin reads when something is asked about later: the trail, and the payments that are not as usual.
import { and, desc, eq, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { Refused } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { idOfCursor, limitOf, pageOf } from '#platform/database/paging.ts'
import { audit } from './table.ts'
import { bikes } from '#market/bikes/table.ts'
import { payments } from '#market/payments/table.ts'

type Paged = { limit?: string | undefined; cursor?: string | undefined }

/** The trail counts its lines, so its cursor is a number; refuses one that is not. */
const numberOf = (cursor: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(cursor))
    throw new Refused('bad_request', { field: 'cursor', message: 'That cursor is not valid.' })
  return Number(cursor)
}

const lineOnTheWire = {
  _id: sql<string>`${audit.id}::text`,
  at: sql<string>`to_char(${audit.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  actor: audit.actor,
  requestId: audit.requestId,
  address: sql<string | null>`host(${audit.address})`,
  what: audit.what,
  memberId: audit.memberId,
  productId: audit.bikeId,
  paymentId: audit.paymentId,
  details: sql<Record<string, string | number | boolean>>`${audit.details}`,
}

/** A page of the trail: all of it, or what was done to one member, bike or payment, or by one member. */
export const readTrail = async (db: Database, query: Paged & { about?: string | undefined }) => {
  const { cursor, about } = query
  const limit = limitOf(query)
  const isAbout =
    about && or(eq(audit.memberId, about), eq(audit.bikeId, about), eq(audit.paymentId, about), eq(audit.actor, about))
  const rows = await db
    .select(lineOnTheWire)
    .from(audit)
    .where(and(isAbout || undefined, cursor === undefined ? undefined : lt(audit.id, numberOf(cursor))))
    .orderBy(desc(audit.id))
    .limit(limit + 1)
  return pageOf(rows, limit, (row) => row._id)
}

const isDoubtful = or(
  isNotNull(payments.disputedAt),
  gt(payments.sentBackTaka, 0),
  inArray(payments.refundReason, ['mismatch', 'at_provider', 'dispute_lost']),
)

const doubtfulOnTheWire = {
  _id: payments.id,
  productId: payments.bikeId,
  productName: bikes.name,
  buyerId: payments.buyerId,
  price: payments.amountTaka,
  sentBack: payments.sentBackTaka,
  transactionId: payments.intentId,
  state: payments.state,
  reason: payments.refundReason,
  dispute: sql<'open' | 'won' | 'lost' | null>`coalesce(${payments.disputeOutcome},
    case when ${payments.disputedAt} is not null then 'open' end)`,
  createdAt: sql<string>`to_char(${payments.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}

/** A page of the payments that a person should look at. */
export const readDoubtful = async (db: Database, query: Paged) => {
  const limit = limitOf(query)
  const rows = await db
    .select(doubtfulOnTheWire)
    .from(payments)
    .innerJoin(bikes, eq(bikes.id, payments.bikeId))
    .where(and(isDoubtful, query.cursor === undefined ? undefined : lt(payments.id, idOfCursor(query.cursor))))
    .orderBy(desc(payments.id))
    .limit(limit + 1)
  return pageOf(rows, limit, (row) => row._id)
}
