import { Link } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'

/** What was reported as a problem, while the admin looks at it, and the way to what both sides said and showed. */
export const ReportedProblem = ({ deal: { _id, side, otherName, problem } }: { deal: Deal }) => {
  const { heading, reasons } = useMessages(dealReasonMessages).problem
  const { look } = useMessages(dealMessages).record.decision
  if (problem === null) return null
  const { by, reason, note } = problem
  return (
    <section className="panel" aria-labelledby="problem">
      <h2 className="h3" id="problem">
        {by === 'system' ? heading.system : by === side ? heading.you : heading.other(toFirstName(otherName))}
      </h2>
      <p>
        <b>{reasons[reason]}</b>
      </p>
      {note !== null && <p dir="auto">{note}</p>}
      <Link className="link" to={toDealPath(_id, 'problem')}>
        {look}
      </Link>
    </section>
  )
}
