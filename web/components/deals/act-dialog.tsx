import type { FormEvent, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { useMessages } from '#web/context/app-context.ts'
import { dealActMessages } from '#web/i18n/en/deal-acts.ts'
import { FormError } from '#web/ui/forms/field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm, type FieldMessages, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { useFormSubmit } from '#web/ui/forms/use-form-submit.ts'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the dialog of every act gets. */
export type DialogProps = { deal: Deal; nowMs: number; onClose: () => void }

type Props = {
  heading: string
  submit: string
  /** Messages of the fields. */
  messages?: FieldMessages
  /** The names of the fields; an API error about another field is shown above the buttons. */
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

/** A dialog for one act of a deal. After a successful act it closes, says so, and loads the deal again. */
export const ActDialog = ({
  heading,
  submit: submitText,
  messages = noMessages,
  fields = [],
  send,
  onClose,
  isDanger = false,
  closeText,
  children,
}: Props) => {
  const { close, sending } = useMessages(dealActMessages)
  const { revalidate } = useRevalidator()
  const { isBusy, error, submit } = useFormSubmit(async (form) => {
    toast.success(await send(form))
    onClose()
    await revalidate()
  })
  const { problems, general, formProps } = useCheckedForm(messages, error, fields)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    formProps.onSubmit(event)
    submit(event)
  }
  return (
    <Modal label={heading} className="modal" onClose={onClose}>
      <form {...formProps} onSubmit={onSubmit}>
        <ModalHead heading={heading} close={{ label: close, onClose }} />
        <div className="modal__body form">
          {children(problems)}
          <FormError message={general} />
        </div>
        <div className="modal__foot">
          <Submit isBusy={isBusy} busyText={sending} isDanger={isDanger}>
            {submitText}
          </Submit>
          <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
            {closeText ?? close}
          </button>
        </div>
      </form>
    </Modal>
  )
}
