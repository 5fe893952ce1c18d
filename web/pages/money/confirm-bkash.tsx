import { useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import type { Payout } from './payout-acts.ts'

type Props = {
  /** A seller's payouts to one account. */
  payouts: readonly [Payout, ...Payout[]]
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before bKash is asked to send: how much, to whom and where; another person approves it then. */
export const ConfirmBkash = ({ payouts, ...asked }: Props) => {
  const { payouts: messages, money } = useMessages(moneyMessages)
  const { taka, digits } = useFormat()
  const { heading, text, labels } = messages.askBkash
  const [{ destination, sellerName }] = payouts
  const sum = taka(payouts.reduce((total, { amount }) => total + amount, 0))
  const where =
    destination === null ? '' : `${money.current(money.kinds[destination.kind], digits(destination.last4))}. `
  return (
    <Confirm
      heading={heading(sum, sellerName)}
      text={`${where}${text}`}
      labels={{ ...labels, busy: messages.working }}
      isUsual
      {...asked}
    />
  )
}
