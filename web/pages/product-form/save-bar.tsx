import { FormError } from '#web/ui/forms/field.tsx'
import { Submit } from '#web/ui/forms/submit.tsx'
import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages } from '#web/context/app-context.ts'
import editBikeStyles from '#web/styles/edit-bike.css?url'

const EditBikeStyles = () => <link rel="stylesheet" href={editBikeStyles} precedence="screen" />

type Props = {
  messages: { submit: string; submitting: string }
  isBusy: boolean
  isChanged: boolean
  /** The refusal that belongs to no field. It stands here, where it is seen from every part of the form. */
  error: string | undefined
}

/** The button that saves a long form, at the bottom edge of the window; beside it, whether there is something to save. */
export const SaveBar = ({ messages, isBusy, isChanged, error }: Props) => {
  const { edit } = useMessages(bikeDetailsMessages)
  return (
    <div className="savebar">
      <EditBikeStyles />
      <FormError message={error} />
      <p className="savebar__state" role="status">
        {isChanged && edit.unsaved}
      </p>
      <Submit isBusy={isBusy} busyText={messages.submitting}>
        {messages.submit}
      </Submit>
    </div>
  )
}
