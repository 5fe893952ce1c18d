import { priceEstimateMessages as estimateMessages } from '#web/i18n/en/price-estimates.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'

type Range = { low: number; high: number }
type Props = { prices: readonly number[]; compared: number; range: Range; price: number }

// In viewBox units; the SVG scales to the width of its container.
const width = 480
const height = 76
const padding = 12
const step = 12
const maxStacked = 4
const baseline = height - 18

/** Places one dot per position; dots in the same column are stacked. */
const toDots = (positions: readonly number[]): { x: number; y: number }[] => {
  const heights = new Map<number, number>()
  return positions.map((x) => {
    const column = Math.round(x / step)
    const level = heights.get(column) ?? 0
    heights.set(column, level + 1)
    return { x, y: baseline - Math.min(level, maxStacked) * (step - 2) }
  })
}

/** A dot plot of similar bikes' prices, with the fair range and this bike. */
export const PriceEstimateChart = ({ prices, compared, range, price }: Props) => {
  const messages = useMessages(estimateMessages)
  const { taka, count } = useFormat()
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const from = Math.min(lowest, range.low, price)
  const to = Math.max(highest, range.high, price)
  const toX = (taka: number) => padding + ((taka - from) / Math.max(1, to - from)) * (width - 2 * padding)
  // Keeps the label inside near the edges. The Content-Security-Policy forbids inline styles, so an empty SVG sets the
  // offset.
  const labelOffsetPercent = Math.min(86, Math.max(14, (toX(price) / width) * 100))
  const label = messages.chart(
    count(compared),
    taka(lowest),
    taka(highest),
    taka(range.low),
    taka(range.high),
    taka(price),
  )
  return (
    <div className="spread" role="img" aria-label={label}>
      <svg className="spread__drawing" viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <rect
          className="spread__range"
          x={toX(range.low)}
          y="6"
          width={toX(range.high) - toX(range.low)}
          height="62"
          rx="3"
        />
        <path className="spread__line" d={`M${padding} 68.5H${width - padding}`} />
        {toDots(prices.map(toX)).map(({ x, y }, index) => (
          // Two bikes with the same price are interchangeable dots.
          // oxlint-disable-next-line react/no-array-index-key
          <circle key={index} className="spread__dot" cx={x} cy={y} r="4" />
        ))}
        <path className="spread__this" d={`M${toX(price)} 2V74`} />
      </svg>
      <span className="spread__mark" aria-hidden>
        <svg width={`${labelOffsetPercent.toFixed(1)}%`} height="1" />
        <b>{messages.thisBike}</b>
      </span>
    </div>
  )
}
