import type { ReactNode } from 'react'
import { dayMs } from '#contract/time/durations.ts'
import { getLastOpenDay } from '#contract/transfers/office-days.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import type { Transfer } from './transfer-types.ts'

const radius = 66
const circumference = 2 * Math.PI * radius
// Lookbook: bottle until 14 days are left, then marigold.
const soonDays = 14

const countDays = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / dayMs)

/** What is left of a side's days: a ring, and the same in words. */
const Ring = ({ left, all }: { left: number; all: number }) => {
  const { ring, daysLeft } = useMessages(transferMessages)
  const { count } = useFormat()
  const share = Math.max(0, Math.min(1, left / all))
  return (
    <div
      className={left <= soonDays ? 'ring ring--soon' : 'ring'}
      role="img"
      aria-label={ring(count(left), count(all))}
    >
      <svg viewBox="0 0 148 148" aria-hidden>
        <circle cx="74" cy="74" r={radius} />
        <circle
          className="ring__left"
          cx="74"
          cy="74"
          r={radius}
          strokeDasharray={`${share * circumference} ${circumference}`}
        />
      </svg>
      <div aria-hidden>
        <b>{count(left)}</b>
        <span>{daysLeft(left)}</span>
      </div>
    </div>
  )
}

const Said = ({ heading, text, isLate = false }: { heading: string; text: string; isLate?: boolean }) => (
  <section className={isLate ? 'panel transfer__late' : 'panel'}>
    <h2>{heading}</h2>
    <p>{text}</p>
  </section>
)

/** The own deadline of a side: days left, late, or what is done. */
export const Countdown = ({ transfer, side }: { transfer: Transfer; side: 'buyer' | 'seller' }): ReactNode => {
  const messages = useMessages(transferMessages)
  const { count } = useFormat()
  const formatDay = useFormatDay()
  const isBuyer = side === 'buyer'
  const [left, dueOn] = isBuyer
    ? [transfer.applyDaysLeft, transfer.applyDueOn]
    : [transfer.noticeDaysLeft, transfer.noticeDueOn]
  const all = countDays(transfer.soldOn, dueOn)
  const lastOpenDay = getLastOpenDay(dueOn)
  const openDaysLeft = left - countDays(lastOpenDay, dueOn)
  if (transfer.state === 'cancelled') return <Said heading={messages.cancelled} text={messages.cancelledText} />
  if (transfer.state === 'done') return <Said heading={messages.done} text={messages.doneText[side]} />
  if (isBuyer && transfer.appliedOn) return <Said heading={messages.states.applied} text={messages.waitsForSlip} />
  if (!isBuyer && transfer.noticeOn)
    return <Said heading={messages.states.notice_given} text={messages.waitsForBuyer(transfer.otherName)} />
  if (left < 0) return <Said heading={messages.late(count(-left))} text={messages.lateText[side]} isLate />
  return (
    <section className="panel countdown">
      <Ring left={left} all={all} />
      <div>
        <b>{messages.until[side](formatDay(dueOn))}</b>
        <p>{messages.law[side](count(all))}</p>
      </div>
      {lastOpenDay !== dueOn && openDaysLeft >= 0 && <p>{messages.closedThen(formatDay(lastOpenDay))}</p>}
    </section>
  )
}
