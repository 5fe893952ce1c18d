import { bikeDetailsMessages } from '#web/i18n/en/bike-details.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'

/** The bike's prices, newest first; nothing if the price never changed. */
export const PriceHistory = ({ prices }: { prices: { price: number; since: string }[] }) => {
  const { edit } = useMessages(bikeDetailsMessages)
  const { taka, moment } = useFormat()
  if (prices.length < 2) return null
  return (
    <section className="pricehistory" aria-labelledby="price-history">
      <h2 id="price-history">{edit.prices}</h2>
      <ol>
        {prices.map(({ price, since }, index) => (
          <li key={since + price}>
            <b className="num">{taka(price)}</b>
            {index === 0 && <span className="badge badge--good">{edit.pricesNow}</span>}
            <span className="num">
              {edit.pricesSince} {moment(since)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
