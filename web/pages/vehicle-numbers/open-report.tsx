// A report that a moderator has open: the photo of the GD, what was typed, and the decision.
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { stolenCalls } from '#contract/vehicle-numbers/stolen-calls.ts'
import { stolenFaults, type StolenFault, type StolenReason } from '#contract/vehicle-numbers/stolen-reports.ts'
import { PrivatePicture } from '#web/components/evidence/private-picture.tsx'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { isForQueue } from '#web/ui/forms/queue-keys.tsx'

export type OpenedReport = z.output<(typeof stolenCalls)['POST /stolen/:id/openings']['response']>

/** The reason that a moderator's key from 1 to 5 gives; undefined for other keys. */
export const findStolenFault = (key: string): StolenFault | undefined =>
  /^[1-5]$/.test(key) ? stolenFaults[Number(key) - 1] : undefined

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

type RegisterProps = { onConfirm: () => Promise<void>; onClose: () => void }

/** Asks before the bike stands in the register. */
export const ConfirmRegister = ({ onConfirm, onClose }: RegisterProps) => {
  const { check } = useMessages(stolenMessages)
  return (
    <Confirm
      heading={check.sure}
      text={check.sureText}
      labels={{ confirm: check.confirm, busy: check.busy, cancel: check.cancel }}
      onConfirm={onConfirm}
      onClose={onClose}
      isUsual
    />
  )
}

/** "Put it into the register" asks once; a reason is given by its button or its key. */
const Decide = ({ isBusy, onDecide }: Pick<Props, 'isBusy' | 'onDecide'>) => {
  const { check } = useMessages(stolenMessages)
  const { digits } = useFormat()
  const [isAsking, setIsAsking] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const fault = findStolenFault(event.key)
    if (!fault || isBusy || isAsking || event.repeat || !isForQueue(event)) return
    event.preventDefault()
    void onDecide(fault)
  })
  // A layout effect, because a key may follow the painted report at once.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <div className="acts">
        <button className="btn btn--primary" type="button" disabled={isBusy} onClick={() => setIsAsking(true)}>
          {check.confirm}
        </button>
      </div>
      <h3>{check.reasons}</h3>
      <div className="stack">
        {stolenFaults.map((fault, index) => (
          <button
            key={fault}
            className="btn btn--line"
            type="button"
            disabled={isBusy}
            onClick={() => void onDecide(fault)}
          >
            {`${digits(index + 1)}. ${check.faults[fault]}`}
          </button>
        ))}
      </div>
      {isAsking && <ConfirmRegister onConfirm={() => onDecide('matches')} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const focusHeading = (heading: HTMLElement | null) => heading?.focus()

/** The photo with the reader's name on it, and beside it what was typed. */
export const OpenReport = ({ report, isBusy, onDecide, onClose }: Props) => {
  const { check } = useMessages(stolenMessages)
  const { times } = useMessages(dealMessages)
  return (
    <section className="panel case evid--paper" aria-labelledby="report-heading">
      <h2 className="h3" id="report-heading" tabIndex={-1} ref={focusHeading}>
        {check.photoAlt}
      </h2>
      <p className="hint">{check.openUntil(times.at(report.openUntil))}</p>
      <PrivatePicture path={`/api/papers/files/${report.fileId}`} alt={check.photoAlt} />
      {report.isPhotoOfOther && <p className="note note--stop">{check.ofOther}</p>}
      <Facts report={report} />
      <Decide isBusy={isBusy} onDecide={onDecide} />
      <div className="acts">
        <button className="btn btn--quiet" type="button" onClick={onClose}>
          {check.close}
        </button>
      </div>
    </section>
  )
}
