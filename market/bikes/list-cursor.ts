// The place in a list of bikes. Pure.
import { ApiError } from '#contract/errors/api-errors.ts'
import { parseCursorId } from '#platform/database/paging.ts'

export type Cursor = { advertised: boolean; id: string }

/** The cursor of the page after this bike: advertised bikes come first, then the newest. */
export const formatCursor = (bike: { _id: string; advertise: 'on' | 'off' }): string =>
  `${bike.advertise === 'on' ? 'a' : 'n'}${bike._id}`

/** Parses a cursor; throws `bad_request` for an invalid one. */
export const parseCursor = (cursor: string): Cursor => {
  if (!/^[an]/.test(cursor)) throw new ApiError('bad_request', { field: 'cursor' })
  return { advertised: cursor.startsWith('a'), id: parseCursorId(cursor.slice(1)) }
}
