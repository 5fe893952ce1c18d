import type { ReactNode } from 'react'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { FormDialog } from '#web/components/form-dialog.tsx'
import { useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import type { FieldMessages, Problems } from '#web/ui/forms/use-checked-form.ts'

/** What the dialog of every act gets. */
export type DialogProps = { deal: Deal; nowMs: number; onClose: () => void }

type Props = {
  heading: string
  submit: string
  /** Messages of the fields. */
  messages?: FieldMessages
  fields?: readonly string[]
  /** Sends the act and returns the message of its success. An error that it throws is shown in the dialog. */
  send: (form: FormData) => Promise<string>
  onClose: () => void
  isDanger?: boolean
  /** The text of the button that closes the dialog. */
  closeText?: string
  /** Renders the fields; gets the message of each invalid field. */
  children: (problems: Problems) => ReactNode
}

const noMessages: FieldMessages = { missing: {} }

/** A dialog for one act of a deal or of its money. */
export const ActDialog = ({ submit, messages = noMessages, fields = [], closeText, ...dialog }: Props) => {
  const { close, sending } = useMessages(dealActMessages)
  return (
    <FormDialog
      {...dialog}
      messages={{ ...messages, close, save: submit, saving: sending }}
      fields={fields}
      cancelText={closeText ?? close}
    />
  )
}
