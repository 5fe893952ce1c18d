import { useFormat, useMessages } from '#web/context/app-context.ts'
import { dealMessages } from '#web/i18n/en/deals.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { SentenceWithName } from '#web/ui/sentence-with-name.tsx'
import { AccountNumber } from './account-number.tsx'
import { hasNoAccount, type Payout } from './payout-acts.ts'

/** The account that the money goes to, with a button that shows its whole number. */
export const PayoutAccount = ({ payout, isUsable }: { payout: Payout; isUsable: boolean }) => {
  const { payouts: messages, money } = useMessages(moneyMessages)
  const { times } = useMessages(dealMessages)
  const { digits } = useFormat()
  const { destination, createdAt, holderName, bankName } = payout
  if (hasNoAccount(payout)) return <p>{messages.noDestination(times.day(createdAt))}</p>
  if (destination === null) return null
  return (
    <div className="case__top">
      <p>
        <b>{money.current(money.kinds[destination.kind], digits(destination.last4))}</b>
        {holderName !== null && (
          <>
            <br />
            <SentenceWithName text={messages.holder(holderName)} name={holderName} />
          </>
        )}
        {bankName !== null && (
          <span translate="no">
            <br />
            {bankName}
          </span>
        )}
      </p>
      {isUsable && <AccountNumber payoutId={payout._id} />}
    </div>
  )
}
