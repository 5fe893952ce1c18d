// Sends a form without leaving the screen, and keeps everything that was typed when the shop refuses it.
import { useState, type FormEvent } from 'react'
import { troubleOf, type Trouble } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'

export type Sending = {
  isBusy: boolean
  /** What the shop said to the last send, if it refused: a new object for each send. */
  refused: Trouble | undefined
  /** To be called with a submit event that no field has stopped. */
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** @param send hands the form over; what it throws is shown at its field */
export const useSend = (send: (form: FormData) => Promise<void>): Sending => {
  const [isBusy, setIsBusy] = useState(false)
  const [refused, setRefused] = useState<Trouble>()
  const hand = async (form: FormData) => {
    setIsBusy(true)
    try {
      await send(form)
    } catch (error) {
      setRefused({ ...troubleOf(error) })
    } finally {
      setIsBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (!isBusy) void hand(new FormData(event.currentTarget))
  }
  return { isBusy, refused, submit }
}

/** Does something that needs no form; what goes wrong is said in a toast. */
export const useDeed = (): [isBusy: boolean, act: (deed: () => Promise<void>) => void] => {
  const [isBusy, setIsBusy] = useState(false)
  const act = async (deed: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await deed()
    } catch (error) {
      toast.error(troubleOf(error).message)
    } finally {
      setIsBusy(false)
    }
  }
  return [isBusy, (deed) => void (isBusy || act(deed))]
}
