// Reads the audit log.
import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Database } from '#platform/database/database.ts'
import { parseLimit, toPage } from '#platform/database/paging.ts'
import { members } from '#market/schema/people/members.ts'
import { auditLog } from '#market/schema/people/audit.ts'

export type AuditQuery = {
  limit?: string | undefined
  cursor?: string | undefined
  about?: string | undefined
  email?: string | undefined
  what?: string | undefined
}

// Ids of the audit log are numbers, unlike those of other lists.
const parseAuditCursor = (cursor: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })
  return Number(cursor)
}

const auditEntryDto = {
  _id: sql<string>`${auditLog.id}::text`,
  at: sql<string>`to_char(${auditLog.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  actor: auditLog.actor,
  // The actor is a text, because not all are members.
  actorName: sql<string | null>`(select name from members
    where id = case when ${auditLog.actor} ~ '^[0-9a-f-]{36}$' then ${auditLog.actor}::uuid end)`,
  requestId: auditLog.requestId,
  address: sql<string | null>`host(${auditLog.address})`,
  what: auditLog.what,
  memberId: auditLog.memberId,
  memberName: sql<string | null>`(select name from members where id = ${auditLog.memberId})`,
  productId: auditLog.bikeId,
  productName: sql<string | null>`(select name from bikes where id = ${auditLog.bikeId})`,
  paymentId: auditLog.paymentId,
  details: sql<Record<string, string | number | boolean>>`${auditLog.details}`,
}

/** The id of the member with this address; null when there is none. */
const findMemberId = async (db: Database, email: string): Promise<string | null> => {
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.email, email))
  return member?.id ?? null
}

/**
 * Lists the audit log, newest first. `about` keeps the entries about or by one member, or about one bike or payment; `email`
 * those about or by the member with this address.
 */
export const listAuditEntries = async (db: Database, query: AuditQuery) => {
  const { cursor, about, email, what } = query
  const limit = parseLimit(query)
  const personId = email === undefined ? undefined : await findMemberId(db, email)
  if (personId === null) return { items: [], next: null }
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
    .where(
      and(
        isAbout || undefined,
        personId === undefined ? undefined : or(eq(auditLog.memberId, personId), eq(auditLog.actor, personId)),
        what === undefined ? undefined : eq(auditLog.what, what),
        cursor === undefined ? undefined : lt(auditLog.id, parseAuditCursor(cursor)),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
  return toPage(rows, limit, (row) => row._id)
}
