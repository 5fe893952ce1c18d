// What is said of money that goes back, or went back.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { type DealSummary, getBack, toFirstName, toMessageSide } from './describe-deal.ts'

type Refund = Pick<DealSummary, 'side' | 'otherName'> & { refund: NonNullable<DealSummary['refund']> }

/** The line of the money that goes back: to the buyer in the second person, to the seller with the name. */
export const describeRefund = (
  { side, otherName, refund }: Refund,
  {
    record: { refund: words },
    refundStates,
    taka,
  }: {
    record: Namespaces['deals']['record']
    refundStates: Namespaces['deals']['money']['refundStates']
    taka: (amount: number) => string
  },
): { label: string; text: string } => {
  const { taka: amount, state } = refund
  const isSent = getBack({ refund }) === 'sent'
  const name = toFirstName(otherName)
  const isBuyer = toMessageSide(side) === 'buyer'
  const label = isSent
    ? isBuyer
      ? words.wentToYou
      : words.wentToName(name)
    : isBuyer
      ? words.toYou
      : words.toName(name)
  const isSoon = state === 'due' || state === 'requested'
  return { label, text: isSoon ? words.soon(taka(amount)) : `${taka(amount)} (${refundStates[state]})` }
}
