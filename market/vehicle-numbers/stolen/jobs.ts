// Ends the waiting of advertisements for reports that nobody has decided, and erases what old reports said.
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { dayMs } from '#contract/time/durations.ts'
import { stolenReportDays } from '#contract/time/lifetimes.ts'
import type { Database } from '#platform/database/database.ts'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { stolenBikes, stolenFingerprints } from '#market/schema/bikes/stolen-bikes.ts'
import { members } from '#market/schema/people/members.ts'
import { lockReport, type MatchDeps, releaseMatches } from './matches.ts'

const maxPerRound = 100

/** A day has passed without a decision, or its reporter has left Motohaat. */
const isDue = (now: Date) =>
  and(
    isNull(stolenBikes.releasedAt),
    or(
      and(eq(stolenBikes.state, 'waiting'), lte(stolenBikes.holdsUntil, now)),
      inArray(stolenBikes.state, ['refused', 'withdrawn']),
    ),
  )

/** Releases what is due, once. Several processes may run it at once. */
export const releaseStolenHolds = async (deps: MatchDeps & { db: Database } & StopSignal): Promise<void> => {
  const { db, now, signal } = deps
  const due = await db
    .select({ id: stolenBikes.id })
    .from(stolenBikes)
    .where(isDue(now()))
    .orderBy(asc(stolenBikes.reportedAt))
    .limit(maxPerRound)
  for (const { id } of due) {
    if (signal?.aborted) return
    await db.transaction(async (tx) => {
      const { matches } = await lockReport(tx, id)
      // It may have been decided meanwhile.
      const isStillDue = and(eq(stolenBikes.id, id), isDue(now()))
      if ((await tx.$count(stolenBikes, isStillDue)) > 0) await releaseMatches(tx, deps, { reportId: id, matches })
    })
  }
}

/** Erases the numbers, the GD and the photo of reports that ended 90 days ago, and at once of members who have left. */
export const eraseOldReports = async ({ db, now }: { db: Database; now: () => Date }): Promise<void> => {
  const at = now()
  const before = new Date(at.getTime() - stolenReportDays * dayMs)
  const hasEnded = and(inArray(stolenBikes.state, ['refused', 'withdrawn']), isNotNull(stolenBikes.releasedAt))
  const isOld = lte(sql`coalesce(${stolenBikes.withdrawnAt}, ${stolenBikes.decidedAt})`, before.toISOString())
  const old = await db
    .select({ id: stolenBikes.id })
    .from(stolenBikes)
    .innerJoin(members, eq(members.id, stolenBikes.reporterId))
    .where(and(hasEnded, isNull(stolenBikes.erasedAt), or(isOld, isNotNull(members.removedAt))))
    .limit(maxPerRound)
  const ids = old.map(({ id }) => id)
  if (ids.length === 0) return
  const erased = {
    registrationEncrypted: null,
    engineEncrypted: null,
    chassisEncrypted: null,
    gdNumberEncrypted: null,
    policeStation: null,
    fileId: null,
    erasedAt: at,
  }
  await db.transaction(async (tx) => {
    await tx.update(stolenBikes).set(erased).where(inArray(stolenBikes.id, ids))
    await tx.delete(stolenFingerprints).where(inArray(stolenFingerprints.reportId, ids))
  })
}
