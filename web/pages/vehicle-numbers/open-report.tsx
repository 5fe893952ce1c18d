// A report that a moderator has open: the photo of the GD, what was typed, and the decision.
import { Link } from 'react-router'
import type { z } from 'zod'
import type { stolenCalls } from '#contract/vehicle-numbers/stolen-calls.ts'
import { stolenFaults, type StolenReason } from '#contract/vehicle-numbers/stolen-reports.ts'
import { DecideEvidence } from '#web/components/evidence-queue/decide-evidence.tsx'
import { OpenedEvidence } from '#web/components/evidence-queue/opened-evidence.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'

export type OpenedReport = z.output<(typeof stolenCalls)['POST /stolen/:id/openings']['response']>

const Facts = ({ report }: { report: OpenedReport }) => {
  const { own, check } = useMessages(stolenMessages)
  const { form } = useMessages(vehicleNumberMessages)
  const { count } = useFormat()
  const formatDay = useFormatDay()
  const typed = [
    { term: form.chassis, text: report.chassis },
    { term: form.engine, text: report.engine },
    { term: form.registration, text: report.registration },
    { term: own.gdNumber, text: report.gdNumber },
    { term: own.policeStation, text: report.policeStation },
    { term: check.reporter, text: report.reporterName },
  ]
  return (
    <dl className="rows">
      {typed.map(
        ({ term, text }) =>
          text !== null && (
            <div key={term}>
              <dt>{term}</dt>
              <dd translate="no">{text}</dd>
            </div>
          ),
      )}
      <div>
        <dt>{own.gdOn}</dt>
        <dd>{formatDay(report.gdOn)}</dd>
      </div>
      <div>
        <dt>{check.falseReports}</dt>
        <dd>{count(report.falseReports)}</dd>
      </div>
      {report.advertisements.map(({ slug, productName, sellerName }) => (
        <div key={slug}>
          <dt>{check.found}</dt>
          <dd translate="no">
            <Link className="link" to={`/bikes/${slug}`}>
              {productName}
            </Link>{' '}
            · {sellerName}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Props = {
  report: OpenedReport
  isBusy: boolean
  onDecide: (decision: StolenReason) => Promise<void>
  onClose: () => void
}

/** The photo of the GD with the reader's name on it, and beside it what was typed. */
export const OpenReport = ({ report, isBusy, onDecide, onClose }: Props) => {
  const { check } = useMessages(stolenMessages)
  return (
    <OpenedEvidence
      heading={check.photoAlt}
      photoAlt={check.photoAlt}
      words={check}
      evidence={report}
      onClose={onClose}
    >
      <Facts report={report} />
      <DecideEvidence
        reasons={stolenFaults}
        words={check}
        isBusy={isBusy}
        onAccept={() => onDecide('matches')}
        onRefuse={onDecide}
      />
    </OpenedEvidence>
  )
}
