// The days that a list of the admin is limited to.
import { z } from 'zod'
import { toReason } from '#contract/errors/reasons.ts'

/** A day in Dhaka, such as 2026-11-22. PostgreSQL does not read the years before 1 and after 9999 as JavaScript writes them. */
export const toDay = (name: string) => {
  const error = toReason('invalid_day_of_list', { name })
  return z.iso.date({ error }).refine((day) => day.startsWith('2'), { error })
}

/** The first and the last day in Dhaka, both included; a list has all days before or after where one is missing. */
export const periodFields = { from: toDay('from').optional(), to: toDay('to').optional() }

export type Period = { from?: string | undefined; to?: string | undefined }

export const isPeriodInOrder = ({ from, to }: Period): boolean => from === undefined || to === undefined || from <= to

export const periodIssue = { path: ['to'], error: toReason('days_reversed') }
