// Background job: does what is due in deals by now. The times are in the database, so any process may do it, once.
import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { StopSignal } from '#platform/process/stop-signal.ts'
import type { Transaction } from '#platform/database/database.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { applyEffects, type DealsDeps, lockDeal, toContext } from './actions.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { handleDue } from './timers.ts'

const batchSize = 200
// Several things may be due for one deal, such as a reminder and then the question whether both met.
const maxRounds = 5

/** Locks the bike of a deal; returns false at once while somebody acts on it. */
const tryLockBike = async (tx: Transaction, dealId: string): Promise<boolean> => {
  const locked = await tx
    .select({ id: bikes.id })
    .from(bikes)
    .innerJoin(deals, eq(deals.bikeId, bikes.id))
    .where(eq(deals.id, dealId))
    .for('no key update', { of: bikes, skipLocked: true })
  return locked.length > 0
}

/** Does what is due for one deal; returns whether anything was. A deal whose bike is locked waits for the next round. */
const handleDueDeal = (deps: DealsDeps, dealId: string): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    if (!(await tryLockBike(tx, dealId))) return false
    const { deal, locked } = await lockDeal(tx, dealId)
    if (deal.closedAt) return false
    const effects = handleDue(await toContext(tx, locked, deal, deps.now()))
    await applyEffects(tx, deps, locked, deal, effects)
    return Object.keys(effects.changes).length > 0
  })

/** Does what is due in all deals, once. A deal that fails is logged and tried again in the next round. */
export const handleDueDeals = async ({
  signal,
  ...deps
}: DealsDeps & StopSignal & { log: (line: string) => void }): Promise<void> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const due = await deps.db
      .select({ id: deals.id })
      .from(deals)
      .where(and(isNull(deals.closedAt), lte(deals.dueAt, deps.now())))
      .orderBy(asc(deals.dueAt))
      .limit(batchSize)
    let changed = 0
    for (const { id } of due) {
      if (signal?.aborted) return
      const hasChanged = await handleDueDeal(deps, id).catch((error: unknown) => {
        deps.log(`Could not do what is due in the deal ${id}; will retry: ${String(error)}`)
        return false
      })
      if (hasChanged) changed += 1
    }
    if (changed === 0) return
  }
}
