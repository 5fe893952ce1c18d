// What was found at the bike of a deal, and the way to look at it point by point.
import { Link } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { Client } from '#contract/client.ts'
import type { inspectionCalls } from '#contract/inspections/inspection-calls.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { BeginInspection } from '#web/components/inspections/begin-inspection.tsx'
import { toOwnInspectionPath } from '#web/components/inspections/inspection-paths.ts'
import { useMessages } from '#web/context/app-context.ts'
import { toLoadResult } from '#web/context/display-error.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'

export type DealInspections = CallResponse<(typeof inspectionCalls)['GET /bikes/:slug/inspections']>

/** The inspections of the bike, from the agreed time on; null before, and when they cannot be loaded. */
export const fetchInspections = async (client: Client, { slug, meetAt }: Deal): Promise<DealInspections | null> => {
  if (meetAt === null) return null
  const found = await toLoadResult(client('GET /bikes/:slug/inspections', { params: { slug } }))
  return found.ok ? found.value : null
}

/** The newest signed one of the buyer and of the buyer's mechanic, and a button for who may make one. */
export const InspectionsOfDeal = ({ deal, found }: { deal: Deal; found: DealInspections }) => {
  const { inspections: texts } = useMessages(dealMessages)
  const ofDeal = found.inspections.filter(({ dealId }) => dealId === deal._id)
  const signed = ofDeal.filter(({ state }) => state === 'signed')
  const hasDraft = ofDeal.some(({ isMine, state }) => isMine && state === 'draft')
  const mayMake = deal.side === 'buyer' && found.mayMake === 'buyer'
  if (!mayMake && signed.length === 0) return null
  return (
    <div className="deal__others" role="group" aria-label={texts.heading}>
      {signed.map(({ _id, kind }) => (
        <Link key={_id} className="btn btn--line" to={toOwnInspectionPath(_id)}>
          {kind === 'mechanic' ? texts.mechanic : texts.found[deal.side === 'buyer' ? 'buyer' : 'seller']}
        </Link>
      ))}
      {mayMake && <BeginInspection slug={deal.slug} label={hasDraft ? texts.resume : texts.begin} />}
    </div>
  )
}
