import { Link } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'

type HeldDeal = CallResponse<(typeof moneyCalls)['GET /money']>['heldDeals'][number]

/** When held money becomes the seller's, or what it waits for. */
const useHeldText = (): ((deal: HeldDeal) => string) => {
  const { money } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  return ({ state, until }) => {
    if (state === 'frozen') return money.frozen
    if (until === null) return money.heldText
    return state === 'disputed' ? money.heldDisputed(times.at(until)) : money.heldUntil(times.at(until))
  }
}

/** For which bikes money is held: how much, and when it becomes the seller's. */
export const HeldDeals = ({ deals }: { deals: readonly HeldDeal[] }) => {
  const { taka } = useFormat()
  const toHeldText = useHeldText()
  return (
    <ul className="payrows">
      {deals.map((deal) => (
        <li key={deal.dealId} className="payrow">
          <Link to={toDealPath(deal.dealId)} translate="no">
            {deal.productName}
          </Link>
          <b className="num">{taka(deal.amount)}</b>
          <p>{toHeldText(deal)}</p>
        </li>
      ))}
    </ul>
  )
}
