import { type Deal, toFirstName, toMessageSide } from '#web/components/deals/describe-deal.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { handoverOrderMessages } from '#web/i18n/en/handover-order.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'

type Props = { deal: Pick<Deal, 'rest' | 'price' | 'side' | 'otherName'> }

/** What happens at a handover, one after the other, as the side that reads it does it. */
export const HandoverOrder = ({ deal: { rest, price, side, otherName } }: Props) => {
  const order = useMessages(handoverOrderMessages)
  const { handover } = useMessages(moneyMessages)
  const { taka, digits } = useFormat()
  const name = toFirstName(otherName)
  const own = order[toMessageSide(side)]
  const steps = [
    order.look,
    rest > 0 ? own.pay(name, taka(rest)) : order.paid(taka(price)),
    own.read(name),
    own.green(name, handover.success),
    own.keys(name),
  ]
  return (
    <section aria-labelledby="order">
      <h2 className="h3" id="order">
        {order.heading}
      </h2>
      <ol className="steps order">
        {steps.map((step, index) => (
          <li key={step}>
            <span className="mark" aria-hidden>
              {digits(index + 1)}
            </span>
            <p>{step}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
