import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StolenReason } from '#contract/vehicle-numbers/stolen-reports.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { toDisplayError } from '#web/context/display-error.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { toast } from '#web/ui/toast.ts'
import type { OpenedReport } from './open-report.tsx'

/** Opens a report and decides it. What fails is said, and the list is loaded again. */
export const useChecking = () => {
  const { check } = useMessages(stolenMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [opened, setOpened] = useState<OpenedReport | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const run = async (act: () => Promise<OpenedReport | null>) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      setOpened(await act())
    } catch (error) {
      toast.error(toDisplayError(error).message)
      setOpened(null)
    }
    await revalidate()
    setIsBusy(false)
  }
  const open = (id: string) => run(() => client('POST /stolen/:id/openings', { params: { id } }))
  const decide = (id: string, decision: StolenReason) =>
    run(async () => {
      await client('PUT /stolen/:id', { params: { id }, body: { decision } })
      toast.success(check.success)
      return null
    })
  return { opened, isBusy, open, decide, close: () => setOpened(null) }
}
