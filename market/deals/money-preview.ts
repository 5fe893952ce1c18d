// What pages say before paying and before cancelling: what would happen with the money of a deal, in Taka. It decides nothing:
// endings.ts says what goes back, contract/deals/deposit.ts how much.
import type { z } from 'zod'
import type { MoneyRule } from '#contract/deals/deals.ts'
import { type DealsDeps, lockDeal, toContext } from './actions.ts'
import { getCancellationSplit } from './endings.ts'
import { getDepositTaka, getRefundSplit } from '#contract/deals/deposit.ts'
import type { Deal } from '#market/schema/deals/deals.ts'

type Rule = z.input<typeof MoneyRule>

/** The five endings for one way to pay. */
const listCases = (deal: Pick<Deal, 'priceTaka'>, paidTaka: number, isFirstTime: boolean): Rule[] => {
  const late = getRefundSplit(deal, { paidTaka, isBuyersFault: true, isFirstTime })
  return [
    { case: 'seller_fails', toBuyer: paidTaka, toSeller: 0 },
    { case: 'buyer_cancels_early', toBuyer: paidTaka, toSeller: 0 },
    { case: 'buyer_cancels_late', toBuyer: late.toBuyerTaka, toSeller: late.toSellerTaka },
    { case: 'no_deal_at_meeting', toBuyer: paidTaka, toSeller: 0 },
    { case: 'handed_over', toBuyer: 0, toSeller: paidTaka },
  ]
}

/** The rules of a deal for a deposit and for the full price, and what the buyer gets back on cancelling now. */
export const getMoneyRules = ({ db, now }: DealsDeps, { id }: Deal) =>
  db.transaction(async (tx) => {
    const { deal, locked } = await lockDeal(tx, id)
    const ctx = await toContext(tx, locked, deal, now())
    const isFirstTime = !ctx.hasFailedBefore
    return {
      deposit: listCases(deal, getDepositTaka(deal.priceTaka), isFirstTime),
      full: listCases(deal, deal.priceTaka, isFirstTime),
      cancelNow: deal.heldAt && !deal.closedAt ? getCancellationSplit(ctx).toBuyerTaka : 0,
    }
  })
