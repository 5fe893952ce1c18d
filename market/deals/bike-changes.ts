// What happens to the deals of a bike when its seller changes or withdraws it, or when a member is removed.
import assert from 'node:assert/strict'
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/database/database.ts'
import { type ActDeps, applyEffects, applyToDeal, lockBike, lockDeal, recordSteps, toContext } from './actions.ts'
import { endByOthers } from './endings.ts'
import { deals } from '#market/schema/deals/deals.ts'
import { bikeChanged } from './transitions.ts'
import { closeDearerOffers, closeOffersOfBike, closeOffersOfMember } from './closed-offers.ts'

/** Locks a bike that is known to exist, with its live deals. */
const lockKnownBike = async (tx: Transaction, bikeId: string) => {
  const locked = await lockBike(tx, bikeId)
  assert(locked, 'the bike exists')
  return locked
}

/** What the seller's changes of a bike do to its deals; each locks the bike and its deals first. */
export const createBikeDeals = (deps: ActDeps) => ({
  /** Ends the live deals of a bike that was withdrawn. */
  end: async (tx: Transaction, bikeId: string): Promise<void> => {
    const locked = await lockKnownBike(tx, bikeId)
    for (const deal of locked.live) {
      const ctx = await toContext(tx, locked, deal, deps.now())
      await applyToDeal(tx, deps, locked, deal, endByOthers(ctx, 'unavailable'))
    }
    await closeOffersOfBike(tx, deps, { bikeId })
  },
  /** The seller changed something that matters: every buyer of the bike is asked again. */
  askAgain: async (tx: Transaction, bikeId: string): Promise<void> => {
    const locked = await lockKnownBike(tx, bikeId)
    for (const deal of locked.live)
      await applyToDeal(tx, deps, locked, deal, bikeChanged(await toContext(tx, locked, deal, deps.now())))
    // An offer of the whole price stays.
    await closeDearerOffers(tx, deps, { bikeId, salePriceTaka: locked.bike.salePriceTaka + 1 })
  },
  /** Tells the buyers whose price is higher that the bike costs less now, in Taka. */
  notifyOfLowerPrice: async (tx: Transaction, bikeId: string, salePriceTaka: number): Promise<void> => {
    const locked = await lockKnownBike(tx, bikeId)
    for (const deal of locked.live.filter(({ priceTaka }) => priceTaka > salePriceTaka))
      await recordSteps(tx, deps, deal, [{ kind: 'price_lowered', actor: 'seller', taka: salePriceTaka }])
    await closeDearerOffers(tx, deps, { bikeId, salePriceTaka })
  },
})

/** Ends what a removed member had begun: unpaid deals and open offers end, held money goes back, handed over bikes go on. */
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
  await closeOffersOfMember(tx, deps, memberId)
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
