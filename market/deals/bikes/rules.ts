// What happens to the deals of a bike when its seller changes or withdraws it, or when a member is removed.
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import {
  type ActDeps,
  applyEffects,
  applyToDeal,
  type LockedBike,
  lockDeal,
  recordSteps,
  toContext,
} from '#market/deals/acts/rules.ts'
import { endByOthers } from '#market/deals/endings/rules.ts'
import { deals } from '#market/deals/table.ts'
import { bikeChanged } from '#market/deals/transitions/rules.ts'

/** Ends the other live deals of a bike that was withdrawn, sold elsewhere, or whose seller is gone. */
export const endDealsOfBike = async (
  tx: Transaction,
  deps: ActDeps,
  locked: LockedBike,
  reason: 'unavailable' | 'seller_removed',
): Promise<void> => {
  for (const deal of locked.live)
    await applyToDeal(tx, deps, locked, deal, endByOthers(await toContext(tx, locked, deal, deps.now()), reason))
}

/** The seller changed something that matters: every buyer of the bike is asked again. */
export const changeDealsOfBike = async (tx: Transaction, deps: ActDeps, locked: LockedBike): Promise<void> => {
  for (const deal of locked.live)
    await applyToDeal(tx, deps, locked, deal, bikeChanged(await toContext(tx, locked, deal, deps.now())))
}

/** Tells the buyers whose price is higher that the bike costs less now, in Taka. */
export const tellLowerPrice = async (
  tx: Transaction,
  deps: ActDeps,
  locked: LockedBike,
  salePriceTaka: number,
): Promise<void> => {
  for (const deal of locked.live.filter(({ priceTaka }) => priceTaka > salePriceTaka))
    await recordSteps(tx, deps, deal, [{ kind: 'price_lowered', actor: 'seller', taka: salePriceTaka }])
}

/** Ends what a removed member had begun: unpaid deals end, held money goes back, handed over bikes go on. */
export const endDealsOfMember = async (tx: Transaction, deps: ActDeps, memberId: string): Promise<void> => {
  const mine = await tx
    .select({ id: deals.id })
    .from(deals)
    .where(and(isNull(deals.closedAt), or(eq(deals.buyerId, memberId), eq(deals.sellerId, memberId))))
    .orderBy(asc(deals.bikeId), asc(deals.id))
  for (const { id } of mine) {
    const { deal, locked } = await lockDeal(tx, id)
    if (deal.closedAt || deal.handedOverAt || deal.disputedAt) continue
    const reason = deal.buyerId === memberId ? 'buyer_removed' : 'seller_removed'
    const ctx = await toContext(tx, locked, deal, deps.now())
    await applyEffects(tx, deps, locked, deal, endByOthers(ctx, reason, { actor: 'admin' }))
  }
}

/** Whether a member has a deal whose money is not where it belongs yet: held, in dispute, or on its way. */
export const hasUnfinishedMoney = async (db: Pick<Transaction, 'execute'>, memberId: string): Promise<boolean> => {
  const { rows } = await db.execute(sql`
    select from deals where (buyer_id = ${memberId} or seller_id = ${memberId}) and closed_at is null and held_at is not null
    union all select from payouts where seller_id = ${memberId} and state in ('due', 'sent')
    union all select from refunds join payments on payments.id = payment_id
      where buyer_id = ${memberId} and refunds.state not in ('succeeded', 'by_hand')
    limit 1`)
  return rows.length > 0
}
