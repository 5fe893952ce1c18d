// Deletes drafts that nobody signed.
import { and, inArray, isNull, lt } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { draftDays } from './rules.ts'
import { inspections } from './table.ts'

const maxPerRound = 500
const dayMs = 24 * 60 * 60_000

/** Deletes the oldest drafts and unused links of more than 90 days, a limited number in a round. */
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
