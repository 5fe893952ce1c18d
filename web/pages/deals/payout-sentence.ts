import { type Deal, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
import type { Namespaces } from '#web/i18n/en/namespaces.ts'

type Released = Pick<Deal, 'side' | 'otherName' | 'closeReason' | 'payout'>

/** What is said of the seller's money once it is sent, has arrived or was kept; null before, and of other deals. */
export const getPayoutSentence = (
  { side, otherName, closeReason, payout }: Released,
  messages: Namespaces['dealPayout'],
): string | null => {
  if (closeReason !== 'released' || payout === null || payout === 'due' || payout === 'failed') return null
  return messages[toMessageSide(side)][payout]?.(toFirstName(otherName)) ?? null
}
