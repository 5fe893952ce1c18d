// What is said of money that goes back, or went back.
import type { Namespaces } from '#web/i18n/en/namespaces.ts'
import { type DealSummary, getBack, getKeptTaka, toFirstName, toMessageSide } from './describe-deal.ts'

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

/** The line of what stays with the seller after a late cancellation; null where nothing does. */
export const describeKept = (
  deal: Pick<DealSummary, 'side' | 'otherName' | 'closeReason' | 'paid'>,
  { record: { kept: words }, taka }: { record: Namespaces['deals']['record']; taka: (amount: number) => string },
): { label: string; text: string } | null => {
  const amount = getKeptTaka(deal)
  if (amount === 0) return null
  return toMessageSide(deal.side) === 'buyer'
    ? { label: words.ofName(toFirstName(deal.otherName)), text: taka(amount) }
    : { label: words.yours, text: words.sent(taka(amount)) }
}
