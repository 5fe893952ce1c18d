// Deletes drafts that nobody signed.
import { dayMs } from '#contract/time/durations.ts'
import { draftDays } from '#contract/time/lifetimes.ts'
import { and, inArray, isNull, lt } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { inspections } from '#market/schema/bikes/inspections.ts'

const maxPerRound = 500

/** Deletes the oldest drafts and unused links that are old enough, a limited number in a round. */
export const deleteOldDrafts = async ({ db, now }: { db: Database; now: () => Date }): Promise<number> => {
  const before = new Date(now().getTime() - draftDays * dayMs)
  const old = db
    .select({ id: inspections.id })
    .from(inspections)
    .where(and(isNull(inspections.signedAt), lt(inspections.createdAt, before)))
    .limit(maxPerRound)
    .for('update', { skipLocked: true })
  return (await db.delete(inspections).where(inArray(inspections.id, old)).returning({ id: inspections.id })).length
}
