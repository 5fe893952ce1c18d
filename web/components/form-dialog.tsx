import type { FormEvent, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { FormError } from '#web/ui/forms/field.tsx'
import { ModalHead } from '#web/ui/modal-head.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCheckedForm, type FieldMessages, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { useFormSubmit } from '#web/ui/forms/use-form-submit.ts'

type Props = {
  heading: string
  /** Texts of the fields and buttons. */
  messages: FieldMessages & { close: string; save: string; saving: string }
  /** The names of the form's fields; an API error about another field is shown above the buttons. */
  fields: readonly string[]
  /** Sends the form and returns the message of its success, or null to say nothing. An error it throws is shown at its field; what was typed stays. */
  send: (form: FormData) => Promise<string | null>
  onClose: () => void
  isDanger?: boolean
  /** The text of a second button, which closes the dialog. */
  cancelText?: string
  /** Renders the fields; gets the error message of each invalid field. */
  children: (problems: Problems) => ReactNode
}

/** A form in a modal dialog. After a successful submit it closes, says so, and revalidates the page's data. */
export const FormDialog = ({
  heading,
  messages,
  fields,
  send,
  onClose,
  isDanger = false,
  cancelText,
  children,
}: Props) => {
  const { revalidate } = useRevalidator()
  const { isBusy, error, submit } = useFormSubmit(async (form) => {
    const success = await send(form)
    if (success !== null) toast.success(success)
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
        <ModalHead heading={heading} close={{ label: messages.close, onClose }} />
        <div className="modal__body form">{children(problems)}</div>
        <div className={`modal__foot${cancelText === undefined ? ' modal__foot--column' : ''}`}>
          <FormError message={general} />
          <Submit isBusy={isBusy} busyText={messages.saving} isDanger={isDanger}>
            {messages.save}
          </Submit>
          {cancelText !== undefined && (
            <button className="btn btn--line btn--lg" type="button" onClick={onClose}>
              {cancelText}
            </button>
          )}
        </div>
      </form>
    </Modal>
  )
}
