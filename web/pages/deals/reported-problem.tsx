import { Link } from 'react-router'
import { getEvidenceEnd } from '#contract/deals/dispute-times.ts'
import { isAddedInPanel } from '#web/components/deals/deal-entries.ts'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { useEntryLabel } from '#web/components/deals/entry-labels.ts'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'

/** Who of the two has answered what was reported, or may until when; nothing of who reported it. */
const useAnswers = ({ side, otherName, problem, disputedAt }: Deal, nowMs: number): string[] => {
  const messages = useMessages(dealReasonMessages).problem
  const { times } = useMessages(dealMessages)
  if (problem === null || disputedAt === null || side === 'admin') return []
  const { by, saidBy } = problem
  const other = side === 'buyer' ? 'seller' : 'buyer'
  const name = toFirstName(otherName)
  const end = getEvidenceEnd(disputedAt)
  const [isOver, until] = [end.getTime() < nowMs, times.at(end.toISOString())]
  const notAnswered = isOver ? messages.notAnswered(name) : messages.mayAnswerUntil(name, until)
  const youNotAnswered = isOver ? messages.youNotAnswered : messages.youMayAnswerUntil(until)
  return [
    ...(by === side || saidBy.includes(side) ? [] : [youNotAnswered]),
    ...(by === other ? [] : [saidBy.includes(other) ? messages.answered(name) : notAnswered]),
  ]
}

/** Who has the bike after the decision about an open problem, before anything is decided (`getBikeOutcome`). */
export const BikeRule = ({ deal: { state, side, otherName, handedOverAt } }: { deal: Deal }) => {
  const { bike } = useMessages(dealReasonMessages).problem
  if (state !== 'disputed') return null
  return (
    <p className="deal__say">{bike[side][handedOverAt === null ? 'notYet' : 'handedOver'](toFirstName(otherName))}</p>
  )
}

/** What was reported as a problem, while the admin looks at it, who has answered, and the ways to add something and to what both sides said and showed. */
export const ReportedProblem = ({ deal, nowMs }: { deal: Deal; nowMs: number }) => {
  const { _id, side, otherName, problem, acts } = deal
  const { heading, reasons, noPictures } = useMessages(dealReasonMessages).problem
  const { look } = useMessages(dealMessages).record.decision
  const answers = useAnswers(deal, nowMs)
  const addLabel = useEntryLabel('evidence', deal)
  if (problem === null) return null
  const { by, reason, note, picturesBy } = problem
  // Only while some can still be added.
  const lacksPictures = by === side && acts.includes('add_evidence') && !picturesBy.includes(by)
  return (
    <section className="panel" aria-labelledby="problem">
      <h2 className="h3" id="problem">
        {by === 'system' ? heading.system : by === side ? heading.you : heading.other(toFirstName(otherName))}
      </h2>
      <p>
        <b>{reasons[reason]}</b>
      </p>
      {note !== null && <p dir="auto">{note}</p>}
      {answers.map((answer) => (
        <p key={answer} className="terms">
          {answer}
        </p>
      ))}
      {lacksPictures && <p className="terms">{noPictures}</p>}
      {isAddedInPanel(deal) && (
        <p className="acts">
          <Link className="btn btn--line" to={toDealPath(_id, 'problem')}>
            {addLabel}
          </Link>
        </p>
      )}
      <Link className="link" to={toDealPath(_id, 'problem')}>
        {look}
      </Link>
    </section>
  )
}
