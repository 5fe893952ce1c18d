// What is said of money that goes back, or went back.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { type DealSummary, toFirstName, toMessageSide } from './describe-deal.ts'

type Refund = Pick<DealSummary, 'side' | 'otherName'> & { refund: NonNullable<DealSummary['refund']> }

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
