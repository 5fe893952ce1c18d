// What came of a sale, in the seller's list: where the money is, and what is left to do at BRTA.
import { Link } from 'react-router'
import type { z } from 'zod'
import type { Payout as PayoutShape } from '#contract/deals/payouts.ts'
import { toTransferPath } from '#web/components/deals/deal-paths.ts'
import type { DealSummary } from '#web/components/deals/describe-deal.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealPayoutMessages } from '#web/i18n/en/deal-payout.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'

export type Payout = z.output<typeof PayoutShape>

type Props = { deal: DealSummary; payout: Payout | undefined }

/** Where the money of a sale is, in one line; null where nothing came of it. */
const useMoneyLine = ({ deal: { closeReason, paid, price }, payout }: Props): string | null => {
  const { sold } = useMessages(dealPayoutMessages)
  const { times } = useMessages(dealMessages)
  const { taka, digits } = useFormat()
  if (closeReason === 'sold_for_cash') return sold.cash(taka(price))
  if (closeReason !== 'released' || paid === 0) return null
  // The list of payouts has the newest alone, or did not come.
  if (payout === undefined) return sold.yours(taka(paid))
  const { amount, setOff, isFrozen, state, destination, confirmedAt } = payout
  if (amount === 0 && setOff > 0) return sold.setOff(taka(setOff))
  if (isFrozen) return sold.frozen(taka(amount))
  if (state === 'due') return sold.due(taka(amount))
  if (state === 'failed') return sold.failed(taka(amount))
  const where = destination === null ? null : sold.where[destination.kind](digits(destination.last4))
  if (state === 'sent') return sold.sent(taka(amount), where)
  return sold.confirmed(taka(amount), where, confirmedAt === null ? null : times.day(confirmedAt))
}

/** The money of a sale, and the last day on which BRTA hears of it while that is to be done. */
export const SoldFacts = (props: Props) => {
  const { list, times } = useMessages(dealMessages)
  const money = useMoneyLine(props)
  const { _id, productName, transferDueOn } = props.deal
  return (
    <>
      {money !== null && <p className="say num">{money}</p>}
      {transferDueOn !== null && (
        <>
          <p className="say">{list.tellBrtaBy(times.day(transferDueOn))}</p>
          <div className="dealcard__acts">
            <Link
              className="btn btn--primary"
              to={toTransferPath(_id)}
              aria-label={list.labelled(list.tellBrta, productName)}
            >
              {list.tellBrta}
            </Link>
          </div>
        </>
      )}
    </>
  )
}
