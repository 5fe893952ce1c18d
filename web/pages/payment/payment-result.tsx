import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Note } from '#web/ui/note.tsx'
import { useBuyerWords } from '#web/context/use-buyer-messages.ts'
import type { Stage } from './payment-stage.ts'

/** Puts the focus on what has just appeared in place of the form, so that it is read out and the keyboard goes on there. */
const useFocusWhen = (isNew: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNew) heading.current?.focus()
  }, [isNew])
  return heading
}

const BackToOrders = () => {
  const { dashboard } = useBuyerWords()
  return (
    <Link className="btn btn--line" to="/dashboard">
      {dashboard.orders}
    </Link>
  )
}

/** The receipt. */
export const Paid = ({ stage, email }: { stage: Extract<Stage, { at: 'paid' }>; email: string }) => {
  const { payment } = useBuyerWords()
  const heading = useFocusWhen(stage.isNew)
  return (
    <div className="panel pay__end">
      <span className="stamp stamp--good">{payment.paid}</span>
      <div>
        <h2 className="h3" ref={heading} tabIndex={-1}>
          {stage.isNew ? payment.congrats : payment.paidBefore}
        </h2>
        <p>{payment.keepNumber}</p>
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
      <BackToOrders />
    </div>
  )
}

/** An end without a receipt: what happened, and the way back. */
export const Ended = ({
  heading,
  children,
  isNew,
  act,
}: {
  heading: string
  children: ReactNode
  isNew: boolean
  act?: ReactNode
}) => {
  const title = useFocusWhen(isNew)
  return (
    <div className="panel pay__end">
      <h2 className="h3" ref={title} tabIndex={-1}>
        {heading}
      </h2>
      <Note>{children}</Note>
      <div className="pay__acts">
        {act}
        <BackToOrders />
      </div>
    </div>
  )
}
