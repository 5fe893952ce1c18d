import { useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import type { Transfer } from './transfer-types.ts'

type Step = { key: string; name: string; on: string | null; dueOn?: string; isLate?: boolean }

/** How far a transfer is: sold, notice, application, slip. */
export const TransferSteps = ({ transfer, side }: { transfer: Transfer; side: 'buyer' | 'seller' }) => {
  const { steps } = useMessages(transferMessages)
  const formatDay = useFormatDay()
  const isBuyer = side === 'buyer'
  const list: Step[] = [
    { key: 'sold', name: steps.sold, on: transfer.soldOn },
    {
      key: 'notice',
      name: isBuyer ? steps.notice.buyer(transfer.otherName) : steps.notice.seller,
      on: transfer.noticeOn,
      dueOn: transfer.noticeDueOn,
      isLate: transfer.isNoticeLate,
    },
    {
      key: 'apply',
      name: isBuyer ? steps.apply.buyer : steps.apply.seller(transfer.otherName),
      on: transfer.appliedOn,
      dueOn: transfer.applyDueOn,
      isLate: transfer.isApplicationLate,
    },
    { key: 'slip', name: transfer.slip ?? steps.slip[side], on: transfer.doneOn },
  ]
  const describe = ({ on, dueOn, isLate = false }: Step): string => {
    if (on !== null) return `${steps.done}: ${formatDay(on)}`
    if (dueOn === undefined) return ''
    return isLate ? steps.lateBy(formatDay(dueOn)) : steps.by(formatDay(dueOn))
  }
  return (
    <>
      <h2 id="transfer-steps">{steps.heading}</h2>
      <ol className="steps" aria-labelledby="transfer-steps">
        {list.map((step) => (
          <li key={step.key} className={step.on !== null ? 'is-done' : step.isLate ? 'is-bad is-late' : 'is-todo'}>
            <span className="mark" aria-hidden>
              {step.on !== null ? '✓' : step.isLate ? '!' : ''}
            </span>
            <div>
              <b>{step.name}</b>
              <small>{describe(step)}</small>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}
