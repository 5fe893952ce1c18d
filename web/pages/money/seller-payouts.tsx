import { useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { AskSeller } from './ask-seller.tsx'
import { isWaitingForSeller, listBatch, type Payout } from './payout-acts.ts'
import { PayoutBatch } from './payout-batch.tsx'
import { PayoutCard } from './payout-card.tsx'

type Props = { payouts: readonly [Payout, ...Payout[]]; nowMs: number; ownId: string | null }

/**
 * The payouts of one seller that wait: who is paid, and of several how many there are and how much they are together. Two sellers
 * may have one name, so the part is named by the address too. Whoever has not said where to be paid can be written to, in the last card.
 */
export const SellerPayouts = ({ payouts, nowMs, ownId }: Props) => {
  const { several } = useMessages(moneyMessages).payouts
  const { taka, count } = useFormat()
  const [{ sellerId, sellerName, sellerEmail }] = payouts
  // A seller may have a part of each kind.
  const isWaiting = isWaitingForSeller(payouts[0], nowMs)
  const id = isWaiting ? `waiting-${sellerId}` : sellerId
  const sumTaka = payouts.reduce((sum, { amount }) => sum + amount, 0)
  const Heading = isWaiting ? 'h3' : 'h2'
  const [firstOfBatch, ...othersOfBatch] = listBatch(payouts, ownId, nowMs)
  return (
    <section className="payee" aria-labelledby={`seller-${id} mail-${id}`}>
      <Heading className="h3" id={`seller-${id}`} translate="no">
        {sellerName}
      </Heading>
      <p className="hint" id={`mail-${id}`} translate="no">
        {sellerEmail}
      </p>
      {payouts.length > 1 && (
        <p>
          <b>{several(count(payouts.length), taka(sumTaka))}</b>
        </p>
      )}
      <ul className="dl">
        {payouts.map((payout) => {
          if (firstOfBatch && payout === firstOfBatch)
            return <PayoutBatch key="batch" payouts={[firstOfBatch, ...othersOfBatch]} nowMs={nowMs} ownId={ownId} />
          if (othersOfBatch.includes(payout)) return null
          return (
            <PayoutCard
              key={`${payout._id} ${payout.state} ${payout.requestedBy}`}
              payout={payout}
              nowMs={nowMs}
              ownId={ownId}
            >
              {isWaiting && payout === payouts.at(-1) && (
                <AskSeller name={sellerName} email={sellerEmail} sumTaka={sumTaka} />
              )}
            </PayoutCard>
          )
        })}
      </ul>
    </section>
  )
}
