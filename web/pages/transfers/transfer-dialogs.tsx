import { ActDialog } from '#web/components/deals/act-dialog.tsx'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { transferMessages } from '#web/i18n/en/transfers.ts'
import { getFormText } from '#web/lib/get-form-text.ts'
import { Field, TextField } from '#web/ui/forms/field.tsx'
import type { Transfer } from './transfer-types.ts'

export type TransferDialogName = 'notice' | 'apply' | 'slip' | 'details'
type Props = { transfer: Transfer; today: string; onClose: () => void }

/** On which day a side did its part. */
const DayDialog = ({ transfer, today, act, onClose }: Props & { act: 'notice' | 'apply' }) => {
  const { acts } = useMessages(transferMessages)
  const { client } = useApp()
  const said = act === 'notice' ? transfer.noticeOn : transfer.appliedOn
  const send = async (form: FormData) => {
    const body = { act, on: getFormText(form, 'on') }
    await client('PUT /transfers/:id', { params: { id: transfer._id }, body })
    return acts.saved
  }
  return (
    <ActDialog heading={acts[act]} submit={acts.save} messages={acts} fields={['on']} send={send} onClose={onClose}>
      {(problems) => (
        <Field
          id="transfer-on"
          name="on"
          type="date"
          label={acts.day}
          min={transfer.soldOn}
          max={today}
          defaultValue={said ?? today}
          problem={problems['on']}
        />
      )}
    </ActDialog>
  )
}

const SlipDialog = ({ transfer, onClose }: Props) => {
  const { acts } = useMessages(transferMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    const body = { act: 'slip', slip: getFormText(form, 'slip') } as const
    await client('PUT /transfers/:id', { params: { id: transfer._id }, body })
    return acts.saved
  }
  return (
    <ActDialog heading={acts.slip} submit={acts.save} messages={acts} fields={['slip']} send={send} onClose={onClose}>
      {(problems) => (
        <Field
          id="transfer-slip"
          name="slip"
          label={acts.slipLabel}
          hint={acts.slipHint}
          defaultValue={transfer.slip ?? ''}
          maxLength={30}
          autoComplete="off"
          problem={problems['slip']}
        />
      )}
    </ActDialog>
  )
}

/** Name and address for the receipt alone. */
const DetailsDialog = ({ transfer, onClose }: Props) => {
  const { acts, receipt } = useMessages(transferMessages)
  const { client } = useApp()
  const send = async (form: FormData) => {
    const body = { act: 'details', name: getFormText(form, 'name'), address: getFormText(form, 'address') } as const
    await client('PUT /transfers/:id', { params: { id: transfer._id }, body })
    return acts.saved
  }
  return (
    <ActDialog
      heading={receipt.details}
      submit={acts.save}
      messages={acts}
      fields={['name', 'address']}
      send={send}
      onClose={onClose}
    >
      {(problems) => (
        <>
          <Field
            id="transfer-name"
            name="name"
            label={receipt.name}
            autoComplete="name"
            maxLength={80}
            defaultValue={transfer.details?.name ?? ''}
            problem={problems['name']}
          />
          <TextField
            id="transfer-address"
            name="address"
            label={receipt.address}
            hint={receipt.hint}
            rows={2}
            maxLength={200}
            defaultValue={transfer.details?.address ?? ''}
            problem={problems['address']}
          />
        </>
      )}
    </ActDialog>
  )
}

/** The dialog of an act. */
export const TransferDialog = ({ name, ...props }: Props & { name: TransferDialogName }) => {
  if (name === 'slip') return <SlipDialog {...props} />
  return name === 'details' ? <DetailsDialog {...props} /> : <DayDialog {...props} act={name} />
}
