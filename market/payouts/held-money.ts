// What is held for a seller, deal by deal, and when it becomes the seller's.
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { toIso } from '#contract/time/iso.ts'
import type { Database } from '#platform/database/database.ts'
import { getDueAt, getState } from '#market/deals/state.ts'
import { accounts, poishaPerTaka } from '#market/ledger/entries.ts'
import { bikes } from '#market/schema/bikes/bikes.ts'
import { type Deal, deals } from '#market/schema/deals/deals.ts'
import { disputes } from '#market/schema/deals/disputes.ts'
import { ledgerLines } from '#market/schema/money/ledger.ts'

// The sum is over all of them.
const shownDeals = 100

/** The state of a deal whose money is held, and the moment at which that ends by itself or by the admin. */
const toHeldState = (deal: Deal, decideUntil: Date | null) => {
  if (deal.frozenAt) return { state: 'frozen' as const, until: null }
  const state = getState(deal)
  if (state === 'disputed') return { state, until: toIso(decideUntil) }
  if (state === 'handed_over') return { state, until: toIso(getDueAt(deal)) }
  return { state: 'held' as const, until: null }
}

/** What is held for a seller's live deals, in whole Taka: the sum, and each deal, the oldest first. */
export const getHeldMoney = async (db: Database, sellerId: string) => {
  const live = await db
    .select({ deal: deals, productName: bikes.name, decideUntil: disputes.decideUntil })
    .from(deals)
    .innerJoin(bikes, eq(bikes.id, deals.bikeId))
    .leftJoin(disputes, eq(disputes.dealId, deals.id))
    .where(and(eq(deals.sellerId, sellerId), isNull(deals.closedAt), isNotNull(deals.heldAt)))
    .orderBy(deals.heldAt)
  if (live.length === 0) return { held: 0, heldDeals: [] }
  const sums = await db
    .select({ account: ledgerLines.account, poisha: sql<string>`-sum(${ledgerLines.poisha})` })
    .from(ledgerLines)
    .where(
      inArray(
        ledgerLines.account,
        live.map(({ deal }) => accounts.held(deal.id)),
      ),
    )
    .groupBy(ledgerLines.account)
  const poishaByAccount = new Map(sums.map(({ account, poisha }) => [account, Number(poisha)]))
  const heldPoisha = [...poishaByAccount.values()].reduce((sum, poisha) => sum + poisha, 0)
  const heldDeals = live.map(({ deal, productName, decideUntil }) => ({
    dealId: deal.id,
    productName,
    amount: Math.floor((poishaByAccount.get(accounts.held(deal.id)) ?? 0) / poishaPerTaka),
    ...toHeldState(deal, decideUntil),
  }))
  return {
    held: Math.floor(heldPoisha / poishaPerTaka),
    heldDeals: heldDeals.filter(({ amount }) => amount > 0).slice(0, shownDeals),
  }
}
