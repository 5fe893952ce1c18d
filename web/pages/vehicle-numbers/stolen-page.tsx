// A member reports a stolen bike with the GD of the police, and reads what became of earlier reports.
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { PaperPhoto, usePaperPhoto } from '#web/components/pictures/paper-photo.tsx'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { vehicleNumberMessages } from '#web/i18n/en/vehicle-numbers.ts'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { createId } from '#web/lib/create-id.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { ErrorNote, Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'
import { OwnReports } from './own-reports.tsx'
import { createReportSender, reportedNumbers, reportFields } from './send-report.ts'

/** Loads the member's own reports, the newest first. */
export const loader = async ({ context, request }: LoaderFunctionArgs) => {
  const { client } = context.get(appContext)
  const cursor = new URL(request.url).searchParams.get('cursor') ?? undefined
  return toPageResult(client.page('GET /stolen', { query: { limit: '20', cursor } }))
}

const maxTyped = 60

const ReportForm = ({ onSent }: { onSent: () => Promise<void> }) => {
  const { own } = useMessages(stolenMessages)
  const { form: numberTexts } = useMessages(vehicleNumberMessages)
  const photo = usePaperPhoto(null, 'POST /stolen/files')
  const { client } = useApp()
  const [report] = useState(() => createReportSender(client, createId))
  const [hasNoPhoto, setHasNoPhoto] = useState(false)
  const send = async (form: FormData) => {
    const isSent = await report(form, photo.send)
    setHasNoPhoto(!isSent)
    if (!isSent) return
    toast.success(own.sent)
    await onSent()
  }
  const missing = { gdNumber: own.gdNumberHint, policeStation: own.policeStation, gdOn: own.gdOn }
  return (
    <AsyncForm
      messages={{ missing, submit: own.submit, submitting: own.submitting }}
      fields={reportFields}
      onSend={send}
    >
      {(problems) => (
        <>
          {reportedNumbers.map((kind) => (
            <Field
              key={kind}
              id={kind}
              name={kind}
              type="text"
              maxLength={maxTyped}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              label={numberTexts[kind]}
              optional={numberTexts.optional}
              hint={kind === 'chassis' ? own.numbersHint : numberTexts[`${kind}Hint`]}
              problem={problems[kind]}
            />
          ))}
          <Field
            id="gd-number"
            name="gdNumber"
            type="text"
            maxLength={30}
            autoComplete="off"
            label={own.gdNumber}
            hint={own.gdNumberHint}
            problem={problems['gdNumber']}
          />
          <Field
            id="police-station"
            name="policeStation"
            type="text"
            maxLength={80}
            label={own.policeStation}
            problem={problems['policeStation']}
          />
          <Field id="gd-on" name="gdOn" type="date" label={own.gdOn} problem={problems['gdOn']} />
          <PaperPhoto photo={photo} hint={own.photoHint} />
          {hasNoPhoto && photo.chosen === null && (
            <p className="note note--warn" role="alert">
              {own.noPhoto}
            </p>
          )}
          <p className="hint">{own.warning}</p>
        </>
      )}
    </AsyncForm>
  )
}

export default function ReportStolen() {
  const { title } = useMessages()
  const { own } = useMessages(stolenMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <MemberStyles />
      <DealStyles />
      <title>{title(own.title)}</title>
      <DashboardHead>{own.title}</DashboardHead>
      <div className="readcolumn">
        <p className="lead">{own.lead}</p>
        <Note>
          {own.needs}{' '}
          <Link className="link" to="/dashboard/phone">
            {own.phone}
          </Link>
        </Note>
        {result.ok ? (
          <>
            {/* After a report the form is empty again. */}
            <ReportForm key={result.value.items[0]?._id ?? ''} onSent={revalidate} />
            <OwnReports page={result.value} onChange={revalidate} />
          </>
        ) : (
          <ErrorNote message={result.message} retry={own.retry} onRetry={() => void revalidate()} />
        )}
      </div>
    </>
  )
}
