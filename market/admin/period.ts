import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Period } from '#contract/admin/period.ts'
import { addDays, toDhakaMoment } from '#contract/time/dhaka.ts'

/** SQL: whether a time is on one of these days of Dhaka; no filter without days. */
export const isInPeriod = (column: PgColumn, { from, to }: Period): SQL | undefined =>
  and(
    from === undefined ? undefined : gte(column, toDhakaMoment(from, 0)),
    to === undefined ? undefined : lt(column, toDhakaMoment(addDays(to, 1), 0)),
  )
