import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { useMessages } from '#web/context/app-context.ts'
import { orderMessages } from '#web/i18n/en/orders.ts'
import { Note } from '#web/ui/note.tsx'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import type { Stage } from './payment-stage.ts'

/** Focuses the result when it replaces the form, so that screen readers announce it. */
const useFocusWhen = (isNew: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return heading
}

const BackToOrders = () => {
  const { dashboard } = useBuyerMessages()
  return (
    <Link className="btn btn--line" to="/dashboard">
      {dashboard.orders}
    </Link>
  )
}

/** The receipt, with the transaction id. */
export const Receipt = ({
  stage,
  email,
  dealId,
}: {
  stage: Extract<Stage, { at: 'paid' }>
  email: string
  dealId: string | null
}) => {
  const { see } = useMessages(orderMessages).booked
  const { payment } = useBuyerMessages()
  const heading = useFocusWhen(stage.isNew)
  return (
    <div className="panel pay__end">
      <span className="stamp stamp--good">{payment.paid}</span>
      <div>
        <h2 className="h3" ref={heading} tabIndex={-1}>
          {stage.isNew ? payment.congrats : payment.alreadyPaid}
        </h2>
        <p>{payment.saveNumber}</p>
      </div>
      <dl className="summary">
        {stage.transactionId !== null && (
          <div>
            <dt>{payment.transactionId}</dt> <dd className="num pay__id">{stage.transactionId}</dd>
          </div>
        )}
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
        <BackToOrders />
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
}: {
  heading: string
  children: ReactNode
  isNew: boolean
  action?: ReactNode
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
        <BackToOrders />
      </div>
    </div>
  )
}
