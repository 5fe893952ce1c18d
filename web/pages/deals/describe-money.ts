// What is said of the cash of a deal, and of money that went back.
import { type Deal, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
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
  return deal.closedAt === null ? cash.open : cash.unanswered[side]
}

type Refund = Pick<Deal, 'side' | 'otherName'> & { refund: NonNullable<Deal['refund']> }

/** The line of the money that goes back: to the buyer in the second person, to the seller with the name. */
export const describeRefund = (
  { side, otherName, refund: { taka: amount, state } }: Refund,
  {
    record: { refund },
    refundStates,
    taka,
  }: {
    record: Namespaces['deals']['record']
    refundStates: Namespaces['deals']['money']['refundStates']
    taka: (amount: number) => string
  },
): { label: string; text: string } => {
  const isSent = state === 'succeeded' || state === 'by_hand'
  const name = toFirstName(otherName)
  const isBuyer = toMessageSide(side) === 'buyer'
  const label = isSent
    ? isBuyer
      ? refund.wentToYou
      : refund.wentToName(name)
    : isBuyer
      ? refund.toYou
      : refund.toName(name)
  const isSoon = state === 'due' || state === 'requested'
  return { label, text: isSoon ? refund.soon(taka(amount)) : `${taka(amount)} (${refundStates[state]})` }
}
