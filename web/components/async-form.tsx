import type { ReactNode } from 'react'
import { NoScriptsNote } from '#web/ui/no-scripts-note.tsx'
import { FormError } from '#web/ui/forms/field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm, type FieldMessages, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { useFormSubmit } from '#web/ui/forms/use-form-submit.ts'

type Props = {
  messages: FieldMessages & { submit: string; submitting: string }
  /** The names of the form's fields. */
  fields: readonly string[]
  /** Sends the form. An error it throws is shown at its field, and what was typed stays. */
  onSend: (form: FormData) => Promise<void>
  /** Renders the fields; gets the error message of each invalid field. */
  children: (problems: Problems) => ReactNode
  /** Shown beside the submit button. */
  secondaryAction?: ReactNode
  isDanger?: boolean
}

/** An account form: validates, submits without a page load, shows errors at the fields. */
export const AsyncForm = ({ messages, fields, onSend, children, secondaryAction, isDanger = false }: Props) => {
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
      <NoScriptsNote />
    </form>
  )
}
