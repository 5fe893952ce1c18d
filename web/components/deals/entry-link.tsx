import { Link } from 'react-router'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import type { DealEntry } from './deal-entries.ts'
import { toDealPath } from './deal-paths.ts'
import type { DealSummary } from './describe-deal.ts'
import { getEntryPath, useEntryLabel } from './entry-labels.ts'

type Props = { entry: DealEntry; deal: DealSummary; className: string }

/** What is answered on the page of the deal with one more tap: the row must not read as if it were the answer. */
const answers: ReadonlySet<DealEntry> = new Set<DealEntry>([
  'agreeMeeting',
  'agreePrice',
  'confirmChange',
  'lowerPrice',
  'answerCashSale',
  'cash',
])

/** The text of what comes first in a deal, in a row of a list. */
export const useRowLabel = (entry: DealEntry, deal: DealSummary): string => {
  const { list } = useMessages(dealMessages)
  const entryLabel = useEntryLabel(entry, deal)
  if (entry === 'accept') return list.acceptOrDecline
  if (answers.has(entry)) return list.answer
  return entry === 'fine' ? list.isFine : entryLabel
}

/** What comes first in a deal, in a row of a list: its own screen, or the page of the deal, which has the button. */
export const EntryLink = ({ entry, deal, className }: Props) => {
  const { list } = useMessages(dealMessages)
  const label = useRowLabel(entry, deal)
  return (
    <Link
      className={className}
      to={getEntryPath(entry, deal._id) ?? `${toDealPath(deal._id)}${entry === 'propose' ? '?time' : ''}`}
      aria-label={list.labelled(label, deal.productName)}
      reloadDocument={entry === 'pay' || entry === 'payRest'}
    >
      {label}
    </Link>
  )
}
