// Reveals ratings whose 14 days are over.
import { and, asc, isNull, lte } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import { type RatingDeps, revealDue } from './rating-changes.ts'
import { ratings } from '#market/schema/deals/ratings.ts'

const maxPerRound = 200

/** Reveals what is due, a transaction for each deal. One that fails is logged and tried again in the next round. */
export const revealRatings = async ({
  signal,
  log,
  ...deps
}: RatingDeps & StopSignal & { log: (line: string) => void }): Promise<void> => {
  const due = await deps.db
    .select({ dealId: ratings.dealId })
    .from(ratings)
    .where(and(isNull(ratings.revealedAt), lte(ratings.revealAt, deps.now())))
    .orderBy(asc(ratings.revealAt))
    .limit(maxPerRound)
  for (const { dealId } of due) {
    if (signal?.aborted) return
    await revealDue(deps, dealId).catch((error: unknown) =>
      log(`Could not reveal the rating of the deal ${dealId}; will retry: ${String(error)}`),
    )
  }
}
