import { useRevalidator } from 'react-router'
import { useDeed } from '#web/ui/forms/use-form-submit.ts'
import { notices } from '#web/i18n/en/alerts.ts'
import { useChapter, useWorld } from '#web/context/app-context.ts'

/** Whether letters come about bikes of the wishlist that became cheaper, and the button that changes it. */
export const PriceLetters = ({ on }: { on: boolean }) => {
  const { prices } = useChapter(notices)
  const { client } = useWorld()
  const { revalidate } = useRevalidator()
  const [isBusy, act] = useDeed()
  const turn = () =>
    act(async () => {
      await client('PUT /price-letters', { body: { on: !on } })
      await revalidate()
    })
  return (
    <section className="notices__prices" aria-labelledby="lower-prices">
      <h2 id="lower-prices">{prices.heading}</h2>
      <p role="status">{on ? prices.on : prices.off}</p>
      <button className="btn btn--line" type="button" aria-busy={isBusy} onClick={turn}>
        {on ? prices.stop : prices.start}
      </button>
    </section>
  )
}
