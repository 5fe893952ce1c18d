import { Link } from 'react-router'
import { toDealPath } from '#web/components/deals/deal-paths.ts'
import { getBikeOutcome } from '#web/components/deals/get-bike-outcome.ts'
import { type Deal, toFirstName } from '#web/components/deals/describe-deal.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'

/** What the admin decided about a problem: the amounts, the reason, and the way to what was said. It stays for ever. */
export const DealDecision = ({ deal }: { deal: Deal }) => {
  const { decision: messages } = useMessages(dealMessages).record
  const { times } = useMessages(dealMessages)
  const { taka } = useFormat()
  if (deal.decision === null) return null
  const { decidedAt, toBuyer, toSeller, reason } = deal.decision
  const name = toFirstName(deal.otherName)
  // A decision for the seller sets the handover of a bike that was not handed over.
  const isHandedOver = deal.handedOverAt !== null && deal.disputedAt !== null && deal.handedOverAt <= deal.disputedAt
  const bikeOutcome = getBikeOutcome(toSeller === 0, isHandedOver)
  const isBuyer = deal.side === 'buyer'
  return (
    <section className="panel" aria-labelledby="decision">
      <h2 className="h3" id="decision">
        {messages.heading}
      </h2>
      <dl className="sums">
        <div>
          <dt>{isBuyer ? messages.toYou : messages.toName(name)}</dt>
          <dd className="num">{taka(toBuyer)}</dd>
        </div>
        <div>
          <dt>{isBuyer ? messages.toName(name) : messages.toYou}</dt>
          <dd className="num">{taka(toSeller)}</dd>
        </div>
        <div>
          <dt>{messages.date}</dt>
          <dd>
            <time dateTime={decidedAt}>{times.full(decidedAt)}</time>
          </dd>
        </div>
      </dl>
      {deal.side !== 'admin' && <p>{messages.bike[deal.side][bikeOutcome](name)}</p>}
      {reason !== null && (
        <p>
          <b>{messages.reason}:</b> <span dir="auto">{reason}</span>
        </p>
      )}
      <Link className="link" to={toDealPath(deal._id, 'problem')}>
        {messages.look}
      </Link>
    </section>
  )
}
