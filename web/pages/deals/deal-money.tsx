import type { ReactNode } from 'react'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { PaymentProofs } from '#web/components/deals/payment-proofs.tsx'
import { dealMessages } from '#web/i18n/en/deals.ts'

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

const Cash = ({ deal }: { deal: Deal }) => {
  const { money } = useMessages(dealMessages)
  const { taka } = useFormat()
  if (deal.cash === null) return null
  const note = deal.cashConfirmedAt !== null ? null : deal.cashDeniedAt === null ? money.cashOpen : money.cashDenied
  return (
    <Line label={money.cash}>
      {taka(deal.cash)}
      {note !== null && ` (${note})`}
    </Line>
  )
}

/** What was paid and what is left, once money has moved. */
export const DealMoney = ({ deal }: { deal: Deal }) => {
  const { money } = useMessages(dealMessages)
  const { taka } = useFormat()
  if (deal.paid === 0 && deal.cash === null && deal.refund === null) return null
  return (
    <>
      <dl className="sums">
        <Line label={money.price}>{taka(deal.price)}</Line>
        {deal.paid > 0 && <Line label={money.paid}>{taka(deal.paid)}</Line>}
        <Cash deal={deal} />
        {deal.state !== 'closed' && deal.rest > 0 && <Line label={money.rest}>{taka(deal.rest)}</Line>}
        {deal.refund && (
          <Line label={money.refund}>
            {taka(deal.refund.taka)} ({money.refundStates[deal.refund.state]})
          </Line>
        )}
      </dl>
      <PaymentProofs payments={deal.payments} />
    </>
  )
}
