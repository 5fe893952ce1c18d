import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { ordersPath, toDealPath } from '#web/components/deals/deal-paths.ts'
import { sumPaid } from '#web/components/deals/payment-proofs.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { orderMessages } from '#web/i18n/en/orders.ts'
import { Note } from '#web/ui/note.tsx'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import type { Purchase } from '#web/lib/purchase.ts'
import type { PayOptions } from './pay-choice.tsx'
import type { Stage } from './payment-stage.ts'

/** Focuses the result when it replaces the form, so that screen readers announce it. */
const useFocusWhen = (isNew: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return heading
}

const BackToList = ({ from = 'order' }: { from?: Purchase['from'] }) => {
  const { dashboard } = useBuyerMessages()
  const isOrder = from === 'order'
  return (
    <Link className="btn btn--line" to={isOrder ? ordersPath : '/dashboard/wishlist'}>
      {isOrder ? dashboard.orders : dashboard.wishlist}
    </Link>
  )
}

/** What is paid, what is left, and what comes next while the deal goes on. */
export const ResultLine = ({ deal, payments, restTaka }: Pick<PayOptions, 'deal' | 'payments' | 'restTaka'>) => {
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  const paidTaka = sumPaid(payments)
  if (deal === null || paidTaka === 0) return null
  const next = deal.meetAt === null ? payment.nextTime : payment.nextMeeting
  return (
    <p>
      {payment.youPaid(taka(paidTaka))} {restTaka > 0 && payment.restAtMeeting(taka(restTaka))}{' '}
      {deal.state === 'held' && next}
    </p>
  )
}

type ReceiptProps = { stage: Extract<Stage, { at: 'paid' }>; purchase: Purchase; options: PayOptions | null }

/** What was paid, what is left, and the number of each transaction. */
export const Receipt = ({ stage, purchase, options }: ReceiptProps) => {
  const { email, dealId } = purchase
  const payments = options?.payments ?? []
  const rest = options?.restTaka ?? 0
  const { see } = useMessages(orderMessages).booked
  const { payment } = useBuyerMessages()
  const { taka } = useFormat()
  const heading = useFocusWhen(stage.isNew)
  return (
    <div className="panel pay__end">
      <span className="stamp stamp--good">{payment.paid}</span>
      <div>
        <h2 className="h3" ref={heading} tabIndex={-1}>
          {stage.isNew ? payment.congrats : rest > 0 ? payment.alreadyDeposit : payment.alreadyPaid}
        </h2>
        {options !== null && <ResultLine {...options} />}
        <p>{payment.saveNumber}</p>
      </div>
      <dl className="summary">
        {/* Until the page has read the payments again, the one that was made on it. */}
        {stage.transactionId !== null &&
          !payments.some(({ transactionId }) => transactionId === stage.transactionId) && (
            <div>
              <dt>{payment.transactionId}</dt>{' '}
              <dd className="num pay__id" translate="no">
                {stage.transactionId}
              </dd>
            </div>
          )}
        {payments.map(({ transactionId, purpose, amount }) => (
          <div key={transactionId}>
            <dt>
              {payment.proof[purpose]} <span className="num">{taka(amount)}</span>
              <br />
              {payment.transactionId}
            </dt>{' '}
            <dd className="num pay__id" translate="no">
              {transactionId}
            </dd>
          </div>
        ))}
        <div>
          <dt>{payment.paidBy}</dt> <dd>{email}</dd>
        </div>
      </dl>
      <div className="pay__acts">
        {dealId !== null && (
          <Link className="btn btn--primary" to={toDealPath(dealId)}>
            {see}
          </Link>
        )}
        <BackToList />
      </div>
    </div>
  )
}

/** A result without a receipt: what happened, and the way back. */
export const PaymentMessage = ({
  heading,
  children,
  isNew,
  action,
  from,
}: {
  heading: string
  children: ReactNode
  isNew: boolean
  action?: ReactNode
  /** The list that the way back leads to: the orders, or else the wishlist. */
  from?: Purchase['from']
}) => {
  const title = useFocusWhen(isNew)
  return (
    <div className="panel pay__end">
      <h2 className="h3" ref={title} tabIndex={-1}>
        {heading}
      </h2>
      <Note>{children}</Note>
      <div className="pay__acts">
        {action}
        <BackToList {...(from && { from })} />
      </div>
    </div>
  )
}
