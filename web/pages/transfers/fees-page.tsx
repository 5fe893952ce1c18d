import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { DashboardHead } from '#web/components/dashboard-head.tsx'
import { AsyncForm } from '#web/components/async-form.tsx'
import { toPageResult } from '#web/components/load-page.ts'
import { type Fee, FeeCheck, useFormatFee } from '#web/components/transfer-fees.tsx'
import { MemberStyles } from '#web/layout/page-styles.tsx'
import { TransferStyles } from '#web/components/transfer-styles.tsx'
import { appContext, useApp, useMessages } from '#web/context/app-context.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { parseWholeNumber } from '#web/lib/parse-whole-number.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { ErrorNote } from '#web/ui/note.tsx'
import { toast } from '#web/ui/toast.ts'

/** Loads the fees and deadlines. */
export const loader = ({ context }: LoaderFunctionArgs) => toPageResult(context.get(appContext).client('GET /fees'))

type Change = { amount: number | null; source: string }

/** Asks once more, with the value before and after. */
const ConfirmChange = ({ fee, change, onClose }: { fee: Fee; change: Change; onClose: () => void }) => {
  const { admin, fees } = useMessages(transferMessages)
  const formatFee = useFormatFee()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [, run] = useAction()
  const save = () =>
    new Promise<void>((resolve) =>
      run(async () => {
        try {
          await client('PUT /fees/:name', { params: { name: fee.name }, body: change })
          toast.success(admin.saved)
          await revalidate()
        } finally {
          resolve()
        }
      }),
    )
  return (
    <Confirm
      heading={admin.question}
      text={admin.confirm(fees.names[fee.name], formatFee(fee), formatFee({ unit: fee.unit, amount: change.amount }))}
      labels={{ confirm: admin.yes, busy: admin.busy, cancel: admin.cancel }}
      onConfirm={save}
      onClose={onClose}
    />
  )
}

const FeeForm = ({ fee }: { fee: Fee }) => {
  const { admin } = useMessages(transferMessages)
  const [change, setChange] = useState<Change>()
  const [isWrong, setIsWrong] = useState(false)
  const ask = (form: FormData): Promise<void> => {
    const typed = getFormText(form, 'amount').trim()
    const amount = parseWholeNumber(typed)
    const isNumber = typed === '' || amount !== null
    setIsWrong(!isNumber)
    if (isNumber) setChange({ amount, source: getFormText(form, 'source') })
    return Promise.resolve()
  }
  return (
    <>
      <AsyncForm
        messages={{ ...admin, submit: admin.next, submitting: admin.busy }}
        fields={['amount', 'source']}
        onSend={ask}
      >
        {(problems) => (
          <>
            <Field
              id={`amount-${fee.name}`}
              name="amount"
              label={admin.amount}
              optional={admin.amountHint}
              inputMode="numeric"
              maxLength={12}
              defaultValue={fee.amount ?? ''}
              problem={problems['amount'] ?? (isWrong ? admin.wrong.amount : undefined)}
            />
            <Field
              id={`source-${fee.name}`}
              name="source"
              label={admin.source}
              maxLength={200}
              defaultValue={fee.source}
              problem={problems['source']}
            />
          </>
        )}
      </AsyncForm>
      {change && <ConfirmChange fee={fee} change={change} onClose={() => setChange(undefined)} />}
    </>
  )
}

const Row = ({ fee }: { fee: Fee }) => {
  const { admin, fees } = useMessages(transferMessages)
  const formatFee = useFormatFee()
  return (
    <li>
      <b>{fees.names[fee.name]}</b>
      <span className="num">{formatFee(fee)}</span>
      <FeeCheck fee={fee} />
      <details>
        <summary className="btn btn--line" aria-label={admin.editName(fees.names[fee.name])}>
          {admin.edit}
        </summary>
        {/* A new form after each save, with what was saved. */}
        <FeeForm key={`${fee.amount} ${fee.checkedOn} ${fee.source}`} fee={fee} />
      </details>
    </li>
  )
}

/** The admin's fees, stamp values and deadlines of transfers. */
export default function Fees() {
  const { title } = useMessages()
  const { fees, admin, retry } = useMessages(transferMessages)
  const { revalidate } = useRevalidator()
  const result = useLoaderData<typeof loader>()
  return (
    <>
      <MemberStyles />
      <TransferStyles />
      <title>{title(fees.heading)}</title>
      <DashboardHead>{fees.heading}</DashboardHead>
      <p className="notices__lead">{admin.lead}</p>
      {result.ok ? (
        <ul className="fees">
          {result.value.map((fee) => (
            <Row key={fee.name} fee={fee} />
          ))}
        </ul>
      ) : (
        <ErrorNote message={result.message} retry={retry} onRetry={() => void revalidate()} />
      )}
    </>
  )
}
