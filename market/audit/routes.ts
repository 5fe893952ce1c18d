import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import type { auditCalls } from '#contract/admin/audit.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { parseLimit, toPage } from '#platform/database/paging.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/members/table.ts'
import { auditLog } from './table.ts'

type AuditQuery = { limit?: string | undefined; cursor?: string | undefined; about?: string | undefined }

// Ids of the audit log are numbers, unlike those of other lists.
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

/** Lists the audit log, newest first. `about` keeps the entries about or by one member, or about one bike or payment. */
const listAuditEntries = async (db: Database, query: AuditQuery) => {
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

/** The handler of the audit log. */
export const auditRoutes = (deps: { db: Database }): Handlers<typeof auditCalls, Member> => ({
  'GET /audit': ({ query }) => listAuditEntries(deps.db, query),
})
