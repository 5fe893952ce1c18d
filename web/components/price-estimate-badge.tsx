import { TriangleAlert } from 'lucide'
import type { Verdict } from '#contract/price-estimates.ts'
import { Icon } from '#web/ui/icon.tsx'
import { priceBadgeMessages } from '#web/i18n/en/price-badge.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'

/** The verdict on a price; `compared` is the number of bikes it is based on, or 0 where that is not shown. */
export type Badge = { verdict: Verdict; isFarBelow: boolean; compared: number }

// From left to right, best price first.
const bars = ['great', 'good', 'fair', 'high', 'above'] as const

/** Five bars, of which the verdict's one stands out. */
export const Bars = ({ verdict }: { verdict: Verdict }) => (
  <span className="fair__bars" aria-hidden>
    {bars.map((bar) => (
      <i key={bar} className={bar === verdict ? 'on' : undefined} />
    ))}
  </span>
)

/**
 * The verdict on a price, and nothing where there is none. Text, position among five bars and colour carry the same meaning. A price far below all
 * others is shown as a warning, because it may be a scam.
 * @param props.isCounted also shows the number of compared bikes, where the reasons are not shown next to it
 */
export const PriceEstimateBadge = ({ badge, isCounted = false }: { badge: Badge; isCounted?: boolean }) => {
  const messages = useMessages(priceBadgeMessages)
  const { count } = useFormat()
  const { verdict, isFarBelow, compared } = badge
  if (isFarBelow)
    return (
      <span className="badge badge--warn">
        <Icon of={TriangleAlert} size={14} />
        {messages.farBelow}
      </span>
    )
  if (verdict === 'unknown') return null
  return (
    <>
      <span className={`fair fair--${verdict}`}>
        <Bars verdict={verdict} />
        {messages.verdicts[verdict]}
      </span>
      {isCounted && <span className="fair__count">{messages.comparedWith(count(compared))}</span>}
    </>
  )
}
