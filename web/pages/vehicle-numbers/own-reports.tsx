// The stolen bikes that a member reported, and taking a report back.
import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import type { stolenCalls } from '#contract/vehicle-numbers/stolen-calls.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { useFormatDay } from '#web/context/use-format-day.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { toast } from '#web/ui/toast.ts'

type Report = z.output<(typeof stolenCalls)['GET /stolen']['response']>[number]

const ReportRow = ({ report, onWithdraw }: { report: Report; onWithdraw: (id: string) => void }) => {
  const { own } = useMessages(stolenMessages)
  const formatDay = useFormatDay()
  const isOpen = report.state === 'waiting' || report.state === 'active'
  return (
    <li className="panel case">
      <b translate="no">{report.chassis ?? report.engine ?? own.erased}</b>
      <p>
        <span className="badge badge--warn">{own.states[report.state]}</span>{' '}
        {report.policeStation !== null && <span translate="no">{report.policeStation} · </span>}
        {report.gdNumber !== null && <span translate="no">{report.gdNumber} · </span>}
        {formatDay(report.gdOn)}
      </p>
      {report.reason !== null && report.state !== 'withdrawn' && <p>{own.reasons[report.reason]}</p>}
      {isOpen && (
        <div className="acts">
          <button className="btn btn--line" type="button" onClick={() => onWithdraw(report._id)}>
            {own.withdraw}
          </button>
        </div>
      )}
    </li>
  )
}

type WithdrawalProps = { reportId: string; onChange: () => Promise<void>; onClose: () => void }

/** Asks before a report is taken back. */
export const ConfirmWithdrawal = ({ reportId, onChange, onClose }: WithdrawalProps) => {
  const { own } = useMessages(stolenMessages)
  const { client } = useApp()
  const withdraw = async () => {
    try {
      await client('POST /stolen/:id/withdrawal', { params: { id: reportId } })
      toast.success(own.withdrawn)
    } catch (error) {
      toast.error(toDisplayError(error).message)
    }
    await onChange()
  }
  return (
    <Confirm
      heading={own.sure}
      text={own.sureText}
      labels={{ confirm: own.withdraw, busy: own.busy, cancel: own.cancel }}
      onConfirm={withdraw}
      onClose={onClose}
      isUsual
    />
  )
}

type Props = { page: { items: Report[]; next: string | null }; onChange: () => Promise<void> }

/** The own reports with their states and reasons. */
export const OwnReports = ({ page, onChange }: Props) => {
  const { own } = useMessages(stolenMessages)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <section aria-labelledby="own-reports">
      <h2 className="h3" id="own-reports">
        {own.yours}
      </h2>
      {page.items.length === 0 && <p className="hint">{own.none}</p>}
      <ul className="dl">
        {page.items.map((report) => (
          <ReportRow key={report._id} report={report} onWithdraw={setAsked} />
        ))}
      </ul>
      {page.next !== null && (
        <Link className="btn btn--line" to={`/dashboard/stolen?cursor=${page.next}`}>
          {own.more}
        </Link>
      )}
      {asked !== null && <ConfirmWithdrawal reportId={asked} onChange={onChange} onClose={() => setAsked(null)} />}
    </section>
  )
}
