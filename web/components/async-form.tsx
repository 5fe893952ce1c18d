import type { ReactNode } from 'react'
import { FormError } from '#web/ui/forms/field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm, type FieldMessages, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { useFormSubmit } from '#web/ui/forms/use-form-submit.ts'
import { formMessages } from '#web/i18n/en/forms.ts'
import { useMessages } from '#web/context/app-context.ts'

type Props = {
  messages: FieldMessages & { submit: string; submitting: string }
  /** The names of the form's fields. */
  fields: readonly string[]
  /** Hands the form over; what it throws is shown at its field, and everything typed stays. */
  onSend: (form: FormData) => Promise<void>
  /** The fields, given the sentence of each that does not fit. */
  children: (problems: Problems) => ReactNode
  /** Stands beside the button. */
  secondaryAction?: ReactNode
  isDanger?: boolean
}

/** A form of the account: checked, sent without leaving the screen, refused at the field. */
export const AsyncForm = ({ messages, fields, onSend, children, secondaryAction, isDanger = false }: Props) => {
  const formTexts = useMessages(formMessages)
  const { isBusy, error, submit } = useFormSubmit(onSend)
  const { problems, general, formProps } = useCheckedForm(messages, error, fields)
  return (
    <form
      className="form"
      method="post"
      {...formProps}
      onSubmit={(event) => {
        formProps.onSubmit(event)
        submit(event)
      }}
    >
      {children(problems)}
      <FormError message={general} />
      <div className="acts">
        <Submit isBusy={isBusy} busyText={messages.submitting} isDanger={isDanger}>
          {messages.submit}
        </Submit>
        {secondaryAction}
      </div>
      <noscript>
        <p className="note note--warn">{formTexts.noScripts}</p>
      </noscript>
    </form>
  )
}
