import type { ReactNode } from 'react'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealTermMessages } from '#web/i18n/en/deal-terms.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { BuyerFacts } from './buyer-facts.tsx'
import { CardActs, TimeLeft } from './deal-card.tsx'
import { type DealSummary, useDealSentences } from './describe-deal.ts'

/** Where the buyer wants to meet. */
const Place = ({ deal: { meetPlace } }: { deal: DealSummary }) => {
  const { list } = useMessages(dealMessages)
  return meetPlace === null ? null : (
    <p>
      {list.place} {meetPlace}
    </p>
  )
}

type Props = { deal: DealSummary; nowMs: number; isFurther?: boolean }

/**
 * What a buyer asks for, who that is, where, and until when the seller answers.
 * @param isFurther the card above says what follows when nobody answers
 */
export const DealRequest = ({ deal, nowMs, isFurther = false }: Props) => {
  const { taka } = useFormat()
  const { unanswered } = useMessages(dealTermMessages)
  const { name, heading } = useDealSentences()(deal, nowMs)
  return (
    <>
      <div className="dealcard__ask">
        <b>{heading}</b>
        {deal.buyer !== null && <BuyerFacts buyer={deal.buyer} />}
        {deal.price !== deal.salePrice && <p className="num">{taka(deal.price)}</p>}
        <Place deal={deal} />
        <TimeLeft deal={deal} nowMs={nowMs}>
          {name === 'requested' && !isFurther && unanswered.ends}
          {name === 'turn' && unanswered.passes}
        </TimeLeft>
      </div>
      <CardActs deal={deal} kind="answer" />
    </>
  )
}

/** A further request for the bike of the card above it. */
export const FurtherRequest = (props: Props): ReactNode => (
  <li className="dealcard dealcard--further">
    <DealRequest {...props} isFurther />
  </li>
)
