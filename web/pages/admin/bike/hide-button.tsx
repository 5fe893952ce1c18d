import { lazy, Suspense, useState } from 'react'
import type { CallResponse } from '#contract/call.ts'
import type { adminBikeCalls } from '#contract/admin/bikes.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { LoadingPart } from '#web/ui/loading-part.tsx'

const ReportDialog = lazy(async () => ({
  default: (await import('#web/components/report/report-dialog.tsx')).ReportDialog,
}))

type Bike = CallResponse<(typeof adminBikeCalls)['GET /bikes/:slug/history']>

const ShowDialog = ({ bikeId, onClose }: { bikeId: string; onClose: () => void }) => {
  const { queue, report } = useMessages(caseMessages)
  const { client } = useApp()
  const show = async (form: FormData) => {
    const body = { hidden: false, reason: getFormText(form, 'reason') }
    await client('PUT /hidden/:id', { params: { id: bikeId }, body })
    return queue.shownAgain
  }
  return (
    <FormDialog
      heading={queue.showAgain}
      messages={{
        missing: { reason: queue.missing.reason },
        close: report.close,
        save: queue.showAgain,
        saving: queue.submitting,
      }}
      fields={['reason']}
      send={show}
      onClose={onClose}
      cancelText={report.close}
    >
      {(problems) => (
        <TextField
          id="show-reason"
          name="reason"
          label={queue.reason}
          rows={3}
          maxLength={1_000}
          problem={problems['reason']}
        />
      )}
    </FormDialog>
  )
}

/** Hides a bike that is for sale, or shows it again; with a suspension it is shown again only when that ends. */
export const HideButton = ({ bike: { _id, hiddenBy, soldAt, withdrawnAt } }: { bike: Bike }) => {
  const { queue, report } = useMessages(caseMessages)
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  if (soldAt !== null || withdrawnAt !== null || hiddenBy === 'suspension') return null
  return (
    <>
      <button className="btn btn--line" type="button" onClick={() => setIsOpen(true)}>
        {hiddenBy === null ? report.hide : queue.showAgain}
      </button>
      {isOpen && (
        <Suspense fallback={<LoadingPart />}>
          {hiddenBy === null ? (
            <ReportDialog about={{ productId: _id }} mayHide onClose={onClose} />
          ) : (
            <ShowDialog bikeId={_id} onClose={onClose} />
          )}
        </Suspense>
      )}
    </>
  )
}
