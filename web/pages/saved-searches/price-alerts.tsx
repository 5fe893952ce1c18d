import { useRevalidator } from 'react-router'
import { useAction } from '#web/ui/forms/use-form-submit.ts'
import { alertMessages } from '#web/i18n/en/alerts.ts'
import { useMessages, useApp } from '#web/context/app-context.ts'

/** Whether price alerts for the wishlist are on, and the button to switch them. */
export const PriceAlerts = ({ isEnabled }: { isEnabled: boolean }) => {
  const { prices } = useMessages(alertMessages)
  const { client } = useApp()
  const { revalidate } = useRevalidator()
  const [isBusy, run] = useAction()
  const toggle = () =>
    run(async () => {
      await client('PUT /price-alerts', { body: { on: !isEnabled } })
      await revalidate()
    })
  return (
    <section className="notices__prices" aria-labelledby="lower-prices">
      <h2 id="lower-prices">{prices.heading}</h2>
      <p role="status">{isEnabled ? prices.on : prices.off}</p>
      <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={toggle}>
        {isEnabled ? prices.stop : prices.start}
      </button>
    </section>
  )
}
