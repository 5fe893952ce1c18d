import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getPromisedMs, hasNoAccount, type Payout } from './payout-acts.ts'

/**
 * Until when the payout is promised to its seller, and that it is late; since when it waits where nothing is promised. Without an
 * account the day stands in the sentence below.
 */
export const PayoutTime = ({ payout, nowMs }: { payout: Payout; nowMs: number }) => {
  const { payouts: messages } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  if (hasNoAccount(payout)) return null
  const promisedMs = getPromisedMs(payout, nowMs)
  if (promisedMs === null) return <time dateTime={payout.createdAt}>{messages.since(times.day(payout.createdAt))}</time>
  const at = new Date(promisedMs).toISOString()
  const isLate = promisedMs < nowMs
  return (
    <time dateTime={at} className={isLate ? 'badge badge--stop' : undefined}>
      {(isLate ? messages.late : messages.sendBy)(times.day(at))}
    </time>
  )
}
