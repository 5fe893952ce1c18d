import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { useDealSentences } from '#web/components/deals/describe-deal.ts'
import { useMessages } from '#web/context/app-context.ts'
import { useBuyerMessages } from '#web/context/use-buyer-messages.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { orderMessages } from '#web/i18n/en/orders.ts'
import type { Purchase, Obstacle } from '#web/lib/purchase.ts'
import { toSearchPath } from '#web/lib/search-url.ts'
import { Link } from 'react-router'
import { useEffect, useEffectEvent } from 'react'
import type { PayOptions } from './pay-choice.tsx'
import { PaymentMessage } from './payment-result.tsx'

type Props = {
  purchase: Purchase
  obstacle: Obstacle
  /** With the deal of this purchase; null for a wish without one. */
  options: PayOptions | null
  isNew: boolean
  onRetry: () => void
}

/** The heading and the sentence: those of the deal, which know the place in line, or those of a bike without a deal. */
const useTexts = ({ obstacle, options }: Props): { heading: string; text: string } => {
  const { payment } = useBuyerMessages()
  const toSentences = useDealSentences()
  const { times } = useMessages(dealMessages)
  const { heading, text } = payment.obstacles[obstacle]
  if (!options?.deal) return { heading, text }
  if (obstacle === 'another_buyer_paying') {
    const until = options.deal.othersPayUntil
    return { heading, text: until === null ? text : payment.waitsUntil(times.clock(until)) }
  }
  const now = toSentences(options.deal, options.nowMs)
  if (obstacle === 'deal_closed') return { heading, text: `${now.heading} · ${now.say}` }
  const isKnown = obstacle === 'bike_changed' ? now.name === 'changed' : now.name === 'inLine'
  return isKnown ? { heading: now.heading, text: now.say } : { heading, text }
}

const secondMs = 1_000

/** Looks again when the time of the other buyer is over, and then until the shop has ended that payment. */
const useLookAgain = ({ obstacle, options, onRetry }: Props) => {
  const lookAgain = useEffectEvent(onRetry)
  const until = obstacle === 'another_buyer_paying' ? options?.deal?.othersPayUntil : undefined
  const readAtMs = options?.nowMs ?? 0
  useEffect(() => {
    if (!until) return undefined
    const waitMs = Math.max(15 * secondMs, Date.parse(until) - readAtMs + secondMs)
    const timer = setTimeout(() => lookAgain(), waitMs)
    return () => clearTimeout(timer)
  }, [until, readAtMs])
}

/** Why nothing can be paid now, and the ways on: the order, another try, bikes like it. */
export const RefusedPayment = (props: Props) => {
  const { purchase, obstacle, options, isNew, onRetry } = props
  const { payment } = useBuyerMessages()
  const { booked } = useMessages(orderMessages)
  const { list } = useMessages(dealMessages)
  const { heading, text } = useTexts(props)
  useLookAgain(props)
  const isBeingPaid = obstacle === 'another_buyer_paying'
  const ways = (
    <>
      {isBeingPaid && (
        <button className="btn btn--primary" type="button" onClick={onRetry}>
          {payment.retry}
        </button>
      )}
      {options?.deal && (
        <Link className={`btn ${isBeingPaid ? 'btn--line' : 'btn--primary'}`} to={toDealPath(options.deal._id)}>
          {booked.see}
        </Link>
      )}
      {obstacle !== 'bike_changed' && (
        <Link className="btn btn--line" to={toSearchPath({ q: purchase.productName })}>
          {list.similar}
        </Link>
      )}
    </>
  )
  return (
    <PaymentMessage heading={heading} isNew={isNew} action={ways} from={purchase.from}>
      {text}
    </PaymentMessage>
  )
}
