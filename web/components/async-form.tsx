import type { ReactNode } from 'react'
import { FormError } from '#web/ui/forms/field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { useCheckedForm, type FieldWords, type Problems } from '#web/ui/forms/use-checked-form.ts'
import { useSend } from '#web/ui/forms/use-form-submit.ts'
import { forms } from '#web/i18n/en/forms.ts'
import { useChapter } from '#web/context/app-context.ts'

type Props = {
  words: FieldWords & { submit: string; submitting: string }
  /** The names of the form's fields. */
  fields: readonly string[]
  /** Hands the form over; what it throws is shown at its field, and everything typed stays. */
  onSend: (form: FormData) => Promise<void>
  /** The fields, given the sentence of each that does not fit. */
  children: (problems: Problems) => ReactNode
  /** Stands beside the button. */
  beside?: ReactNode
  isDanger?: boolean
}

/** A form of the account: checked, sent without leaving the screen, refused at the field. */
export const SentForm = ({ words, fields, onSend, children, beside, isDanger = false }: Props) => {
  const formWords = useChapter(forms)
  const { isBusy, refused, submit } = useSend(onSend)
  const { problems, general, formProps } = useCheckedForm(words, refused, fields)
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
        <Submit isBusy={isBusy} busyText={words.submitting} isDanger={isDanger}>
          {words.submit}
        </Submit>
        {beside}
      </div>
      <noscript>
        <p className="note note--warn">{formWords.noScripts}</p>
      </noscript>
    </form>
  )
}
