import { priceEstimateMessages as estimateMessages } from '#web/i18n/en/price-estimates.ts'
import { useMessages, useFormat } from '#web/context/app-context.ts'

type Range = { low: number; middle: number; high: number }
type Props = {
  prices: readonly number[]
  compared: number
  range: Range
  price: number
  /** Up to here, in Taka, a price above the range is still fair; null where the price is in it, or not fair. */
  fairHigh: number | null
}

// In viewBox units; the SVG scales to the width of its container, 328 px on a phone of 360 px.
const width = 320
const height = 94
const padding = 14
const dotStep = 9
const maxStacked = 4
const baseline = 66
// Half the width of the longest price, and of the text of this bike.
const priceHalf = 34
const thisBikeHalf = 62

/** Places one dot per position; dots in the same column are stacked. */
const toDots = (positions: readonly number[]): { x: number; y: number }[] => {
  const heights = new Map<number, number>()
  return positions.map((x) => {
    const column = Math.round(x / dotStep)
    const level = heights.get(column) ?? 0
    heights.set(column, level + 1)
    return { x, y: baseline - 6 - Math.min(level, maxStacked) * (dotStep - 1) }
  })
}

const clamp = (x: number, half: number): number => Math.min(width - half, Math.max(half, x))

/** Where the labels of both ends of the range stand, so that they neither overlap nor leave the drawing. */
const placeEnds = (lowX: number, highX: number): [number, number] => {
  const middle = (lowX + highX) / 2
  const apart = Math.max(priceHalf, (highX - lowX) / 2)
  const centre = Math.min(width - priceHalf - apart, Math.max(priceHalf + apart, middle))
  return [centre - apart, centre + apart]
}

/** A dot plot of similar bikes' prices, with the usual range, the typical price in it, and this bike. */
export const PriceEstimateChart = ({ prices, compared, range, price, fairHigh }: Props) => {
  const messages = useMessages(estimateMessages)
  const { taka, count } = useFormat()
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const from = Math.min(lowest, range.low, price)
  const to = Math.max(highest, range.high, price, fairHigh ?? 0)
  const toX = (taka: number) => padding + ((taka - from) / Math.max(1, to - from)) * (width - 2 * padding)
  const [lowX, highX] = [toX(range.low), toX(range.high)]
  const [lowLabelX, highLabelX] = range.low === range.high ? [clamp(lowX, priceHalf), 0] : placeEnds(lowX, highX)
  const label = messages.chart(
    count(compared),
    taka(lowest),
    taka(highest),
    taka(range.low),
    taka(range.high),
    taka(price),
  )
  return (
    <figure className="spread">
      <svg className="spread__drawing" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <rect className="spread__range" x={lowX} y="20" width={Math.max(2, highX - lowX)} height={baseline - 20} />
        {fairHigh !== null && (
          <rect className="spread__fair" x={highX} y="20" width={toX(fairHigh) - highX} height={baseline - 20} />
        )}
        <path className="spread__middle" d={`M${toX(range.middle)} 20V${baseline}`} />
        <path className="spread__line" d={`M${padding} ${baseline + 0.5}H${width - padding}`} />
        {toDots(prices.map(toX)).map(({ x, y }, index) => (
          // Two bikes with the same price are interchangeable dots.
          // oxlint-disable-next-line react/no-array-index-key
          <circle key={index} className="spread__dot" cx={x} cy={y} r="3.5" />
        ))}
        <path className="spread__this" d={`M${toX(price)} 18V${baseline + 4}`} />
        <text className="spread__mark" x={clamp(toX(price), thisBikeHalf)} y="12" textAnchor="middle">
          {messages.thisBike(taka(price))}
        </text>
        <text className="spread__end" x={lowLabelX} y={height - 8} textAnchor="middle">
          {taka(range.low)}
        </text>
        {range.high > range.low && (
          <text className="spread__end" x={highLabelX} y={height - 8} textAnchor="middle">
            {taka(range.high)}
          </text>
        )}
      </svg>
      <figcaption className="hint">{messages.dots}</figcaption>
    </figure>
  )
}
