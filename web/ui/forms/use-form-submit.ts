// Sends a form without leaving the screen, and keeps everything that was typed when the shop refuses it.
import { useState, type FormEvent } from 'react'
import { toDisplayError, type DisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'

export type FormSubmission = {
  isBusy: boolean
  /** What the shop said to the last send, if it refused: a new object for each send. */
  error: DisplayError | undefined
  /** To be called with a submit event that no field has stopped. */
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** @param send hands the form over; what it throws is shown at its field */
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

/** Does something that needs no form; what goes wrong is said in a toast. */
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
