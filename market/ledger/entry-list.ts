// Reads entries of the ledger with their lines, newest first.
import { and, desc, inArray, lt, type SQL } from 'drizzle-orm'
import { ApiError } from '#contract/errors/api-errors.ts'
import type { Page } from '#contract/call.ts'
import type { Database } from '#platform/database/database.ts'
import { toPage } from '#platform/database/paging.ts'
import { ledgerEntries, ledgerLines } from '#market/schema/money/ledger.ts'

// Positions are numbers, unlike the ids of other lists.
const parsePosition = (cursor: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })
  return Number(cursor)
}

export type EntryView = {
  _id: string
  at: string
  cause: string
  dealId: string | null
  paymentId: string | null
  lines: { account: string; poisha: number }[]
}

/** One page of the entries that match the filter, in the order in which they were entered. */
export const listEntries = async (
  db: Database,
  filter: SQL | undefined,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<EntryView>> => {
  const rows = await db
    .select()
    .from(ledgerEntries)
    .where(and(filter, cursor === undefined ? undefined : lt(ledgerEntries.position, parsePosition(cursor))))
    .orderBy(desc(ledgerEntries.position))
    .limit(limit + 1)
  const { items, next } = toPage(rows, limit, ({ position }) => String(position))
  const ids = items.map(({ id }) => id)
  const lines = ids.length === 0 ? [] : await db.select().from(ledgerLines).where(inArray(ledgerLines.entryId, ids))
  const linesByEntry = Map.groupBy(lines, ({ entryId }) => entryId)
  const toView = ({ id, at, cause, dealId, paymentId }: (typeof items)[number]) => ({
    _id: id,
    at: at.toISOString(),
    cause,
    dealId,
    paymentId,
    lines: (linesByEntry.get(id) ?? [])
      .map(({ account, poisha }) => ({ account, poisha }))
      .toSorted((a, b) => b.poisha - a.poisha),
  })
  return { items: items.map(toView), next }
}
