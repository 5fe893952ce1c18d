// Ends suspensions whose time has passed.
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { members } from '#market/schema/people/members.ts'
import { endSuspension, lockWithBikes } from './suspensions.ts'

const maxPerRound = 100

/** Ends what is due, once: the bikes of these members are in the lists again. */
export const endSuspensions = async ({
  db,
  now,
  createId,
  signal,
}: { db: Database; now: () => Date; createId: () => string } & StopSignal): Promise<void> => {
  for (let ended = 0; ended < maxPerRound; ended += 1) {
    if (signal?.aborted) return
    const at = now()
    const isDue = lte(members.suspendedUntil, at)
    const isDone = await db.transaction(async (tx) => {
      const [due] = await tx
        .select({ id: members.id })
        .from(members)
        .where(isDue)
        .orderBy(asc(members.suspendedUntil))
        .limit(1)
      if (!due) return true
      await lockWithBikes(tx, due.id)
      // It may have been made longer meanwhile.
      const [stillDue] = await tx
        .select({ id: members.id })
        .from(members)
        .where(and(eq(members.id, due.id), isDue))
      if (stillDue) await endSuspension(tx, { now, createId }, due.id)
      return false
    })
    if (isDone) return
  }
}
