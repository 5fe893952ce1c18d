import { useState } from 'react'
import { Link } from 'react-router'
import { DealCard } from '#web/components/deals/deal-card.tsx'
import { toSimilarPath } from '#web/components/deals/deal-paths.ts'
import { DealStyles } from '#web/components/deals/deal-styles.tsx'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'

/** Ended orders that are shown before all are asked for. */
const shownAtFirst = 5

/** The orders that ended without a sale, newest first: how each ended, and the money that went back. */
export const EndedOrders = ({ deals, nowMs }: { deals: readonly DealSummary[]; nowMs: number }) => {
  const { list } = useMessages(dealMessages)
  const [hasAll, setHasAll] = useState(false)
  const shown = hasAll ? deals : deals.slice(0, shownAtFirst)
  return (
    <section className="ended" aria-labelledby="ended-orders">
      <DealStyles />
      <h2 className="group" id="ended-orders">
        {list.ended} <span className="n num">{list.count(deals.length)}</span>
      </h2>
      <ul className="dl">
        {shown.map((deal) => (
          <DealCard key={deal._id} deal={deal} kind="ended" nowMs={nowMs}>
            <div className="dealcard__acts">
              <Link
                className="btn btn--line"
                to={toSimilarPath(deal.productName)}
                aria-label={list.labelled(list.similar, deal.productName)}
              >
                {list.similar}
              </Link>
            </div>
          </DealCard>
        ))}
      </ul>
      {shown.length < deals.length && (
        <button className="btn btn--quiet" type="button" onClick={() => setHasAll(true)}>
          {list.allEndedOrders}
        </button>
      )}
    </section>
  )
}
