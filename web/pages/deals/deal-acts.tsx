import { ChevronDown } from 'lucide'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useMessages } from '#web/context/app-context.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { EntryButton } from './acts/entry-button.tsx'
import { EntryDialog } from './acts/entry-dialog.tsx'
import { isCodeEarly } from '#web/components/deals/describe-deal.ts'
import { type DealEntry, isAddedInPanel, sortEntries } from '#web/components/deals/deal-entries.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isUnpromised } from './list-deal-steps.ts'
import { MeetingCard, TimeIcon } from './meeting-card.tsx'

type Props = {
  deal: Deal
  nowMs: number
  /** Shown between the meeting and the further acts. */
  children: ReactNode
  /** What accepting or cancelling does, beside the button. */
  terms: ReactNode
  /** Shown between these and the bar with the next act. */
  after: ReactNode
  /** What comes next in place of the deal's own next act, which then stands beside it. */
  main: ReactNode
}

/** Whether the meeting card has something to say: a deal that ended without a number shown has not. */
const hasMeeting = ({ state, otherNumber }: Deal): boolean => state !== 'closed' || otherNumber !== null

/** What most deals do without waits behind "More", so that the next act stands alone. */
const Asides = ({ terms, children }: { terms: ReactNode; children: ReactNode[] }) => {
  const { more } = useMessages(dealActMessages)
  if (children.length === 0) return null
  return (
    <details className="folded">
      <summary>
        <b>{more}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      {terms}
      <div className="deal__others">{children}</div>
    </details>
  )
}

/** The entry whose dialog is open; lists lead to the form of the time with `?time`. */
const useOpenEntry = ({ acts }: Deal): [entry: DealEntry | null, open: (entry: DealEntry | null) => void] => {
  const [params, setParams] = useSearchParams()
  const isTimeAsked = params.has('time')
  const [openEntry, setOpenEntry] = useState<DealEntry | null>(
    isTimeAsked && acts.includes('propose_meeting') ? 'propose' : null,
  )
  const open = (entry: DealEntry | null) => {
    setOpenEntry(entry)
    if (isTimeAsked) setParams({}, { replace: true, preventScrollReset: true })
  }
  return [openEntry, open]
}

/** The meeting card, everything a member may do with the deal, and the bar with the next act; a receipt waits for nobody. */
export const DealActs = ({ deal, nowMs, children, terms, after, main }: Props) => {
  const { label } = useMessages(dealActMessages)
  const [openEntry, setOpenEntry] = useOpenEntry(deal)
  const {
    primary,
    quiet,
    others: sorted,
    asides,
    mayChangeTime,
  } = sortEntries(deal, {
    isCodeEarly: isCodeEarly(deal, nowMs),
    isTimeMissing: deal.meetAt === null && deal.state !== 'held',
    isUnpromised: deal.side === 'seller' && isUnpromised(deal),
  })
  const others = isAddedInPanel(deal) ? sorted.filter((entry) => entry !== 'evidence') : sorted
  const toButton = (entry: DealEntry, className: string, icon?: ReactNode) => (
    <EntryButton key={entry} entry={entry} deal={deal} className={className} onOpen={setOpenEntry}>
      {icon}
    </EntryButton>
  )
  // What accepting does is read before the meeting.
  const isAsked = deal.acts.includes('accept')
  // A receipt waits for nobody, so it needs no bar of its own.
  const isIdle = primary === 'receipt' && !main
  const further = isIdle ? [...others, ...[primary, quiet].filter((entry) => entry !== undefined)] : others
  // One button alone needs no fold, unless it is all that is left to do.
  const [shown, folded] = asides.length > 1 || isIdle ? [further, asides] : [[...further, ...asides], []]
  // What cancelling, or withdrawing a report, does is read where its button is.
  const isTermsFolded = !isAsked && (folded.includes('cancel') || folded.includes('withdraw'))
  const toQuietButton = (entry: DealEntry) =>
    toButton(entry, entry === 'cancel' ? 'btn btn--danger btn--bare' : 'btn btn--line')
  return (
    <>
      <div className="deal__main">
        {isAsked && terms}
        {hasMeeting(deal) && (
          <MeetingCard deal={deal} changeTime={mayChangeTime && toButton('propose', 'btn btn--quiet', <TimeIcon />)} />
        )}
        {children}
        {shown.length > 0 && <div className="deal__others">{shown.map(toQuietButton)}</div>}
        {!isAsked && !isTermsFolded && terms}
        <Asides terms={isTermsFolded && terms}>{folded.map(toQuietButton)}</Asides>
      </div>
      {after}
      {!isIdle && (main || (primary ?? quiet) !== undefined) && (
        <section className="actbar" aria-label={label}>
          {main}
          {primary !== undefined &&
            toButton(primary, main || primary === 'receipt' ? 'btn btn--line' : 'btn btn--primary')}
          {quiet !== undefined &&
            toButton(quiet, quiet === 'cancel' || quiet === 'decline' ? 'btn btn--danger' : 'btn btn--line')}
        </section>
      )}
      {openEntry !== null && (
        <EntryDialog entry={openEntry} deal={deal} nowMs={nowMs} onClose={() => setOpenEntry(null)} />
      )}
    </>
  )
}
