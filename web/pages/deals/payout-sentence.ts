import { type Deal, getKeptTaka, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

type Released = Pick<Deal, 'side' | 'otherName' | 'closeReason' | 'payout' | 'paid'>

/** What is said of the seller's money once it is sent, has arrived or was kept; null before, and of other deals. */
export const getPayoutSentence = (deal: Released, messages: Namespaces['dealPayout']): string | null => {
  const { side, otherName, closeReason, payout } = deal
  // Of what stays with a seller the buyer reads who has it, not how far it is.
  const isShown = closeReason === 'released' || (side === 'seller' && getKeptTaka(deal) > 0)
  if (!isShown || payout === null || payout === 'due' || payout === 'failed') return null
  return messages[toMessageSide(side)][payout]?.(toFirstName(otherName)) ?? null
}
