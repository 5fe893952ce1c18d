import { ChevronDown } from 'lucide'
import type { CallResponse } from '#contract/call.ts'
import type { moneyCalls } from '#contract/deals/money-calls.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'
import { Icon } from '#web/ui/icon.tsx'

type Advertisement = CallResponse<(typeof moneyCalls)['GET /disputes']>[number]['advertisement']

type Props = { advertisement: Advertisement; isUnfolded: boolean }

/** What the advertisement says about the bike, to compare with the words of the buyer; folded where the problem is another one. */
export const DisputeAdvertisement = ({ advertisement, isUnfolded }: Props) => {
  const { advertisement: messages } = useMessages(moneyMessages).disputes
  const { card } = useMessages()
  const { count, digits } = useFormat()
  const { condition, purchaseTime, kilometres, description } = advertisement
  return (
    <details className="folded" open={isUnfolded}>
      <summary>
        <b>{messages.heading}</b>
        <Icon of={ChevronDown} size={20} />
      </summary>
      <dl className="sums">
        <div>
          <dt>{card.condition}</dt>
          <dd>{card.conditions[condition]}</dd>
        </div>
        <div>
          <dt>{messages.year}</dt>
          <dd className="num">{digits(purchaseTime)}</dd>
        </div>
        <div>
          <dt>{messages.kilometres}</dt>
          <dd className="num">{kilometres === null ? messages.notSaid : count(kilometres)}</dd>
        </div>
      </dl>
      <p>
        <b>{messages.description}</b>
      </p>
      {description === null ? <p>{messages.notSaid}</p> : <p dir="auto">{description}</p>}
    </details>
  )
}
