import type { StolenReason } from '#contract/vehicle-numbers/stolen-reports.ts'
import { useOpened } from '#web/components/evidence-queue/use-opened.ts'
import { useApp, useMessages } from '#web/context/app-context.ts'
import { stolenMessages } from '#web/i18n/en/stolen.ts'
import { toast } from '#web/ui/toast.ts'
import type { OpenedReport } from './open-report.tsx'

/** Opens a report and decides it. */
export const useChecking = () => {
  const { check } = useMessages(stolenMessages)
  const { client } = useApp()
  const { opened, isBusy, run, close } = useOpened<OpenedReport>()
  const open = (id: string) => run(() => client('POST /stolen/:id/openings', { params: { id } }))
  const decide = (id: string, decision: StolenReason) =>
    run(async () => {
      await client('PUT /stolen/:id', { params: { id }, body: { decision } })
      toast.success(check.success)
      return null
    })
  return { opened, isBusy, open, decide, close }
}
