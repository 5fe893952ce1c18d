// What pages say before paying and before cancelling: what would happen with the money of a deal, in Taka. It decides nothing:
// endings.ts says what goes back, contract/deals/deposit.ts how much.
import { listMoneyRules } from '#contract/deals/money-rules.ts'
import { type DealsDeps, lockDeal, toContext } from './actions.ts'
import { hasFailedBefore } from './queries.ts'
import { getCancellationSplit } from './endings.ts'
import { getDepositTaka } from '#contract/deals/deposit.ts'
import type { Deal } from '#market/schema/deals/deals.ts'

/** The rules of a deal for a deposit and for the full price, and what the buyer gets back on cancelling now. */
export const getMoneyRules = ({ db, now }: DealsDeps, { id }: Deal) =>
  db.transaction(async (tx) => {
    const { deal, locked } = await lockDeal(tx, id)
    const ctx = await toContext(tx, locked, deal, now())
    // The context knows it of paid deals alone.
    const isFirstTime = !(await hasFailedBefore(tx, deal, now()))
    const isPromised = deal.acceptedAt !== null
    return {
      deposit: listMoneyRules(deal, { paidTaka: getDepositTaka(deal.priceTaka), isPromised, isFirstTime }),
      full: listMoneyRules(deal, { paidTaka: deal.priceTaka, isPromised, isFirstTime }),
      cancelNow: deal.heldAt && !deal.closedAt ? getCancellationSplit(ctx).toBuyerTaka : 0,
    }
  })
