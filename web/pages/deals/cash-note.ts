// What is said of the cash of a deal.
import { type Deal, toMessageSide } from '#web/components/deals/describe-deal.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

type Cash = Pick<Deal, 'side' | 'heldAt' | 'closedAt' | 'closeReason' | 'cashConfirmedAt' | 'cashDeniedAt'>

/**
 * What stands behind the cash amount: nothing where both say it, else whose word it is. A sale for cash alone is confirmed or
 * denied by how the deal ended.
 */
export const getCashNote = (deal: Cash, { cash }: Namespaces['deals']['record']): string | null => {
  const side = toMessageSide(deal.side)
  if (deal.cashConfirmedAt !== null || deal.closeReason === 'sold_for_cash') return null
  const isClaimDenied = deal.heldAt === null && deal.closeReason === 'cancelled_by_seller'
  if (deal.cashDeniedAt !== null || isClaimDenied) return cash.denied[side]
  return deal.closedAt === null ? cash.open[side] : cash.unanswered[side]
}
