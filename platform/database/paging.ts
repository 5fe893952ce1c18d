// Pages of a list: how many rows, and where the next page begins.
import type { Page } from '#contract/call.ts'
import { ApiError } from '#contract/errors/api-errors.ts'

/** How many rows a page has at most, and unless told. */
export const maxRows = 100

/** The number of rows that a query asks for: at most 100. */
export const parseLimit = (query: { limit?: string | undefined }): number => Number(query.limit ?? maxRows)

/**
 * Makes a page of the rows that were read, one more than the limit so that it is known whether a next page exists.
 * @param toCursor where the page after this row begins
 */
export const toPage = <Row>(rows: Row[], limit: number, toCursor: (row: Row) => string): Page<Row> => {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next: rows.length > limit && last !== undefined ? toCursor(last) : null }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id that a cursor holds after an optional prefix letter; refuses a cursor that is not one of ours. */
export const parseCursorId = (cursor: string): string => {
  if (!uuid.test(cursor)) throw new ApiError('bad_request', { field: 'cursor', reason: 'invalid_cursor' })
  return cursor
}
