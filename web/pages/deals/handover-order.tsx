import type { Deal } from '#web/components/deals/describe-deal.ts'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { handoverOrderMessages } from '#web/i18n/en/handover-order.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'

/** What happens at a handover, one after the other. Buyer and seller read the same words. */
export const HandoverOrder = ({ deal: { rest, price } }: { deal: Pick<Deal, 'rest' | 'price'> }) => {
  const order = useMessages(handoverOrderMessages)
  const { handover } = useMessages(moneyMessages)
  const { taka, digits } = useFormat()
  const steps = [
    order.look,
    rest > 0 ? order.pay(taka(rest)) : order.paid(taka(price)),
    order.read,
    order.green(handover.success),
    order.keys,
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
