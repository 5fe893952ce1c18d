import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { orderMessages } from '#web/i18n/en/orders.ts'
import type { Bookable } from '#web/lib/bike.ts'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { DealStylesInDialog } from './deals/deal-styles.tsx'
import { toDealPath } from './deals/deal-paths.ts'

/** What happens next; the first step is now. In line the answer of the other buyer comes before all of it. */
const NextSteps = ({ isInLine }: { isInLine: boolean }) => {
  const { booked } = useMessages(orderMessages)
  const { digits } = useFormat()
  const steps: { title: string; text?: string }[] = isInLine
    ? [
        { title: booked.line.other, text: booked.line.otherText },
        { title: booked.line.turn, text: booked.line.turnText },
      ]
    : [
        { title: booked.answer, text: booked.answerText },
        { title: booked.numbers, text: booked.numbersText },
        { title: booked.meet },
        { title: booked.pay, text: booked.payText },
      ]
  return (
    <ol className="steps">
      {steps.map(({ title, text }, index) => (
        <li key={title} className={index === 0 ? 'is-now' : 'is-todo'}>
          <span className="mark" aria-hidden>
            {digits(index + 1)}
          </span>
          <div>
            <b>{title}</b>
            {text !== undefined && <p>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** An order that was just made. `isInLine`: another buyer comes first. */
export type BookedOrder = { id: string; isInLine: boolean }

/** The booking dialog after the booking: what happens next, and the way to the order. */
export const BookedPanel = ({
  booked: { id, isInLine },
  bike,
  onClose,
}: {
  booked: BookedOrder
  bike: Bookable
  onClose: () => void
}) => {
  const { booking } = useBuyerMessages()
  const { booked } = useMessages(orderMessages)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} className="booked" tabIndex={-1}>
      <DealStylesInDialog />
      <div role="status">
        <ModalHead
          heading={isInLine ? booking.line.success : booking.success}
          close={{ label: booking.close, onClose }}
        />
      </div>
      <div className="modal__body">
        <p className="lead">
          <SentenceWithName text={(isInLine ? booked.line : booked).lead(bike.productName)} name={bike.productName} />
        </p>
        <NextSteps isInLine={isInLine} />
        <p className="terms">{(isInLine ? booked.line : booked).free}</p>
      </div>
      <div className="modal__foot">
        {/* In place of the entry that the dialog has in the history. */}
        <Link className="btn btn--primary btn--lg" to={toDealPath(id)} replace>
          {booked.see}
        </Link>
        <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
          {booking.close}
        </button>
      </div>
    </div>
  )
}
