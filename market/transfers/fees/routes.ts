// Reading fees, and the admin's changes of them.
import { maxDeadlineDays } from '#contract/limits.ts'
import { eq } from 'drizzle-orm'
import type { feeCalls } from '#contract/transfers/transfer-fees.ts'
import { ApiError } from '#contract/errors/api-errors.ts'
import { getDhakaDay } from '#contract/time/dhaka.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/router.ts'
import type { Member } from '#market/schema/people/members.ts'
import { fees } from '#market/schema/bikes/transfers.ts'
import { listFees } from './list-fees.ts'

/** The handlers of fees. Each change is in the audit log, by a trigger. */
export const feeRoutes = ({ db, now }: { db: Database; now: () => Date }): Handlers<typeof feeCalls, Member> => ({
  'GET /fees': () => listFees(db),
  'PUT /fees/:name': async ({ params: { name }, body: { amount, source } }) => {
    const isDeadline = name === 'notice_days' || name === 'apply_days'
    if (isDeadline && (amount === null || amount < 1 || amount > maxDeadlineDays))
      throw new ApiError('deadline_needs_days')
    const changed = await db
      .update(fees)
      .set({ amount, source, checkedOn: getDhakaDay(now()), changedAt: now() })
      .where(eq(fees.name, name))
      .returning({ name: fees.name })
    return { modifiedCount: changed.length }
  },
})
