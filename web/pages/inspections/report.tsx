// A signed inspection: who looked and when, what was found, and the check mark of the content. It prints as one document.
import { Link } from 'react-router'
import { countPoints } from '#contract/inspections/points.ts'
import { PrintButton } from '#web/components/app-browser/print-button.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { toInspectionPath } from '#web/components/inspections/inspection-paths.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { BadAndWorn, GroupBars } from './group-bars.tsx'
import type { Inspection } from './inspection-types.ts'

/** Who looked: "Seller", "Mechanic, invited by the buyer". */
export const useRole = (): ((inspection: Pick<Inspection, 'kind' | 'invitedBy'>) => string) => {
  const { roles } = useMessages(inspectionMessages)
  return ({ kind, invitedBy }) => {
    if (kind !== 'mechanic') return roles[kind]
    return invitedBy === 'buyer' ? roles.byBuyer : roles.bySeller
  }
}

const Head = ({ inspection }: { inspection: Inspection }) => {
  const { report, kilometres } = useMessages(inspectionMessages)
  const { count, moment } = useFormat()
  const getRole = useRole()
  const { bike, kind, signedAt, by, workshop } = inspection
  const role = getRole(inspection)
  const heading = report.heading(bike.productName, count(countPoints(kind)))
  const facts = [
    inspection.kilometres === null ? '' : kilometres(count(inspection.kilometres)),
    bike.location,
    signedAt === null ? '' : moment(signedAt),
  ]
  return (
    <header className="found__head">
      <div>
        <h1>
          <SentenceWithName text={heading} name={bike.productName} />
        </h1>
        <p className="num">{facts.filter((fact) => fact !== '').join(' · ')}</p>
        <p dir="auto">
          <b translate="no">{by ?? role}</b>
          {by !== null && <> · {role}</>}
          {workshop !== null && <span translate="no"> · {workshop}</span>}
        </p>
      </div>
      {signedAt !== null && <span className="stamp stamp--good">{report.signed}</span>}
    </header>
  )
}

/** That a newer report of the same person stands beside this one. */
const Newer = ({ inspection: { supersededAt, supersededBy, isPublic } }: { inspection: Inspection }) => {
  const { report } = useMessages(inspectionMessages)
  const { moment } = useFormat()
  if (supersededAt === null || supersededBy === null) return null
  return (
    <p className="note note--warn">
      <span>
        {report.newer(moment(supersededAt))}{' '}
        <Link to={toInspectionPath({ _id: supersededBy, isPublic })}>{report.openNewer}</Link>
      </span>
    </p>
  )
}

/** What anybody can compare with another copy of the same report. */
const CheckMark = ({ inspection: { signedAt, contentHash } }: { inspection: Inspection }) => {
  const { report } = useMessages(inspectionMessages)
  const { moment } = useFormat()
  if (signedAt === null || contentHash === null) return null
  return (
    <p className="hint found__hash">
      {report.signedOn(moment(signedAt))} {report.checkMark} <code translate="no">{contentHash}</code>
    </p>
  )
}

/** A signed inspection, without a field. */
export const Report = ({ inspection }: { inspection: Inspection }) => {
  const { title } = useMessages()
  const { report } = useMessages(inspectionMessages)
  const { bike, kind, answers, worn, bad, dealId } = inspection
  const marks = Object.fromEntries(answers.map(({ point, mark }) => [point, mark]))
  return (
    <article className="inspect inspect--report">
      <title>{title(report.title(bike.productName))}</title>
      <Newer inspection={inspection} />
      <div className="panel found">
        <Head inspection={inspection} />
        <GroupBars kind={kind} marks={marks} />
        <h2>{report.found}</h2>
        {worn + bad === 0 ? (
          <p>{report.nothing}</p>
        ) : (
          <BadAndWorn answers={answers.map(({ point, mark, note }) => ({ point, mark, note: note ?? '' }))} />
        )}
        <CheckMark inspection={inspection} />
      </div>
      <div className="acts no-print">
        <PrintButton className="btn btn--primary" label={report.print} />
        {dealId !== null && (
          <Link className="btn btn--line" to={toDealPath(dealId)}>
            {report.deal}
          </Link>
        )}
        <Link className="btn btn--line" to={`/bikes/${bike.slug}`}>
          {report.bike}
        </Link>
      </div>
    </article>
  )
}
