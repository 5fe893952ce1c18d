import { worth as chapter } from '#web/i18n/en/price-estimates.ts'
import { useChapter, useFigures } from '#web/context/app-context.ts'

type Range = { low: number; high: number }
type Props = { prices: readonly number[]; compared: number; range: Range; price: number }

// In the drawing's own units; the page makes it as wide as its place.
const width = 480
const height = 76
const edge = 12
const step = 12
const stacked = 4
const floor = height - 18

/** Dots side by side stand on each other. */
const dotsOf = (places: readonly number[]): { x: number; y: number }[] => {
  const heights = new Map<number, number>()
  return places.map((x) => {
    const column = Math.round(x / step)
    const at = heights.get(column) ?? 0
    heights.set(column, at + 1)
    return { x, y: floor - Math.min(at, stacked) * (step - 2) }
  })
}

/** Where every similar bike stands on the line of prices, the fair range, and this bike. */
export const WorthSpread = ({ prices, compared, range, price }: Props) => {
  const words = useChapter(chapter)
  const { taka, count } = useFigures()
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  const from = Math.min(lowest, range.low, price)
  const until = Math.max(highest, range.high, price)
  const placeOf = (taka: number) => edge + ((taka - from) / Math.max(1, until - from)) * (width - 2 * edge)
  // Near an edge its words stay inside; the page's policy knows no style in a line, so an empty drawing pushes them there.
  const pushed = Math.min(86, Math.max(14, (placeOf(price) / width) * 100))
  const label = words.chart(
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
          x={placeOf(range.low)}
          y="6"
          width={placeOf(range.high) - placeOf(range.low)}
          height="62"
          rx="3"
        />
        <path className="spread__line" d={`M${edge} 68.5H${width - edge}`} />
        {dotsOf(prices.map(placeOf)).map(({ x, y }, at) => (
          // Two bikes at one price are two dots alike.
          // oxlint-disable-next-line react/no-array-index-key
          <circle key={at} className="spread__dot" cx={x} cy={y} r="4" />
        ))}
        <path className="spread__this" d={`M${placeOf(price)} 2V74`} />
      </svg>
      <span className="spread__mark" aria-hidden>
        <svg width={`${pushed.toFixed(1)}%`} height="1" />
        <b>{words.thisBike}</b>
      </span>
    </div>
  )
}
