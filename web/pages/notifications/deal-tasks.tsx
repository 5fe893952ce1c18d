import { Bell } from 'lucide'
import { Link } from 'react-router'
import { type DealEntry, getListEntry } from '#web/components/deals/deal-entries.ts'
import { toDealPath, toTransferPath } from '#web/components/deals/deal-paths.ts'
import { type DealSummary, describeDeadline, useDealSentences } from '#web/components/deals/describe-deal.ts'
import { getEntryPath } from '#web/components/deals/entry-labels.ts'
import { useRowLabel } from '#web/components/deals/entry-link.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { notificationMessages } from '#web/i18n/en/notifications.ts'
import { Icon } from '#web/ui/icon.tsx'

type Props = { deal: DealSummary; nowMs: number; isNew: boolean }

const Row = ({ deal, nowMs, isNew, path, label }: Props & { path: string; label: string }) => {
  const { list } = useMessages(dealMessages)
  const messages = useMessages(notificationMessages)
  const { name, heading, when, paid } = useDealSentences()(deal, nowMs)
  return (
    <li className={isNew ? 'new' : undefined}>
      <Link to={path}>
        <Icon of={Bell} size={20} />
        <span>
          <b>
            {heading}
            {isNew && <span className="sr-only"> {messages.isNew}</span>}
          </b>
          <span translate="no">{deal.productName}</span>
          {when !== '' && !heading.includes(when) && (
            <time>{describeDeadline({ name, side: deal.side, when, paid }, list)}</time>
          )}
          <span className="btn btn--primary">{label}</span>
        </span>
      </Link>
    </li>
  )
}

/** A payment needs a newly loaded document; the page of the deal leads there. */
const EntryRow = ({ deal, entry, ...props }: Props & { entry: DealEntry }) => {
  const isPayment = entry === 'pay' || entry === 'payRest'
  const path = (isPayment ? null : getEntryPath(entry, deal._id)) ?? toDealPath(deal._id)
  return <Row deal={deal} {...props} path={path} label={useRowLabel(entry, deal)} />
}

type TasksProps = {
  deals: readonly DealSummary[]
  /** The deals of notifications that were not read yet. */
  newIds: readonly (string | null)[]
  nowMs: number
}

/** The deals that wait for the member, each with its deadline and its button. */
export const DealTasks = ({ deals, newIds, nowMs }: TasksProps) => {
  const { tasks } = useMessages(notificationMessages)
  return (
    <ul className="notes">
      {deals.map((deal) => {
        const isNew = newIds.includes(deal._id)
        const entry = deal.state === 'closed' ? null : getListEntry(deal)
        return entry === null ? (
          <Row
            key={deal._id}
            deal={deal}
            nowMs={nowMs}
            isNew={isNew}
            path={toTransferPath(deal._id)}
            label={deal.side === 'buyer' ? tasks.putInName : tasks.tellBrta}
          />
        ) : (
          <EntryRow key={deal._id} deal={deal} nowMs={nowMs} isNew={isNew} entry={entry} />
        )
      })}
    </ul>
  )
}
