import { Link } from 'react-router'
import { toDealPath, toTransferPath } from '#web/components/deals/deal-paths.ts'
import {
  type DealSummary,
  describeDeadline,
  type SituationName,
  useDealSentences,
} from '#web/components/deals/describe-deal.ts'
import { getListEntry } from '#web/components/deals/deal-entries.ts'
import { EntryLink } from '#web/components/deals/entry-link.tsx'
import { describeRefund } from '#web/components/deals/describe-refund.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'

/** In these something is due until a certain time, such as an answer or the transfer of the name. */
const situationsWithDeadline: ReadonlySet<SituationName> = new Set<SituationName>([
  'requested',
  'changed',
  'cashSale',
  'toBook',
  'noTime',
  'paidNoTime',
  'asked',
  'handedOver',
  'disputed',
  'released',
])

/** How the deal of an order goes, in one sentence, and the money that goes back. */
export const OrderState = ({ deal, nowMs }: { deal: DealSummary; nowMs: number }) => {
  const toSentences = useDealSentences()
  const { list, record, money } = useMessages(dealMessages)
  const { taka } = useFormat()
  const { refund } = deal
  const { name, heading, when, paid } = toSentences(deal, nowMs)
  const refundLine = refund && describeRefund({ ...deal, refund }, { record, refundStates: money.refundStates, taka })
  return (
    <>
      <p className="state state--now">{heading}</p>
      {situationsWithDeadline.has(name) && when !== '' && (
        <p className="state">{describeDeadline({ name, side: deal.side, when, paid }, list)}</p>
      )}
      {refundLine && (
        <p className="state">
          {refundLine.label}: {refundLine.text}
        </p>
      )}
    </>
  )
}

/** The way to what is left to do at BRTA. */
const TransferLink = ({ deal: { _id, productName } }: { deal: DealSummary }) => {
  const { list } = useMessages(dealMessages)
  return (
    <Link className="btn btn--primary" to={toTransferPath(_id)} aria-label={list.labelled(list.putInName, productName)}>
      {list.putInName}
    </Link>
  )
}

/** What comes first, as on the page of the order; nothing where that is paying, which has its own column, or a receipt. */
export const NextLink = ({ deal }: { deal: DealSummary }) => {
  const entry = getListEntry(deal)
  // Until the deal is done something else comes first: an answer, or a problem.
  if (deal.state === 'closed' && deal.transferDueOn !== null) return <TransferLink deal={deal} />
  return entry === null || entry === 'pay' ? null : <EntryLink entry={entry} deal={deal} className="btn btn--primary" />
}

/** Whether paying comes first; of a bike without a deal booking does, which is free. */
export const isPayFirst = (deal: DealSummary | undefined): boolean => deal !== undefined && getListEntry(deal) === 'pay'

/** The way to the order. */
export const OrderLink = ({ id, bikeName }: { id: string; bikeName: string }) => {
  const { list } = useMessages(dealMessages)
  return (
    <Link className="btn btn--line" to={toDealPath(id)} aria-label={list.labelled(list.openOrder, bikeName)}>
      {list.openOrder}
    </Link>
  )
}
