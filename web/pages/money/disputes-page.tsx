import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { appContext, useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'

/** Loads all disputes, undecided ones first. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  toPageResult(context.get(appContext).client('GET /disputes', { query: { limit: '100' } }))

type Dispute = Extract<Awaited<ReturnType<typeof loader>>, { ok: true }>['value'][number]

const DecideForm = ({ dispute }: { dispute: Dispute }) => {
  const { disputes } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const send = async (form: FormData) => {
    const takaToBuyer = parseWholeNumber(getFormText(form, 'takaToBuyer')) ?? -1
    const note = getFormText(form, 'note')
    const question = disputes.confirm(
      taka(takaToBuyer),
      dispute.buyerName,
      taka(dispute.paid - takaToBuyer),
      dispute.sellerName,
    )
    if (takaToBuyer >= 0 && !confirm(question)) return
    await client('PUT /disputes/:id', {
      params: { id: dispute.dealId },
      body: { takaToBuyer, ...(note !== '' && { note }) },
    })
    toast.success(disputes.decided)
    await revalidate()
  }
  return (
    <AsyncForm messages={disputes} fields={['takaToBuyer', 'note']} onSend={send}>
      {(problems) => (
        <>
          <Field
            id={`to-buyer-${dispute.dealId}`}
            name="takaToBuyer"
            label={disputes.toBuyer}
            type="text"
            inputMode="numeric"
            maxLength={20}
            problem={problems['takaToBuyer']}
          />
          <TextField
            id={`note-${dispute.dealId}`}
            name="note"
            label={disputes.note}
            rows={2}
            maxLength={1_000}
            optional="…"
            problem={problems['note']}
          />
        </>
      )}
    </AsyncForm>
  )
}

const DisputeCard = ({ dispute }: { dispute: Dispute }) => {
  const { disputes, problem } = useMessages(moneyMessages)
  const { taka, moment } = useFormat()
  return (
    <li className="panel">
      <h2 className="h3">{dispute.productName}</h2>
      <p>
        {problem.buyer}: {dispute.buyerName}. {problem.seller}: {dispute.sellerName}. <b>{taka(dispute.paid)}</b>
      </p>
      <p>
        <b>{problem.reasons[dispute.reason as keyof typeof problem.reasons]}</b> {dispute.note}
      </p>
      <p>
        <Link to={toDealPath(dispute.dealId, 'problem')}>{disputes.look}</Link>
      </p>
      {dispute.decidedAt === null ? (
        <>
          <p>{problem.decision(moment(dispute.decideUntil))}</p>
          <DecideForm dispute={dispute} />
        </>
      ) : (
        <p>{dispute.decision === 'withdrawn' ? problem.withdrawn : problem.decided(taka(dispute.takaToBuyer ?? 0))}</p>
      )}
    </li>
  )
}

export default function Disputes() {
  const { title } = useMessages()
  const { disputes, money } = useMessages(moneyMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <title>{title(disputes.title)}</title>
      <DealStyles />
      <DashboardHead>{disputes.title}</DashboardHead>
      {!result.ok && <ErrorNote message={result.message} retry={money.retry} onRetry={() => void revalidate()} />}
      {result.ok && result.value.length === 0 && <p>{disputes.none}</p>}
      {result.ok && (
        <ul className="dl">
          {result.value.map((dispute) => (
            <DisputeCard key={dispute.dealId} dispute={dispute} />
          ))}
        </ul>
      )}
    </>
  )
}
