import { useFormat } from '#web/context/app-context.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import type { Purchase } from '#web/lib/purchase.ts'

type Proofs = Purchase['payments']

/**
 * A number of more than twelve characters by its end, as banks show one: pi_3Qx8TfLkdIwHu7ix0a1b2c3 → …a1b2c3. Those of bKash
 * have ten, and people know them.
 */
const shortenNumber = (transactionId: string): string => transactionId.replace(/.{7,}(?=.{6}$)/, '…')

/**
 * Each payment of a deal with its amount and the number of its transaction. A long number is short here; the page of the
 * payment and the receipt have all of it. `isInRow`: the row of a list says what one payment was.
 */
export const PaymentProofs = ({ payments, isInRow = false }: { payments: Proofs; isInRow?: boolean }) => {
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  if (payments.length === 0) return null
  return (
    <ul className="proofs" aria-label={payment.proofs}>
      {payments.map(({ transactionId, purpose, amount, isRefunded }) => (
        <li key={transactionId}>
          {(!isInRow || payments.length > 1) && (
            <>
              {payment.proof[purpose]} <span className="num">{taka(amount)}</span>
              {isRefunded && ` (${payment.sentBack})`} ·{' '}
            </>
          )}
          {payment.transactionId}{' '}
          <span className="pay__id" translate="no">
            {shortenNumber(transactionId)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What was paid without what went back, in Taka. */
export const sumPaid = (payments: Proofs): number =>
  payments.reduce((sum, { isRefunded, amount }) => (isRefunded ? sum : sum + amount), 0)

/** What is paid and what is left, after a deposit; null where nothing is left. */
export const DepositPaid = ({ payments, rest }: Pick<Purchase, 'payments' | 'rest'>) => {
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  if (rest === 0) return null
  return <>{payment.depositAndRest(taka(sumPaid(payments)), taka(rest))}</>
}

/** The same in a row, and what was paid here where the rest was paid in cash. */
export const PaidInRow = ({ item: { payments, rest, salePrice, paid } }: { item: Purchase }) => {
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  const sum = sumPaid(payments)
  const isPart = paid && sum > 0 && sum < salePrice
  if (rest === 0 && !isPart) return null
  return (
    <p className="state">{rest > 0 ? <DepositPaid payments={payments} rest={rest} /> : payment.paidHere(taka(sum))}</p>
  )
}
