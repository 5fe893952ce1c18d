import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { getBikeOutcome } from '#web/components/deals/get-bike-outcome.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'

type Dispute = CallResponse<(typeof moneyCalls)['GET /disputes']>[number]

/** Who gets how much; nothing when the problem was taken back. */
const useOutcome = ({ decision, takaToBuyer }: Dispute): string | null => {
  const { disputes } = useMessages(moneyMessages)
  const { taka } = useFormat()
  if (decision === 'withdrawn') return null
  if (decision === 'released') return disputes.allToSeller
  if (decision === 'refunded') return disputes.allToBuyer(taka(takaToBuyer ?? 0))
  return disputes.partToBuyer(taka(takaToBuyer ?? 0))
}

/** How a problem ended: what was decided, when, why, and who gets how much. */
export const Decision = ({ dispute, decidedAt }: { dispute: Dispute; decidedAt: string }) => {
  const { disputes } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const outcome = useOutcome(dispute)
  const isWithdrawn = dispute.decision === 'withdrawn'
  return (
    <>
      <p className="case__top">
        <span className={`badge ${isWithdrawn ? 'badge--plain' : 'badge--good'}`}>
          {isWithdrawn ? disputes.chips.withdrawn : disputes.chips.decided}
        </span>
        <time dateTime={decidedAt}>{times.full(decidedAt)}</time>
      </p>
      {outcome !== null && (
        <p>
          {outcome} {disputes.bike[getBikeOutcome(dispute.decision === 'refunded', dispute.isHandedOver)]}
        </p>
      )}
      {dispute.decisionNote !== null && (
        <p dir="auto">
          {disputes.decisionReason}: {dispute.decisionNote}
        </p>
      )}
    </>
  )
}
