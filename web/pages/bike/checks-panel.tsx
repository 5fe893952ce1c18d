// What the seller and mechanics found at the points of a bike, each with the way to the report.
import { Link } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { inspectionCalls } from '#contract/inspections/inspection-calls.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { bikePageMessages } from '#web/i18n/en/bike-page.ts'

export type PublicInspections = CallResponse<(typeof inspectionCalls)['GET /bikes/:slug/inspections']>['inspections']

const countNames = ['good', 'worn', 'bad', 'notLookedAt'] as const

const Row = ({ inspection }: { inspection: PublicInspections[number] }) => {
  const { checks } = useMessages(bikePageMessages)
  const { count, moment } = useFormat()
  const { _id, by, kind, signedAt } = inspection
  const counts = countNames.filter((name) => inspection[name] > 0).map((name) => checks[name](count(inspection[name])))
  return (
    <li>
      <Link to={`/inspections/${_id}`}>
        <span>
          {by !== null && (
            <>
              <span className="papers__by" translate="no">
                {by}
              </span>
              {', '}
            </>
          )}
          {checks.by[kind]}
        </span>
      </Link>
      <p className="num">
        {[signedAt === null ? '' : moment(signedAt), counts.join(', ')].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}

/** The reports that everybody reads, below the papers; nothing without one. */
export const ChecksPanel = ({ inspections }: { inspections: PublicInspections }) => {
  const { checks } = useMessages(bikePageMessages)
  if (inspections.length === 0) return null
  return (
    <section className="papers" aria-labelledby="checks-heading">
      <h2 className="h3" id="checks-heading">
        {checks.heading}
      </h2>
      <ul>
        {inspections.map((inspection) => (
          <Row key={inspection._id} inspection={inspection} />
        ))}
      </ul>
    </section>
  )
}
