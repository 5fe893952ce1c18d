import { useState } from 'react'
import { Link } from 'react-router'
import { chatReportReasons, reportReasons } from '#contract/cases/report-reasons.ts'
import { DealStylesInDialog } from '#web/components/deals/deal-styles.tsx'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { FormError, TextField } from '#web/ui/forms/field.tsx'
import { RadioBoxes } from '#web/ui/forms/radio-boxes.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { useFormSubmit } from '#web/ui/forms/use-form-submit.ts'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { Modal } from '#web/ui/modal.tsx'
import type { Reported } from './reported.ts'

type Props = { about: Reported; onClose: () => void }

const ReportForm = ({ about, heading, onClose, onDone }: Props & { heading: string; onDone: () => void }) => {
  const { report, reasons } = useMessages(caseMessages)
  const { client } = useApp()
  const isChat = 'chatId' in about
  const choices = isChat ? chatReportReasons : reportReasons
  const { isBusy, error, submit } = useFormSubmit(async (form) => {
    const reason = choices.find((one) => one === getFormText(form, 'reason')) ?? 'rude'
    const words = getFormText(form, 'words').trim()
    await client('POST /reports', { body: { ...about, reason, ...(words !== '' && { words }) } })
    onDone()
  })
  const { problems, general, formProps } = useCheckedForm(report, error, ['reason', 'words'])
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        formProps.onSubmit(event)
        submit(event)
      }}
    >
      <ModalHead heading={heading} close={{ label: report.close, onClose }} />
      <div className="modal__body form">
        <div className="stack">
          <RadioBoxes
            name="reason"
            legend={report.reason}
            isRequired
            choices={choices.map((value) => ({ value, label: reasons[value] }))}
            problem={problems['reason']}
          />
        </div>
        <TextField
          id="report-words"
          name="words"
          label={report.words}
          optional={report.optional}
          rows={3}
          maxLength={1_000}
          hint={isChat ? report.chatHint : report.hint}
          problem={problems['words']}
        />
      </div>
      <div className="modal__foot">
        <FormError message={general} />
        <Submit isBusy={isBusy} busyText={report.submitting}>
          {report.submit}
        </Submit>
      </div>
    </form>
  )
}

const Done = ({ about, onClose }: Props) => {
  const { report } = useMessages(caseMessages)
  const steps = 'chatId' in about ? report.done : [...report.done, report.hides]
  return (
    <>
      <ModalHead heading={report.doneHeading} close={{ label: report.close, onClose }} />
      <div className="modal__body">
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="note note--warn">{report.money}</p>
      </div>
      <div className="modal__foot">
        <Link className="btn btn--primary btn--lg" to="/dashboard/standing" onClick={onClose}>
          {report.mine}
        </Link>
        <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
          {report.close}
        </button>
      </div>
    </>
  )
}

/** A moderator hides the bike at once, with a reason for its seller. */
const HideDialog = ({ productId, onClose }: { productId: string; onClose: () => void }) => {
  const { report } = useMessages(caseMessages)
  const { client } = useApp()
  const hide = async (form: FormData) => {
    const body = { hidden: true, reason: getFormText(form, 'reason') }
    await client('PUT /hidden/:id', { params: { id: productId }, body })
    return report.hidden
  }
  return (
    <FormDialog
      heading={report.hide}
      messages={{
        missing: { reason: report.missing.words },
        close: report.close,
        save: report.hide,
        saving: report.hiding,
      }}
      fields={['reason']}
      send={hide}
      onClose={onClose}
      isDanger
      cancelText={report.close}
    >
      {(problems) => (
        <TextField
          id="hide-reason"
          name="reason"
          label={report.words}
          hint={report.hideHint}
          rows={3}
          maxLength={1_000}
          problem={problems['reason']}
        />
      )}
    </FormDialog>
  )
}

/** The report sheet; after it, what happens now. */
export const ReportDialog = ({ about, mayHide, onClose }: Props & { mayHide: boolean }) => {
  const { report } = useMessages(caseMessages)
  const [isDone, setIsDone] = useState(false)
  if (mayHide && 'productId' in about) return <HideDialog productId={about.productId} onClose={onClose} />
  const heading = 'chatId' in about ? report.chat : 'productId' in about ? report.bike : report.seller
  return (
    <Modal label={isDone ? report.doneHeading : heading} className="modal" onClose={onClose}>
      <DealStylesInDialog />
      {isDone ? (
        <Done about={about} onClose={onClose} />
      ) : (
        <ReportForm about={about} heading={heading} onClose={onClose} onDone={() => setIsDone(true)} />
      )}
    </Modal>
  )
}
