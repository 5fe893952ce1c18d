// How the money of a problem is divided: amounts to choose from, who has the bike then, and both sums.
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { getBikeOutcome } from '#web/components/deals/get-bike-outcome.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealReasonMessages } from '#web/i18n/en/deal-reasons.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'

type Dispute = CallResponse<(typeof moneyCalls)['GET /disputes']>[number]

/** Fills in the amount: all of it, half of it, or nothing; and says who has the bike then, before an amount is chosen for each of them. */
export const Presets = ({
  dispute: { held: heldTaka, isHandedOver },
  takaToBuyer,
  typed,
  onChoose,
}: {
  dispute: Dispute
  takaToBuyer: number | null
  typed: string
  onChoose: (taka: number) => void
}) => {
  const { presets } = useMessages(dealMessages).record
  const { bike } = useMessages(moneyMessages).disputes
  const { problem } = useMessages(dealReasonMessages)
  const { taka } = useFormat()
  const amounts = [
    [presets.all, heldTaka],
    [presets.half, Math.floor(heldTaka / 2)],
    [presets.nothing, 0],
  ] as const
  return (
    <div className="case__presets" role="group" aria-label={presets.label}>
      <span className="field__label" aria-hidden>
        {presets.label}
      </span>
      {amounts.map(([label, amount]) => (
        <button
          key={label}
          className={typed === String(amount) ? 'btn btn--soft' : 'btn btn--line'}
          type="button"
          aria-pressed={typed === String(amount)}
          onClick={() => onChoose(amount)}
        >
          {label} <span className="num">{taka(amount)}</span>
        </button>
      ))}
      <p aria-live="polite">
        {takaToBuyer === null
          ? problem.bike.admin[isHandedOver ? 'handedOver' : 'notYet']()
          : bike[getBikeOutcome(takaToBuyer === heldTaka, isHandedOver)]}
      </p>
    </div>
  )
}

/** Both sums, above the button that decides. */
export const Sums = ({ dispute: { held }, takaToBuyer }: { dispute: Dispute; takaToBuyer: number | null }) => {
  const { disputes } = useMessages(moneyMessages)
  const { taka } = useFormat()
  if (takaToBuyer === null) return null
  return (
    <p className="num">
      <b>{disputes.sums(taka(takaToBuyer), taka(held - takaToBuyer))}</b>
    </p>
  )
}
