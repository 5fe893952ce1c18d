import type { ReactNode } from 'react'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { type Deal, getKeptTaka, getUnpaidTaka, toFirstName } from '#web/components/deals/describe-deal.ts'
import { describeRefund } from '#web/components/deals/describe-refund.ts'
import { PaymentProofs } from '#web/components/deals/payment-proofs.tsx'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { dealTermMessages } from '#web/i18n/en/deal-terms.ts'
import { meetingMessages } from '#web/i18n/en/meeting.ts'
import { getCashNote } from './cash-note.ts'

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className="num">{children}</dd>
  </div>
)

const Cash = ({ deal }: { deal: Deal }) => {
  const { money } = useMessages(dealMessages)
  const record = useMessages(dealMessages).record
  const { taka } = useFormat()
  if (deal.cash === null || deal.cash === 0) return null
  const note = getCashNote(deal, record)
  return (
    <Line label={money.cash}>
      {taka(deal.cash)} {note !== null && <small className="hint">{note}</small>}
    </Line>
  )
}

const Refund = ({ deal, refund }: { deal: Deal; refund: NonNullable<Deal['refund']> }) => {
  const { refundStates } = useMessages(dealMessages).money
  const record = useMessages(dealMessages).record
  const { taka } = useFormat()
  const { label, text } = describeRefund({ ...deal, refund }, { record, refundStates, taka })
  return <Line label={label}>{text}</Line>
}

/** What stays with the seller; the seller's page says above when it is sent. */
const Kept = ({ deal }: { deal: Deal }) => {
  const { kept } = useMessages(dealMessages).record
  const { taka } = useFormat()
  const keptTaka = getKeptTaka(deal)
  if (keptTaka === 0) return null
  return (
    <Line label={deal.side === 'buyer' ? kept.ofName(toFirstName(deal.otherName)) : kept.yours}>{taka(keptTaka)}</Line>
  )
}

/** What was paid and what is left, once money has moved: what was paid here in all, then what went back. */
export const DealMoney = ({ deal }: { deal: Deal }) => {
  const { money } = useMessages(dealMessages)
  const { cashRisk } = useMessages(meetingMessages)
  const { freeUntil } = useMessages(dealTermMessages).terms
  const { taka } = useFormat()
  const unpaidTaka = getUnpaidTaka(deal)
  if (deal.online === 0 && deal.cash === null && deal.refund === null) return null
  return (
    <>
      <dl className="sums">
        <Line label={money.price}>{taka(deal.price)}</Line>
        {deal.online > 0 && <Line label={money.paid}>{taka(deal.online)}</Line>}
        <Cash deal={deal} />
        {deal.state !== 'closed' && deal.handedOverAt === null && deal.rest > 0 && (
          <Line label={money.rest}>{taka(deal.rest)}</Line>
        )}
        {deal.handedOverAt !== null && unpaidTaka > 0 && <Line label={money.notPaid}>{taka(unpaidTaka)}</Line>}
        <Kept deal={deal} />
        {deal.refund && <Refund deal={deal} refund={deal.refund} />}
      </dl>
      {deal.side === 'buyer' && deal.state === 'held' && deal.rest > 0 && <p className="hint">{cashRisk}</p>}
      {/* Before a time is proposed: one within these hours ends it. */}
      {deal.side === 'buyer' && deal.state === 'held' && deal.meetAt === null && (
        <p className="hint">{freeUntil(toFirstName(deal.otherName))}</p>
      )}
      <PaymentProofs payments={deal.payments} />
    </>
  )
}

/** Which price holds for a buyer, where the bike has another one now; nothing once the bike is handed over. */
export const BookedPrice = ({ deal: { side, state, price, salePrice, acts } }: { deal: Deal }) => {
  const { price: texts } = useMessages(dealTermMessages)
  const { taka } = useFormat()
  const isOpen = state === 'requested' || state === 'accepted' || state === 'held'
  if (side !== 'buyer' || !isOpen || price === salePrice) return null
  const toText = acts.includes('take_lower_price') ? texts.lower : texts.holds
  return <p className="hint">{toText(taka(price), taka(salePrice))}</p>
}
