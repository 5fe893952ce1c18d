import { useRevalidator } from 'react-router'
import { AsyncForm } from '#web/components/async-form.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { caseMessages } from '#web/i18n/en/cases.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { toast } from '#web/ui/toast.ts'
import type { CaseDetail } from './case-detail.ts'

/** Shows a bike again that this case hid. */
export const ShowAgain = ({ found: { productId } }: { found: CaseDetail }) => {
  const { queue } = useMessages(caseMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  if (productId === null) return null
  const show = async (form: FormData) => {
    const body = { hidden: false, reason: getFormText(form, 'reason') }
    await client('PUT /hidden/:id', { params: { id: productId }, body })
    toast.success(queue.shownAgain)
    await revalidate()
  }
  return (
    <AsyncForm messages={{ ...queue, submit: queue.showAgain }} fields={['reason']} onSend={show}>
      {(problems) => (
        <TextField
          id="show-reason"
          name="reason"
          label={queue.reason}
          rows={2}
          maxLength={1_000}
          problem={problems['reason']}
        />
      )}
    </AsyncForm>
  )
}
