// The admin's overview: what happened in a day, 7 or 30 days, and what waits.
import { z } from 'zod'
import type { Calls } from '#contract/call.ts'
import { toReason } from '#contract/errors/reasons.ts'
import { overviewCounters, overviewPeriods, overviewQueues } from './overview-counters.ts'

const Count = z.int().min(0)

const Overview = z
  .object({
    countedAt: z.iso.datetime(),
    /** The days of the charts in Dhaka, oldest first: at least seven, and the last one is today. */
    days: z.array(z.iso.date()),
    counters: z.array(
      z.object({
        name: z.enum(overviewCounters),
        /** One for each day of `days`. */
        values: z.array(z.int()),
        /** The same for as many days before those. */
        before: z.array(z.int()),
      }),
    ),
    queues: z.array(
      z.object({
        name: z.enum(overviewQueues),
        /** How many wait; at most 1,000 are counted. */
        waiting: Count,
        /** Of those, how many wait for at most a day, for at most three days, and for longer. */
        upToDay: Count,
        upToThreeDays: Count,
        longer: Count,
        oldestAt: z.iso.datetime().nullable(),
      }),
    ),
    /** What was searched for and not found in the period, most frequent first; at most 50. */
    emptySearches: z.array(z.object({ words: z.string(), times: Count })),
  })
  .meta({ id: 'Overview' })

export const overviewCalls = {
  'GET /overview': {
    summary: 'The figures of the shop by day, and what waits for somebody',
    access: 'admin',
    query: z.strictObject({
      days: z.enum(overviewPeriods, { error: toReason('not_value', { name: 'days', value: '1, 7, 30' }) }).optional(),
    }),
    response: Overview,
  },
} as const satisfies Calls
