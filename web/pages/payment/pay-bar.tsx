import { useEffect, useRef, useState } from 'react'
import { useFormat, useMessages } from '#web/context/app-context.ts'
import { moneyMessages } from '#web/i18n/en/money.ts'

/** Whether the place of the bar itself is on the screen: then the form follows below it. */
const useIsReached = () => {
  const place = useRef<HTMLSpanElement>(null)
  const [isReached, setIsReached] = useState(false)
  useEffect(() => {
    if (!place.current) return undefined
    // What is above the screen has been passed.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setIsReached(entry.isIntersecting || entry.boundingClientRect.top < 0)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, isReached }
}

/** What is paid now, in Taka. It stays at the bottom of the screen, with the way to the form, until that is in view. */
export const PayBar = ({ amountTaka, onContinue }: { amountTaka: number; onContinue: () => void }) => {
  const { pay } = useMessages(moneyMessages)
  const { taka } = useFormat()
  const { place, isReached } = useIsReached()
  return (
    <>
      <div className="pay__bar">
        <p className="pay__now">
          {pay.now} <b className="num">{taka(amountTaka)}</b>
        </p>
        <button className="btn btn--primary" type="button" hidden={isReached} onClick={onContinue}>
          {pay.toForm}
        </button>
      </div>
      <span ref={place} />
    </>
  )
}
