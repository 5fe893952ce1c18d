import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Dispute as DisputeShape } from '#contract/deals/money-calls.ts'
import type { Deal } from '#web/components/deals/describe-deal.ts'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { listEvidence } from './list-evidence.ts'
import { PrivatePicture } from './private-picture.tsx'

type Dispute = z.output<typeof DisputeShape>
type Item = Dispute['evidence'][number]

const Side = ({ heading, items, below }: { heading: string; items: readonly Item[]; below: ReactNode }) => {
  const { problem } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  return (
    <section aria-label={heading}>
      <h2 className="h3">{heading}</h2>
      {below}
      {items.length === 0 && <p className="hint">{problem.nothing}</p>}
      <ul className="dl">
        {items.map((item) => (
          <li key={item._id} className="panel evid">
            {item.note !== null && <p dir="auto">{item.note}</p>}
            {item.picture !== null && <PrivatePicture path={item.picture} alt={problem.picture} />}
            <time className="hint" dateTime={item.addedAt}>
              {times.at(item.addedAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Props = { dispute: Dispute; below?: Record<'buyer' | 'seller', ReactNode>; own?: Deal['side'] }

/**
 * What both sides say and show: two columns, on a phone below each other, the buyer first. The report itself comes first.
 * `below` stands below the name of each; the side that is `own` is called "You".
 */
export const Evidence = ({ dispute, below, own }: Props) => {
  const { problem } = useMessages(moneyMessages)
  const items = listEvidence(dispute)
  const selectItems = (by: Item['by']) => items.filter((item) => item.by === by)
  const headings = {
    buyer: own === 'buyer' ? problem.you : `${problem.buyer}: ${dispute.buyerName}`,
    seller: own === 'seller' ? problem.you : `${problem.seller}: ${dispute.sellerName}`,
  }
  return (
    <div className="sides">
      <Side heading={headings.buyer} items={selectItems('buyer')} below={below?.buyer} />
      <Side heading={headings.seller} items={selectItems('seller')} below={below?.seller} />
    </div>
  )
}
