import { useRevalidator } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { useApp, useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { toast } from '#web/ui/toast.ts'
import { getQuestion } from './get-early-warning.ts'

type Dispute = CallResponse<(typeof moneyCalls)['GET /disputes']>[number]
export type ChosenDecision = { takaToBuyer: number; note: string }

/** Asks once more, with what each side gets; first of all who may still answer. */
export const ConfirmDecision = ({
  dispute,
  decision: { takaToBuyer, note },
  nowMs,
  onClose,
}: {
  dispute: Dispute
  decision: ChosenDecision
  nowMs: number
  onClose: () => void
}) => {
  const { disputes } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [, run] = useAction()
  const { dealId, evidenceUntil } = dispute
  const decide = () =>
    new Promise<void>((resolve) =>
      run(async () => {
        try {
          const body = { takaToBuyer, ...(note !== '' && { note }) }
          await client('PUT /disputes/:id', { params: { id: dealId }, body })
          toast.success(disputes.decided)
          await revalidate()
        } finally {
          resolve()
        }
      }),
    )
  return (
    <Confirm
      {...getQuestion(dispute, { takaToBuyer, taka }, disputes, { nowMs, until: times.at(evidenceUntil) })}
      labels={{ confirm: disputes.send, busy: disputes.submitting, cancel: disputes.keep }}
      onConfirm={decide}
      onClose={onClose}
    />
  )
}
