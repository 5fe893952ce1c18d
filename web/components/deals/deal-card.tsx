import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getEvidenceEnd } from '#contract/deals/dispute-times.ts'
import { PictureLink } from '#web/components/picture-link.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { getListEntry } from './deal-entries.ts'
import { toDealPath } from './deal-paths.ts'
import { type DealSummary, toFirstName, useDealSentences } from './describe-deal.ts'
import { describeKept, describeRefund } from './describe-refund.ts'
import { EntryLink } from './entry-link.tsx'

/** With less time left than this, in ms, the time is marked. */
const soonMs = 12 * 60 * 60_000

/** Until when the seller may answer, or add to a problem; null without such a time. */
const getDueTime = ({ turnUntil, answerDueAt, disputedAt }: DealSummary): number | null => {
  if (disputedAt !== null) return getEvidenceEnd(disputedAt).getTime()
  const dueAt = turnUntil ?? answerDueAt
  return dueAt === null ? null : new Date(dueAt).getTime()
}

/**
 * Until when the seller has to answer; nothing without such a time.
 * @param children what follows from not answering
 */
export const TimeLeft = ({ deal, nowMs, children }: { deal: DealSummary; nowMs: number; children?: ReactNode }) => {
  const { list, times } = useMessages(dealMessages)
  const dueMs = getDueTime(deal)
  if (dueMs === null) return null
  return (
    <p>
      <b className={dueMs - nowMs < soonMs ? 'badge badge--warn' : undefined}>
        {(deal.disputedAt === null ? list.answeredBy : list.openUntil)(times.at(new Date(dueMs).toISOString()))}
      </b>
      {children}
    </p>
  )
}

export type CardKind = 'answer' | 'problem' | 'meeting' | 'waiting' | 'ended'

/** What comes next, and the way to the deal. */
export const CardActs = ({ deal, kind }: { deal: DealSummary; kind: CardKind }) => {
  const { list } = useMessages(dealMessages)
  // Where an answer is asked for, the page has each answer beside the other.
  const entry = kind === 'answer' ? null : getListEntry(deal)
  // Picture and name lead to the page of an ended deal.
  if (kind === 'ended' && entry === null) return null
  const answer = deal.acts.includes('accept') ? list.acceptOrDecline : list.answer
  const text = kind === 'answer' ? answer : deal.side === 'buyer' ? list.openOrder : list.open
  return (
    <div className="dealcard__acts">
      {entry !== null && <EntryLink entry={entry} deal={deal} className="btn btn--primary" />}
      {kind !== 'ended' && (
        <Link
          className={`btn ${kind === 'answer' ? 'btn--primary' : 'btn--line'}`}
          to={toDealPath(deal._id)}
          aria-label={list.labelled(text, deal.productName)}
        >
          {text}
        </Link>
      )}
    </div>
  )
}

/** The money that went back, or goes back, in one line. */
const RefundLine = ({ deal, refund }: { deal: DealSummary; refund: NonNullable<DealSummary['refund']> }) => {
  const { money, record } = useMessages(dealMessages)
  const { taka } = useFormat()
  const { label, text } = describeRefund({ ...deal, refund }, { record, refundStates: money.refundStates, taka })
  return (
    <p className="say">
      {label}: <b className="num">{text}</b>
    </p>
  )
}

/** What stays with the seller after a late cancellation, in one line. */
const KeptLine = ({ deal }: { deal: DealSummary }) => {
  const { record } = useMessages(dealMessages)
  const { taka } = useFormat()
  const kept = describeKept(deal, { record, taka })
  if (kept === null) return null
  return (
    <p className="say">
      {kept.label}: <b className="num">{kept.text}</b>
    </p>
  )
}

type CardProps = { deal: DealSummary; kind: CardKind; nowMs: number }

/**
 * A deal in a list: the bike, the other person, one sentence, at most two buttons; a short row once it has ended.
 * @param buyerCount how many buyers wait for an answer about the bike
 * @param children what the buyer asks for, where an answer is due; of an ended deal what came of it
 */
export const DealCard = ({
  deal,
  kind,
  nowMs,
  buyerCount = 1,
  children,
}: CardProps & { buyerCount?: number; children?: ReactNode }): ReactNode => {
  const { list, times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const { name, heading, when } = useDealSentences()(deal, nowMs)
  const isMeeting = kind === 'meeting' && deal.meetAt !== null
  const isShort = kind === 'ended'
  const now = isMeeting ? list.meetAt(times.meetingClock(deal.meetAt ?? ''), deal.meetPlace ?? deal.otherName) : heading
  const paid = taka(deal.paid)
  const isSellersNext = name === 'handedOver' && deal.side === 'seller'
  // A short row does not name the other person twice.
  const isNamed = isShort && heading.includes(toFirstName(deal.otherName))
  return (
    <li className={`dealcard${kind === 'waiting' || isShort ? ' dealcard--quiet' : ''}`}>
      <PictureLink path={toDealPath(deal._id)} src={deal.image} />
      <div>
        <h3>
          <Link to={toDealPath(deal._id)} translate="no">
            {deal.productName}
          </Link>
        </h3>
        <p className="num">
          <b>{taka(deal.price)}</b>
        </p>
        {kind !== 'answer' && !isNamed && (
          <p>{deal.side === 'buyer' ? list.ofSeller(deal.otherName) : deal.otherName}</p>
        )}
        {isShort && <p>{heading}</p>}
        {buyerCount > 1 && <p>{list.buyerCount(list.count(buyerCount))}</p>}
        {kind === 'problem' && <TimeLeft deal={deal} nowMs={nowMs} />}
      </div>
      {kind === 'answer' ? (
        children
      ) : (
        <>
          {!isShort && <p className="say">{now}</p>}
          {deal.paid > 0 && !isShort && !now.includes(paid) && (
            <p className="say">{isSellersNext ? list.moneyOn(when, paid) : list.paidHere(paid)}</p>
          )}
          <KeptLine deal={deal} />
          {deal.refund && <RefundLine deal={deal} refund={deal.refund} />}
          {children}
          <CardActs deal={deal} kind={kind} />
        </>
      )}
    </li>
  )
}
