// Pages of a list: their size, and the cursor of the next page.
import type { Page } from '#contract/call.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { idPattern } from '#contract/fields.ts'

/** The largest page, and the default. */
export const maxRows = 100

/** The page size of a request. The contract has checked that `limit` is at most 100. */
export const parseLimit = (query: { limit?: string | undefined }): number => Number(query.limit ?? maxRows)

/**
 * Makes a page of the rows that were read, one more than the limit so that it is known whether a next page exists.
 * @param toCursor the cursor of the page after this row
 */
export const toPage = <Row>(rows: Row[], limit: number, toCursor: (row: Row) => string): Page<Row> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? toCursor(last) : null }
}

/** The UUID that a cursor is; throws `bad_request` for anything else. */
export const parseCursorId = (cursor: string): string => {
  if (!idPattern.test(cursor)) throw new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })
  return cursor
}
