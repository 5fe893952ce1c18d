import { Link } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { type DealSummary, useDealSentences } from '#web/components/deals/describe-deal.ts'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'

/** How the deal of an order goes, in one sentence. */
export const OrderState = ({ deal, nowMs }: { deal: DealSummary; nowMs: number }) => {
  const toSentences = useDealSentences()
  return <p className="state">{toSentences(deal, nowMs).heading}</p>
}

/** The way to the order. */
export const OrderLink = ({ id, bikeName }: { id: string; bikeName: string }) => {
  const { list } = useMessages(dealMessages)
  return (
    <Link className="btn btn--line" to={toDealPath(id)} aria-label={list.labelled(list.openOrder, bikeName)}>
      {list.openOrder}
    </Link>
  )
}
