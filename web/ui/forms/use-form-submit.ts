// Submits a form without a navigation. An error keeps the input.
import { useState, type FormEvent } from 'react'
import { toDisplayError, type DisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'

export type FormSubmission = {
  isBusy: boolean
  /** The API error of the last submit: a new object for each submit. */
  error: DisplayError | undefined
  /** The submit handler. It ignores an event whose default is prevented, as after a failed validation. */
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** @param send calls the API; an API error that it throws becomes `error` */
export const useFormSubmit = (send: (form: FormData) => Promise<void>): FormSubmission => {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<DisplayError>()
  const sendForm = async (form: FormData) => {
    setIsBusy(true)
    try {
      await send(form)
    } catch (cause) {
      setError({ ...toDisplayError(cause) })
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (!isBusy) void sendForm(new FormData(event.currentTarget))
  }
  return { isBusy, error, submit }
}

/** Runs an action without a form; errors are shown as toasts. */
export const useAction = (): [isBusy: boolean, act: (action: () => Promise<void>) => void] => {
  const [isBusy, setIsBusy] = useState(false)
  const runAction = async (action: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await action()
    } catch (cause) {
      toast.error(toDisplayError(cause).message)
    } finally {
      setIsBusy(false)
    }
  }
  return [isBusy, (action) => void (isBusy || runAction(action))]
}
