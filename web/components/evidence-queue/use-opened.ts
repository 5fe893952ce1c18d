import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { toDisplayError } from '#web/context/display-error.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * What a moderator of a queue has open. `run` does one thing at a time: what its act gives is open then, null is nothing. What
 * fails is said, and the list is loaded again.
 */
export const useOpened = <Opened>() => {
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (act: () => Promise<Opened | null>): Promise<void> => {
    if (isBusy) return
    setIsBusy(true)
    try {
      setOpened(await act())
    } catch (error) {
      toast.error(toDisplayError(error).message)
      // Changed, decided by a colleague, or open for too long: it is opened again from the list.
      setOpened(null)
    }
    await revalidate()
    setIsBusy(false)
  }
  return { opened, isBusy, run, close: () => setOpened(null) }
}
