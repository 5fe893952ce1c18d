// The inspections of a bike for its seller and for buyers with a deal, and their links for mechanics.
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { countPoints } from '#contract/inspections/points.ts'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { BeginInspection } from '#web/components/inspections/begin-inspection.tsx'
import { toInspectionPath, toOwnInspectionPath } from '#web/components/inspections/inspection-paths.ts'
import { InspectionStyles } from '#web/components/inspections/inspection-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useFormat, useMessages } from '#web/context/app-context.ts'
import { inspectionMessages } from '#web/i18n/en/inspections.ts'
import { loadInspectionMessages } from '#web/i18n/load-inspection-messages.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { useCounts } from './group-bars.tsx'
import type { BikeInspections } from './inspection-types.ts'
import { MechanicLinks } from './mechanic-links.tsx'
import { useRole } from './report.tsx'

/** Loads the inspections of the bike that the member may read. */
export const loader = async ({ context, params: { slug = '' } }: LoaderFunctionArgs) => {
  const { client, language } = context.get(appContext)
  await loadInspectionMessages(language)
  const load = async () => ({ slug, ...(await client('GET /bikes/:slug/inspections', { params: { slug } })) })
  return toPageResult(load())
}

type Loaded = { slug: string } & BikeInspections
type Summary = BikeInspections['inspections'][number]

/** Begins an inspection, or goes on with a draft. */
const Begin = ({ slug, mayMake, inspections }: Loaded) => {
  const { bike } = useMessages(inspectionMessages)
  const { count } = useFormat()
  if (mayMake === null) return null
  const own = inspections.filter(({ isMine, kind }) => isMine && kind === mayMake)
  const label = own.some(({ state }) => state === 'draft')
    ? bike.resume
    : own.length > 0
      ? bike.again
      : bike.begin[mayMake]
  return (
    <section className="panel" aria-label={bike.begin[mayMake]}>
      <p>{bike.beginText[mayMake](count(countPoints(mayMake)))}</p>
      <BeginInspection slug={slug} label={label} isMain />
    </section>
  )
}

const Row = ({ inspection }: { inspection: Summary }) => {
  const { bike } = useMessages(inspectionMessages)
  const { moment } = useFormat()
  const getRole = useRole()
  const formatCounts = useCounts()
  const { _id, by, state, signedAt } = inspection
  const role = getRole(inspection)
  return (
    <li>
      <Link to={state === 'draft' ? toOwnInspectionPath(_id) : toInspectionPath(inspection)}>
        <b dir="auto">
          <span translate="no">{by ?? role}</span>
        </b>
        <span>
          {[by === null ? '' : role, signedAt === null ? bike.draft : moment(signedAt)].filter(Boolean).join(' · ')}
        </span>
        <span>{formatCounts(inspection)}</span>
        {state === 'superseded' && <small>{bike.older}</small>}
      </Link>
    </li>
  )
}

const Inspections = (loaded: Loaded) => {
  const { bike } = useMessages(inspectionMessages)
  const { slug, productName, mayMake, inspections, invitations } = loaded
  return (
    <div className="inspect">
      <p className="lead">
        <SentenceWithName text={bike.lead(productName)} name={productName} />
      </p>
      <Begin {...loaded} />
      <section aria-labelledby="inspections">
        <h2 className="h3" id="inspections">
          {bike.list}
        </h2>
        {inspections.length === 0 ? (
          <p>{bike.none}</p>
        ) : (
          <ul className="inspect__rows">
            {inspections.map((inspection) => (
              <Row key={inspection._id} inspection={inspection} />
            ))}
          </ul>
        )}
      </section>
      <MechanicLinks slug={slug} side={mayMake} invitations={invitations} />
    </div>
  )
}

export default function BikeInspectionsPage() {
  const { title } = useMessages()
  const { bike, retry } = useMessages(inspectionMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <InspectionStyles />
      <title>{title(bike.title)}</title>
      <DashboardHead>{bike.title}</DashboardHead>
      {result.ok ? (
        <Inspections {...result.value} />
      ) : (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
